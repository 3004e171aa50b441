// A rigid body as its solver knows it: what it is, and where it is.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/rigid/free_rotation_dullweber1997.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lamella {

// Balls of one radius whose union touches what the body touches: points of its skin, or one ball that is the body.
struct ContactSkin {
    std::vector<Vec3> places;  // at rest
    Real radius = 0.0f;

    bool is_ball() const { return places.size() == 1; }
};

// A box about the centre of mass; `turn` takes its axes to the principal ones of the body.
struct BoxForm {
    Vec3d half;
    Mat3d turn;
};

// A time in which a body follows its motion (holding.hpp).
struct Hold {
    double from = 0.0;  // s
    double until = 0.0;
};

struct RigidBody {
    Index number = 0;  // among the world's bodies
    double mass = 1.0;
    Vec3d centre = Vec3d::Zero();  // of mass, at rest
    PrincipalAxes axes;            // at rest, kg m^2
    ContactSkin skin;
    std::optional<BoxForm> box;  // of a body that is one
    Box3 bounds;                 // at rest
    Real friction = 0.5f;
    Real restitution = 0.0f;
    std::array<bool, 3> no_move{};  // along x, y, z
    std::array<bool, 3> no_turn{};  // about x, y, z
    Vec3d velocity = Vec3d::Zero();
    Vec3d spin = Vec3d::Zero();
    double added_mass = 0.0;  // kg, of liquid that it may carry along (added_mass.hpp)
    std::vector<Hold> holds;  // in the order of their times
    Motion motion;

    double size() const { return bounds.size().minCoeff(); }
    double reach() const;  // of its farthest point from the centre, at most
};

struct RigidState {
    Vec3d centre = Vec3d::Zero();
    Mat3d frame = Mat3d::Identity();  // principal axes in space
    Vec3d velocity = Vec3d::Zero();
    Vec3d angular = Vec3d::Zero();  // momentum about the centre, kg m^2/s
    double still_for = 0.0;         // s
    Index group = -1;               // of bodies that sleep together; -1: awake
    Index hold = -1;                // which of its holds it is in; -1: it moves freely
    // Where the keyframes have it: centre and principal axes, carried back by the motion to where they rest.
    Vec3d grip_centre = Vec3d::Zero();
    Mat3d grip_frame = Mat3d::Identity();

    bool asleep() const { return group >= 0; }
    bool held() const { return hold >= 0; }
    bool moves_freely() const { return !asleep() && !held(); }
};

// Where it is put at that time: as it rests, or where its motion has it.
RigidState state_at_start(const RigidBody& body, double time);

// What an impulse does to a body that is not held: the velocity gets inverse_mass J, the spin inverse_inertia (r x J).
// Locked ways and turns do not answer; an angular momentum about a locked axis is taken up by what locks it.
Vec3d inverse_mass(const RigidBody& body);
Mat3d inverse_inertia(const RigidBody& body, const RigidState& state);
Mat3d inverse_inertia(const RigidBody& body, const RigidState& state, const std::array<bool, 3>& no_turn);
Vec3d spin_of(const RigidBody& body, const RigidState& state);

// From rest to now, and how its points move.
BodyState body_state(const RigidBody& body, const RigidState& state);

double kinetic_energy(const RigidBody& body, const RigidState& state);

// Moves on by its velocity and spin, without forces.
void move_freely(const RigidBody& body, double dt, RigidState& state);

}  // namespace lamella
