// A solid as matter meets it: an obstacle, a rigid body, a character, the shell of something that bends. What moves it
// differs; its state is evaluated once a moment by the world and handed to every solver.
#pragma once

#include <lamella/geometry/pose_track.hpp>
#include <lamella/matter/bent_shape.hpp>
#include <lamella/particles/periodic_box.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

// How a free body answers in a step to an impulse J at x: its velocity changes by inverse_mass J, its spin by
// inverse_inertia ((x - centre) x J). Zero where nothing answers, as along a locked axis.
struct BodyAnswer {
    Vec3d centre = Vec3d::Zero();        // of mass, now
    Vec3d inverse_mass = Vec3d::Zero();  // along the axes, 1/kg
    Mat3d inverse_inertia = Mat3d::Zero();
    // What else acts on it, as far as it is known before the step: its weight, what it stands on.
    Vec3d acceleration = Vec3d::Zero();  // m/s^2
    Vec3d spin_up = Vec3d::Zero();       // rad/s^2

    bool any() const { return !inverse_mass.isZero() || !inverse_inertia.isZero(); }
};

// Where a body is at a moment, and how its points move.
struct BodyState {
    RigidTransform pose;            // from rest to now
    Mat3d turning = Mat3d::Zero();  // the point that rests at X moves with turning (X - pivot) + drift
    Vec3d pivot = Vec3d::Zero();
    Vec3d drift = Vec3d::Zero();
    std::shared_ptr<const BentShape> bent;  // of a body that bends: then it stands for all of the above
    BodyAnswer answer;                      // of one that a solver moves

    Vec3 velocity_of(const Vec3& rest) const { return (turning * (rest.cast<double>() - pivot) + drift).cast<Real>(); }
    Vec3d spin() const;  // rad/s
    // Changes the motion of one whose pivot is its centre of mass.
    void speed_up(const Vec3d& velocity, const Vec3d& spin);
};

// Moved by a mesh whose vertices move, with constant samples that are tied to it.
struct BendingMesh {
    std::shared_ptr<const VertexMotion> animation;
    MeshSamples ties;  // of the body's samples
    Real band = 0.0f;  // of the distances that are asked for, m
};

// Moved by a solver of the world, which gives its state (matter/solver.hpp, MovesBodies).
struct MovedBySolver {};

using BodyMotion = std::variant<Motion, PoseTrack, BendingMesh, MovedBySolver>;

struct Body {
    std::string name;
    Real friction = 0.0f;
    bool inverted = false;                           // the solid is what is outside the shape
    std::function<Real(const Vec3&)> rest_distance;  // negative inside the shape; from several threads
    std::vector<Vec3> samples;                       // boundary particles on the shape at rest
    BodyMotion motion;
    Real max_speed = 0.0f;                                  // of its points, as long as it is not moved by a solver
    Real thinnest = std::numeric_limits<Real>::infinity();  // thickness of its thinnest walls, m

    PeriodicBox periodic;  // in which the solid repeats

    bool moves() const;                     // ever
    BodyState state_at(double time) const;  // at rest where a solver moves it

    // How far x lies from the solid and its images; negative in them.
    Real distance(const BodyState& now, const Vec3& x) const {
        const Real d = shape_distance(now, periodic.any() ? image(now, x) : x);
        return inverted ? -d : d;
    }
    // The image of x, at most a period away along each axis, that is nearest to the shape itself.
    Vec3 image(const BodyState& now, const Vec3& x) const;

    // Of the solid's point at x.
    static Vec3 velocity(const BodyState& now, const Vec3& x) {
        return now.bent ? now.bent->velocity(x) : now.velocity_of(now.pose.apply_inverse(x));
    }

private:
    Real shape_distance(const BodyState& now, const Vec3& x) const {
        return now.bent ? now.bent->signed_distance(x) : rest_distance(now.pose.apply_inverse(x));
    }
};

// The states of all bodies of a world at one moment, in the order of the bodies.
struct BodyStates {
    double time = 0.0;
    std::vector<BodyState> of;
};

// What moves by keyframes, tracks and meshes at that time; bodies that a solver moves are at rest until it says where
// they are.
BodyStates states_at(std::span<const Body> bodies, double time);

// The largest speed to expect of a body from a moment on.
Real speed_bound(const Body& body, const BodyState& now, double time);

inline constexpr Index kDomainWalls = -1;  // where a body is named by its number

// What acts on a body: impulse (N s) and angular impulse (N m s) about the simulation's origin.
struct BodyLoad {
    Vec3d impulse = Vec3d::Zero();
    Vec3d angular = Vec3d::Zero();

    BodyLoad& operator+=(const BodyLoad& other) {
        impulse += other.impulse;
        angular += other.angular;
        return *this;
    }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("impulse", impulse);
        visit("angular", angular);
    }
};

// Whatever their order.
BodyLoad exact_sum(std::span<const BodyLoad> loads);

// On the walls of the domain and on every body, in the order of the bodies.
struct BodyLoads {
    BodyLoad walls;
    std::vector<BodyLoad> on;

    explicit BodyLoads(std::size_t bodies = 0) : on(bodies) {}
    BodyLoad& of(Index body) { return body == kDomainWalls ? walls : on[static_cast<std::size_t>(body)]; }
    BodyLoads& operator+=(const BodyLoads& other) {
        walls += other.walls;
        for (std::size_t b = 0; b < on.size(); ++b) on[b] += other.on[b];
        return *this;
    }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("walls", walls);
        for (std::size_t b = 0; b < on.size(); ++b) visit(std::to_string(b), on[b]);
    }
};

}  // namespace lamella
