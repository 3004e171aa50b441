// What a world asks of a solver, as a concept (docs/architecture.md, A world steps).
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/matter/balance.hpp>
#include <lamella/matter/body_contact.hpp>
#include <lamella/matter/frame_part.hpp>

#include <concepts>
#include <map>

namespace lamella {

// A step that a solver is to take: the bodies at its beginning and at its end, and where it enters what it does to
// them.
struct Step {
    double dt;
    const BodyStates& before;
    const BodyStates& after;
    BodyLoads& loads;
};

enum class StepOutcome { done, shorter };

// Visits a state without doing anything: for the concept only.
struct StateArchetype {
    template <class T>
    void operator()(const std::string&, T&);
};

// longest_step   prepares a step from what is there now and says how long it may be at most.
// try_step       takes the prepared step, or says "shorter" and leaves everything prepared as it was. A solver that can
//                only go on says "done" in the end, whatever the length.
// reach_frame    says that the frame at this time is reached (free of the rounding of the steps), and brings
//                everything that is shown up to date.
// frame_parts    what a frame holds of it; nothing is copied that need not be.
// balances       mass, momentum, energies and what came and went, by the name of the matter.
// take_report    how the steps since the last report went.
// state          names everything that is needed to go on with the same bits.
template <class S>
concept WorldSolver =
    requires(S& solver, const S& there, const Step& step, const BodyStates& now, StateArchetype& visit) {
        { solver.longest_step(now) } -> std::same_as<double>;
        { solver.try_step(step) } -> std::same_as<StepOutcome>;
        solver.reach_frame(0.0, now);
        { there.frame_parts() } -> std::same_as<std::vector<FramePart>>;
        { there.balances(Vec3d()) } -> std::same_as<std::map<std::string, Balance>>;
        { solver.take_report() } -> std::same_as<StepReport>;
        solver.state(visit);
        { S::name } -> std::convertible_to<const char*>;
    };

// A solver that moves bodies of its world (MovedBySolver): it says where they will be at a time, as far as it knows,
// and is given what the others did to them in a step of that length, before it takes its own.
template <class S>
concept MovesBodies = requires(S& solver, const S& there, BodyStates& states, const BodyLoads& loads) {
    there.place_bodies(states);
    solver.push_bodies(loads, 0.0);
};

// A solver that is told where bodies are once all solvers have taken a step: what moves them may have them elsewhere
// than it was expected at its beginning.
template <class S>
concept MeetsBodies = requires(S& solver, const BodyStates& now) { solver.meet_bodies(now); };

// A solver that knows where bodies touched in its last step.
template <class S>
concept KnowsContacts = requires(const S& there) {
    { there.body_contacts() } -> std::same_as<std::vector<BodyContact>>;
};

}  // namespace lamella
