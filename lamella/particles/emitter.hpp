// Emitters: sources that push particles into the scene layer by layer, packed without overlap.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/function_ref.hpp>
#include <lamella/core/vec.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

struct DiscEmitter {
    static constexpr const char* name = "disc";
    static constexpr const char* sentence = "a round nozzle that emits a jet along its direction";

    Vec3 centre = Vec3::Zero();
    Vec3 direction = Vec3(0.0f, -1.0f, 0.0f);
    Real radius = 0.0f;
    Real speed = 1.0f;
    double start = 0.0;
    double stop = 1e9;

    static constexpr auto fields() {
        return std::tuple{
            Field{"centre", &DiscEmitter::centre, "m", any_value(), "the centre of the disc"}.required(),
            Field{"direction", &DiscEmitter::direction, "1", any_value(), "where the jet goes; any length but zero"},
            Field{"radius", &DiscEmitter::radius, "m", above(0), "the radius of the disc"}.required(),
            Field{"speed", &DiscEmitter::speed, "m/s", above(0), "the speed of the jet"},
            Field{"start", &DiscEmitter::start, "s", at_least(0), "when the jet starts"},
            Field{"stop", &DiscEmitter::stop, "s", at_least(0), "when the jet stops"}};
    }
};

// An emitter as the solver sees it: a cubic lattice of particles that moves with `velocity`. At `start` the
// filling is there at once; a layer follows each time the lattice has moved on by a spacing.
struct Nozzle {
    std::vector<Vec3> filling;
    std::vector<Vec3> layer;
    std::vector<Vec3> staggered;  // every other layer; empty: as all others
    Vec3 velocity = Vec3::Zero();
    double start = 0.0;
    double stop = 1e9;
};

// The filling is the first layer.
Nozzle disc_nozzle(const DiscEmitter& disc, Real spacing);

// A volume that is full of moving liquid: the lattice lies along the velocity, its points are at least half a
// spacing inside (less 2 % of a spacing for rounding), and each line of it is refilled at its upstream end.
Nozzle volume_nozzle(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, const Vec3& velocity,
                     Real spacing);

// What one nozzle lets in during one step.
struct Emission {
    std::vector<Vec3> positions;
    Vec3 velocity = Vec3::Zero();
};

// Layers are one spacing apart: layer k comes in at start + k spacing / speed, so the emission is a function of
// the time alone. `layers_out` counts the layers that have come and is the nozzle's whole state. Particles
// that came within the step (t0, t1] have moved on by the time t1.
Emission emit(const Nozzle& nozzle, Real spacing, double t1, std::int64_t& layers_out);

}  // namespace lamella
