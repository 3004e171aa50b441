#include <lamella/core/parallel.hpp>
#include <lamella/rigid/rigid_solver.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace lamella {
namespace {

constexpr double kLongestStep = 1.0 / 120.0;  // s
constexpr double kFarthest = 0.5;             // of the smallest body, that any body moves in a step
constexpr double kNear = 0.02;                // of the smallest body: contacts are looked for at least so far away
constexpr std::ptrdiff_t kChunk = 128;
constexpr double kLeastPush = 0.01;  // of its weight, below which a body can sleep

}  // namespace

RigidSolver::RigidSolver(RigidSetup setup)
    : setup_(std::move(setup)),
      pushes_(setup_.rigid.size()),
      supports_(setup_.rigid.size()),
      pushed_(setup_.rigid.size()),
      time_(setup_.start) {
    for (const RigidBody& body : setup_.rigid) {
        states_.push_back(state_at_start(body, setup_.start));
        smallest_ = std::min(smallest_, body.size());
    }
    report_.counts["contacts"] = 0;
    report_.counts["asleep"] = 0;
}

// Of any of its points within that time.
double RigidSolver::speed_bound(std::size_t i, double dt) const {
    const RigidBody& body = setup_.rigid[i];
    const RigidState& state = states_[i];
    if (state.asleep()) return 0.0;
    const double push =
        pushes_.of_liquid(static_cast<Index>(i)).norm() / body.mass + setup_.gravity.cast<double>().norm();
    const double speed = state.velocity.norm() + spin_of(body, state).norm() * body.reach() + push * dt;
    return state.held() ? std::max(speed, held_speed(body, state, time_ + dt)) : speed;
}

double RigidSolver::longest_step(const BodyStates&) const {
    double speed = 0.0;
    for (std::size_t i = 0; i < states_.size(); ++i) speed = std::max(speed, speed_bound(i, kLongestStep));
    return setup_.forces.at_most(speed > 0.0 ? std::min(kLongestStep, kFarthest * smallest_ / speed) : kLongestStep);
}

// What a body pushes away is soon as fast as itself.
std::vector<double> RigidSolver::margins(double dt) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < states_.size(); ++i) all.push_back(speed_bound(i, dt) * dt + kNear * smallest_);
    return all;
}

BodyStates RigidSolver::with_own(const BodyStates& others) const {
    BodyStates all = others;
    for (std::size_t i = 0; i < states_.size(); ++i)
        all.of[setup_.rigid[i].number] = body_state(setup_.rigid[i], states_[i]);
    return all;
}

StepOutcome RigidSolver::try_step(const Step& step) {
    const ContactScene scene{setup_.bodies, setup_.rigid, setup_.walls};
    const Sleeping sleeping(setup_.rigid, setup_.gravity.cast<double>().norm());
    for (std::size_t i = 0; i < states_.size(); ++i)
        if (states_[i].asleep() && is_held_at(setup_.rigid[i], time_ + step.dt))
            sleeping.wake_group(states_[i].group, states_);
    const std::vector<double> near = margins(step.dt);
    const auto found = [&] { return find_contacts(scene, with_own(step.before), states_, near); };
    std::vector<Contact> contacts = found();
    if (sleeping.wake_touched(contacts, step.dt, states_)) contacts = found();
    report_.counts["contacts"] += static_cast<std::int64_t>(contacts.size());

    ContactOutcome outcome = solve(std::move(contacts), step.dt);
    supports_.take(outcome, states_, pushes_, step.dt);
    outcome.add_loads(step.loads);
    keep(outcome, step.dt);
    sleeping.rest(outcome, step.dt, pushed_, states_);
    report_.counts["asleep"] = asleep();
    report_.note_step(step.dt);
    time_ += step.dt;
    return StepOutcome::done;
}

ContactOutcome RigidSolver::solve(std::vector<Contact> contacts, double dt) {
    const auto accelerating = [this](double h) { accelerate(h); };
    const auto moving = [this](double since, double h) { move(since, h); };
    ContactImpulses impulses(setup_.impulses, contacts, setup_.rigid, states_, memory_);
    impulses.step(dt, {accelerating, moving});
    ContactOutcome outcome = std::move(impulses).outcome();
    outcome.contacts = std::move(contacts);
    return outcome;
}

void RigidSolver::accelerate(double h) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        RigidState& s = states_[i];
        if (!s.moves_freely()) continue;
        const auto number = static_cast<Index>(i);
        const Vec3d force = pushes_.force(number) + force_of_fields(i);
        s.velocity += h * inverse_mass(setup_.rigid[i]).cwiseProduct(force);
        s.angular += h * pushes_.torque(number);
    }
}

void RigidSolver::move(double since, double h) {
    parallel_for(
        "move bodies", static_cast<Index>(states_.size()),
        [&](Index i) {
            if (!states_[i].asleep()) move_on(setup_.rigid[i], time_ + since, h, states_[i]);
        },
        kChunk);
}

// Of sleepers that were not looked for it stays, for when they wake.
void RigidSolver::keep(ContactOutcome& outcome, double dt) {
    std::vector<BodyContact> shown = outcome.pushing(setup_.rigid, dt);
    if (asleep() > 0) {
        std::set<std::pair<Index, Index>> looked_for;
        for (const Contact& c : outcome.contacts) looked_for.emplace(c.a, c.other);
        const auto stays = [&](Index a, Index other) {
            return states_[a].asleep() && !looked_for.contains({a, other});
        };
        std::vector<Index> rigid_number(setup_.bodies.size());
        for (std::size_t i = 0; i < states_.size(); ++i) rigid_number[setup_.rigid[i].number] = static_cast<Index>(i);
        for (const ContactImpulse& before : memory_)
            if (stays(before.a, before.other)) outcome.memory.push_back(before);
        for (const BodyContact& before : contacts_)
            if (stays(rigid_number[before.a], before.b)) shown.push_back(before);
    }
    memory_ = std::move(outcome.memory);
    contacts_ = std::move(shown);
}

void RigidSolver::place_bodies(BodyStates& states) const {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const RigidBody& body = setup_.rigid[i];
        RigidState there = states_[i];
        if (!there.asleep() && states.time > time_) move_on(body, time_, states.time - time_, there);
        BodyState& state = states.of[body.number];
        state = body_state(body, there);
        if (there.moves_freely() && body.added_mass == 0.0) state.answer = answer_of(i, there);
    }
}

// To the liquids of a step that begins now.
BodyAnswer RigidSolver::answer_of(std::size_t i, const RigidState& there) const {
    const RigidBody& body = setup_.rigid[i];
    const auto number = static_cast<Index>(i);
    BodyAnswer answer{there.centre, inverse_mass(body)};
    std::array<bool, 3> no_turn = body.no_turn;
    for (int axis = 0; axis < 3; ++axis) {
        if (!supports_.lies_along(number, axis)) continue;
        answer.inverse_mass[axis] = 0.0;
        for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) no_turn[static_cast<std::size_t>(other)] = true;
    }
    answer.inverse_inertia = inverse_inertia(body, there, no_turn);
    const Vec3d force = body.mass * setup_.gravity.cast<double>() + force_of_fields(i) + supports_.force(number);
    answer.acceleration = answer.inverse_mass.cwiseProduct(force);
    answer.spin_up = answer.inverse_inertia * supports_.torque(number);
    return answer;
}

Vec3d RigidSolver::force_of_fields(std::size_t i) const {
    if (setup_.forces.none()) return Vec3d::Zero();
    const RigidState& s = states_[i];
    return setup_.rigid[i].mass *
           setup_.forces.acceleration(s.centre.cast<Real>(), s.velocity.cast<Real>(), time_).cast<double>();
}

void RigidSolver::push_bodies(const BodyLoads& loads, double dt) {
    const Sleeping sleeping(setup_.rigid, setup_.gravity.cast<double>().norm());
    pushes_.take(setup_.rigid, states_, loads, setup_.gravity.cast<double>(), dt);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const double force = pushes_.of_liquid(static_cast<Index>(i)).norm();
        pushed_[i] = force > kLeastPush * setup_.rigid[i].mass * setup_.gravity.cast<double>().norm();
        if (pushed_[i] && states_[i].asleep()) sleeping.wake_group(states_[i].group, states_);
    }
}

Index RigidSolver::asleep() const { return static_cast<Index>(std::ranges::count_if(states_, &RigidState::asleep)); }

std::map<std::string, Balance> RigidSolver::balances(const Vec3d& centre) const {
    std::map<std::string, Balance> all;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const RigidBody& body = setup_.rigid[i];
        const RigidState& s = states_[i];
        Balance balance;
        balance.mass = body.mass;
        balance.momentum = body.mass * s.velocity;
        balance.angular_momentum = cross(Vec3d(s.centre - centre), balance.momentum) + s.angular;
        balance.kinetic_energy = kinetic_energy(body, s);
        balance.potential_energy = -body.mass * setup_.gravity.cast<double>().dot(s.centre - centre);
        all[setup_.bodies[static_cast<std::size_t>(body.number)].name] = balance;
    }
    return all;
}

template AnySolver AnySolver::of<RigidSolver>(RigidSetup&&);

}  // namespace lamella
