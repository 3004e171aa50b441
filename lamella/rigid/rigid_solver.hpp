// Rigid bodies: free motion (Dullweber et al. 1997), contacts by forms, skins and distances (contact_points.hpp)
// with impulses in small steps (Macklin et al. 2019), and sleep. Others push the bodies through the loads of the world.
#pragma once

#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/force_fields.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/rigid/added_mass.hpp>
#include <lamella/rigid/contact_impulses.hpp>
#include <lamella/rigid/holding.hpp>
#include <lamella/rigid/rigid_memory.hpp>
#include <lamella/rigid/sleeping.hpp>
#include <lamella/rigid/supports.hpp>

namespace lamella {

struct RigidSetup {
    std::vector<Body> bodies;      // all of the world
    std::vector<RigidBody> rigid;  // those that are moved here
    Box3 walls;                    // of the domain; infinite where there is none
    Vec3 gravity = Vec3::Zero();
    ForceFields forces;
    ImpulseSettings impulses;
    double start = 0.0;
};

class RigidSolver {
public:
    static constexpr const char* name = "rigid";

    explicit RigidSolver(RigidSetup setup);
    RigidSolver(RigidSolver&&) noexcept = default;

    double longest_step(const BodyStates& now) const;
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates&) { time_ = time; }
    std::vector<FramePart> frame_parts() const { return {}; }
    std::map<std::string, Balance> balances(const Vec3d& centre) const;
    StepReport take_report() { return report_.take(); }

    void place_bodies(BodyStates& states) const;
    void push_bodies(const BodyLoads& loads, double dt);

    std::span<const RigidBody> rigid() const { return setup_.rigid; }
    std::span<const RigidState> states() const { return states_; }
    Index asleep() const;
    // Of the last step; of bodies that sleep those with which they fell asleep.
    std::vector<BodyContact> body_contacts() const { return contacts_; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        RigidMemory memory(states_, memory_, contacts_);
        visit("bodies", memory);
        memory.recall(states_, memory_, contacts_);
        visit("pushes", pushes_);
        visit("supports", supports_);
        report_.state(visit);
    }

private:
    BodyStates with_own(const BodyStates& others) const;
    double speed_bound(std::size_t i, double dt) const;
    std::vector<double> margins(double dt) const;
    BodyAnswer answer_of(std::size_t body, const RigidState& there) const;
    Vec3d force_of_fields(std::size_t body) const;
    void accelerate(double h);
    void move(double since, double h);
    ContactOutcome solve(std::vector<Contact> contacts, double dt);
    void keep(ContactOutcome& outcome, double dt);

    RigidSetup setup_;
    double smallest_ = std::numeric_limits<double>::infinity();  // of the bodies
    std::vector<RigidState> states_;
    LiquidPushes pushes_;
    Supports supports_;
    std::vector<char> pushed_;
    std::vector<ContactImpulse> memory_;
    std::vector<BodyContact> contacts_;  // for frames
    double time_ = 0.0;
    StepReport report_;
};

extern template AnySolver AnySolver::of<RigidSolver>(RigidSetup&&);

}  // namespace lamella
