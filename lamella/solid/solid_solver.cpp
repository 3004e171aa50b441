#include <lamella/solid/solid_solver.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr Real kNear = 2.0f;           // spacings
constexpr Real kAhead = 1.0f / 60.0f;  // s, at least as long as others step

}  // namespace

SolidSolver::SolidSolver(SolidsSetup setup)
    : around_(std::move(static_cast<SolidSurroundings&>(setup))), time_(around_.start) {
    for (SolidSetup& solid : setup.solids) solids_.emplace_back(std::move(solid), around_);
    contact_ = ContactKeiser2006(solids_.size());
    report_.counts["touching"] = 0;
}

double SolidSolver::longest_step(const BodyStates&) const {
    double longest = std::numeric_limits<double>::infinity();
    for (const Solid& solid : solids_) longest = std::min(longest, solid.longest_step());
    return around_.forces.at_most(longest);
}

// Bodies are asked for at the middle of the solids' bounds.
double SolidSolver::longest_shared_step(const BodyStates& now) const {
    double longest = std::numeric_limits<double>::infinity();
    for (const Solid& solid : solids_) {
        const Real reach = 0.5f * solid.bounds().diagonal() + kNear * solid.spacing();
        for (std::size_t b = 0; b < around_.bodies.size(); ++b) {
            const Body& body = around_.bodies[b];
            if (!std::holds_alternative<MovedBySolver>(body.motion)) continue;
            const Real way = kAhead * (solid.fastest() + speed_bound(body, now.of[b], now.time));
            if (body.distance(now.of[b], solid.bounds().centre()) < reach + way)
                longest = std::min(longest, solid.longest_step());
        }
    }
    return longest;
}

StepOutcome SolidSolver::try_step(const Step& step) {
    std::int64_t touching = 0, fragments = 0;
    const double then = time_ + step.dt;
    for (Solid& solid : solids_) {
        solid.move(step, then);
        solid.accelerate(around_, step, then);
    }
    contact_.push(solids_, step.dt);
    for (Solid& solid : solids_) {
        solid.end_step(step, then);
        touching += solid.contact().touching();
        if (solid.fracture()) fragments += solid.fracture()->fragments().count();
    }
    report_.counts["touching"] = touching + contact_.touching();
    if (fragments > 0) report_.counts["fragments"] = fragments;
    report_.note_step(step.dt);
    time_ += step.dt;
    return StepOutcome::done;
}

void SolidSolver::reach_frame(double time, const BodyStates&) {
    time_ = time;
    for (Solid& solid : solids_) solid.show(around_);
}

std::vector<FramePart> SolidSolver::frame_parts() const {
    std::vector<FramePart> parts;
    for (const Solid& solid : solids_) {
        ParticleRows rows;
        rows.particles = &solid.shown();
        rows.rows.resize(static_cast<std::size_t>(solid.size()));
        std::iota(rows.rows.begin(), rows.rows.end(), 0);
        for (const auto& [column, values] : solid.shown().columns()) rows.columns.push_back(column);
        if (solid.elasticity().shape().uniform()) rows.radius = 0.5f * solid.spacing();
        parts.push_back({solid.name(), std::move(rows)});
        if (!solid.surfel_skin().empty()) parts.push_back({solid.name(), Surfels{solid.surfel_skin().shown()}});
        if (!solid.shown_mesh().empty()) parts.push_back({solid.name(), MeshPart{solid.shown_mesh()}});
    }
    return parts;
}

std::map<std::string, Balance> SolidSolver::balances(const Vec3d& centre) const {
    std::map<std::string, Balance> all;
    for (std::size_t k = 0; k < solids_.size(); ++k) {
        Balance& balance = all[solids_[k].name()] = solids_[k].balance(around_.gravity, centre);
        const SolidEnergy contact = contact_.energy(k);
        *balance.elastic_energy += contact.elastic;
        *balance.dissipated_energy += contact.dissipated;
    }
    return all;
}

template AnySolver AnySolver::of<SolidSolver>(SolidsSetup&&);

}  // namespace lamella
