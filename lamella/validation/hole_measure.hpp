// Holes of a sheet that is carried by a known flow: where tracers, which the same flow carries, have no particle near
// them.
#pragma once

#include <lamella/particles/particle_set.hpp>
#include <lamella/prescribed/velocity_fields.hpp>

#include <vector>

namespace lamella {

struct HoleMeasure {
    double area = 0.0;        // share of the cells of a spacing with tracers whose first one has no particle within 1.5
    double beyond_one = 0.0;  // share of the tracers without a particle within one spacing
    double largest_gap = 0.0;  // the largest distance of a tracer to the nearest particle, in spacings; at most 4
};

HoleMeasure measure_holes(const std::vector<Vec3>& tracers, const Vec3Column& particles, Real spacing);

// Moves tracers from one time to another in steps of at most max_step.
void carry(const VelocityField& field, double from, double to, double max_step, std::vector<Vec3>& tracers);

// About `count` points at random in a ball.
std::vector<Vec3> points_in_ball(const Vec3& centre, Real radius, Index count);

}  // namespace lamella
