#include <lamella/core/error.hpp>
#include <lamella/core/time_step.hpp>
#include <lamella/matter/world.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr int kMostRefusals = 10;
constexpr double kMostSubSteps = 10000.0;
constexpr double kRounding = 1e-9;

Index sub_steps(double dt, double longest) {
    return std::max(static_cast<Index>(std::ceil(dt / longest * (1.0 - kRounding))), 1);
}

}  // namespace

World::World(std::vector<Body> bodies, std::vector<AnySolver> solvers)
    : bodies_(std::move(bodies)),
      solvers_(std::move(solvers)),
      shares_(solvers_.size()),
      now_(states(0.0)),
      loads_(bodies_.size()) {}

void World::fail_without(const char* solver) {
    throw RunError(fmt::format("the world has no solver of the type {}", solver));
}

BodyStates World::states(double time) const {
    BodyStates result = states_at(bodies_, time);
    for (const AnySolver& solver : solvers_) solver.place_bodies(result);
    return result;
}

double World::step(double left) {
    for (std::size_t s = 0; s < solvers_.size(); ++s) prepare(s);
    double dt = fit_step(longest_step(), left);
    for (int refusals = 0;; ++refusals, dt *= 0.5) {
        BodyLoads loads(bodies_.size());
        if (try_step(dt, loads)) {
            loads_ += loads;
            loaded_time_ += dt;
            step_loads_ = std::move(loads);
            step_ = dt;
            now_ = states(now_.time + dt);
            for (AnySolver& solver : solvers_) solver.meet_bodies(now_);
            return dt;
        }
        if (refusals == kMostRefusals)
            throw RunError(
                fmt::format("a step of {:.3g} s at t = {:.4f} s was refused {} times", dt, now_.time, kMostRefusals));
        ++refused_;
        undo();
    }
}

// That of the slowest solver, if no solver's push on bodies of another one limits it; but a liquid takes one step
// between two moments at which bodies say how they answer to it.
double World::longest_step() const {
    const auto by_longest = [](const Share& a, const Share& b) { return a.longest < b.longest; };
    const auto [fastest, slowest] = std::ranges::minmax_element(shares_, by_longest);
    double longest = std::min(slowest->longest, kMostSubSteps * fastest->longest);
    for (const AnySolver& solver : solvers_) longest = std::min(longest, solver.longest_shared_step(now_));
    if (std::ranges::none_of(now_.of, [](const BodyState& body) { return body.answer.any(); })) return longest;
    for (std::size_t s = 0; s < solvers_.size(); ++s)
        if (solvers_[s].liquid_view()) longest = std::min(longest, shares_[s].longest);
    return longest;
}

// Of a solver that is alone nothing is kept: what it refuses it has not done.
void World::prepare(std::size_t s) {
    Share& share = shares_[s];
    share.touched = false;
    if (solvers_.size() > 1) solvers_[s].keep();
    share.longest = solvers_[s].longest_step(now_);
}

bool World::try_step(double dt, BodyLoads& loads) {
    for (std::size_t s = 0; s < solvers_.size(); ++s) {
        solvers_[s].push_bodies(loads, dt);
        shares_[s].touched |= solvers_[s].moves_bodies();
        if (!try_sub_steps(s, dt, loads)) return false;
    }
    return true;
}

// The first sub-step is prepared; the others are after the one before.
bool World::try_sub_steps(std::size_t s, double dt, BodyLoads& loads) {
    const Index n = sub_steps(dt, shares_[s].longest);
    const double part = dt / n;
    BodyStates before = now_;
    for (Index k = 0; k < n; ++k) {
        if (k > 0 && solvers_[s].longest_step(before) < part * (1.0 - kRounding)) return false;
        BodyStates after = states(now_.time + (k + 1 == n ? dt : (k + 1) * part));
        if (solvers_[s].try_step({part, before, after, loads}) == StepOutcome::shorter) return false;
        shares_[s].touched = true;
        before = std::move(after);
    }
    return true;
}

// Those that have stepped or were pushed go back and prepare anew; the others are prepared as they were.
void World::undo() {
    for (std::size_t s = 0; s < solvers_.size(); ++s) {
        if (!shares_[s].touched) continue;
        solvers_[s].undo();
        shares_[s].touched = false;
        shares_[s].longest = solvers_[s].longest_step(now_);
    }
}

void World::reach_frame(double time) {
    now_ = states(time);
    for (AnySolver& solver : solvers_) solver.reach_frame(time, now_);
}

std::pair<BodyLoads, double> World::take_loads() {
    return {std::exchange(loads_, BodyLoads(bodies_.size())), std::exchange(loaded_time_, 0.0)};
}

std::size_t World::number_of(const std::string& body) const {
    const auto found = std::ranges::find(bodies_, body, &Body::name);
    if (found == bodies_.end()) throw RunError(fmt::format("the world has no body '{}'", body));
    return static_cast<std::size_t>(found - bodies_.begin());
}

std::map<std::string, Balance> World::balances(const Vec3d& centre) const {
    std::map<std::string, Balance> all;
    for (const AnySolver& solver : solvers_) all.merge(solver.balances(centre));
    return all;
}

StepReport World::take_report() {
    StepReport all;
    for (AnySolver& solver : solvers_) {
        const StepReport own = solver.take_report();
        const std::string prefix = solvers_.size() > 1 ? std::string(solver.name()) + "." : "";
        if (own.steps > 0 && (all.steps == 0 || own.steps < all.steps)) {
            all.steps = own.steps;
            all.shortest_step = own.shortest_step;
            all.longest_step = own.longest_step;
        }
        for (const auto& [name, totals] : own.solves) all.solves[prefix + name] = totals;
        for (const auto& [name, count] : own.counts) all.counts[prefix + name] = count;
        if (!prefix.empty()) all.counts[prefix + "steps"] = own.steps;
    }
    if (solvers_.size() > 1) all.counts["refused"] = std::exchange(refused_, 0);
    return all;
}

// Solvers of one type are told apart by their place.
void World::state(StateVisitor& visit) {
    for (std::size_t s = 0; s < solvers_.size(); ++s) visit(fmt::format("{}.{}", s, solvers_[s].name()), solvers_[s]);
    visit("time", now_.time);
    visit("refused", refused_);
    visit("loaded_time", loaded_time_);
    visit("loads", loads_);
    now_ = states(now_.time);
}

}  // namespace lamella
