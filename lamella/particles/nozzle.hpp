// Nozzles: emitters as they are placed. The particles of a nozzle are the points of one fixed lattice that moves
// through its mouth, and a point becomes a particle when it passes the mouth. Layers, however they are staggered, part
// from each other where the jet is stretched, and it falls into a stack of discs; the points of an admissible lattice
// (admissible_lattice.hpp) with an axis along the jet stay 0.9 spacings apart under any stretch along it.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/particles/emitter.hpp>

#include <functional>
#include <limits>

namespace lamella {

// Where lines along the jet enter the liquid of a nozzle: places across the jet, with the coordinate along it.
struct NozzleMouth {
    static constexpr Real kNowhere = std::numeric_limits<Real>::infinity();

    Real radius = 0.0f;  // of a disc, which is entered at 0 all over; 0: the table counts
    Real low_u = 0.0f, low_v = 0.0f, step_u = 1.0f, step_v = 1.0f;
    Index count_u = 0, count_v = 0;
    std::vector<Real> entries;       // of the middles of rectangles, u fastest; kNowhere where a line misses the shape
    Real first = 0.0f, last = 0.0f;  // of the entries
    Real reach_u = 0.0f, reach_v = 0.0f;  // no line farther from the middle enters

    Real entry(Real u, Real v) const;
};

// x = rotation * rest + translation, and the rates of both.
struct NozzlePose {
    Mat3 rotation = Mat3::Identity();
    Vec3 translation = Vec3::Zero();
    Mat3 turning = Mat3::Zero();
    Vec3 drift = Vec3::Zero();
};

struct Nozzle {
    Real spacing = 0.0f;
    Vec3 middle = Vec3::Zero();    // of the mouth, at rest
    Mat3 axes = Mat3::Identity();  // u, v across the jet and w along it, at rest
    NozzleMouth mouth;
    std::vector<Vec3> filling;  // what is there at once at the start, at rest
    JetSpeed jet;
    std::function<NozzlePose(double)> pose;  // none: it rests
};

// A nozzle at one time. What a solver asks of it.
class PlacedNozzle {
public:
    PlacedNozzle(const Nozzle& nozzle, double t);

    bool open() const { return open_; }
    Real speed() const { return speed_; }  // of the jet, seen from the nozzle
    Vec3 direction() const { return pose_.rotation * nozzle_->axes.col(2); }
    Vec3 velocity(const Vec3& x) const;  // of liquid that is let in at x: its own and the jet's
    // How far x lies downstream of the mouth along the jet; negative before it, kNowhere more than `margin` beside it.
    Real behind_mouth(const Vec3& x, Real margin = 0.0f) const;
    // Holds all places from `upstream` before the mouth to `downstream` behind it.
    Box3 bounds(Real upstream, Real downstream) const;

    Vec3 place(const Vec3& rest) const { return pose_.rotation * rest + pose_.translation; }
    Vec3 velocity_of_rest(const Vec3& rest) const;

private:
    const Nozzle* nozzle_;
    NozzlePose pose_;
    Real speed_;
    bool open_;
};

Nozzle disc_nozzle(const DiscEmitter& disc, Real spacing);

// A volume that is full of moving liquid: the lattice fills it at the start, and where lines along the velocity first
// enter it, which is found to a quarter of a spacing across them, what follows comes in.
Nozzle volume_nozzle(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, const Vec3& velocity,
                     Real spacing);

// What one nozzle lets in during one step.
struct Emission {
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
};

constexpr double kNeverEmitted = -1.0;

// What passes the mouth after the time `until`, the nozzle's whole state, up to t, where it is at the time t: the
// lattice has moved on and the nozzle has carried it along. Which points come is a function of both times alone, and a
// point comes once however the steps fall.
Emission emit(const Nozzle& nozzle, double t, double& until);

}  // namespace lamella
