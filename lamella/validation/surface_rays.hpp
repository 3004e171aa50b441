// Surfaces measured along rays on the field itself, without a mesh.
#pragma once

#include <lamella/surface/implicit_field.hpp>

#include <vector>

namespace lamella {

struct MeasuringRay {
    Vec3d origin;
    Vec3d direction;  // of unit length, from outside inwards
};

// Where a ray first enters; `along` is not a number where it does not within the length that was searched.
struct Entry {
    double along;
    Vec3 gradient;
};

// Steps of 1/20 along the rays from their origins, then bisection.
std::vector<Entry> first_entries(const ImplicitField& field, const std::vector<MeasuringRay>& rays, double length);

// What rays that should enter after `expected` found.
struct RayStatistics {
    double mean = 0.0;     // offset outwards
    double rms = 0.0;      // about the mean
    double largest = 0.0;  // deviation from the mean
    double angle = 0.0;    // rms angle of the field's normal to the ray, degrees
    double missed = 0.0;   // share of the rays
};
RayStatistics ray_statistics(const std::vector<MeasuringRay>& rays, const std::vector<Entry>& entries, double expected);

// Rays from a sphere of that radius to the origin, evenly spread.
std::vector<MeasuringRay> rays_to_origin(double from, Index count);

// Rays along the direction (0, -1, 0) or up from y = `from`, over a window of +- half_width around the origin.
std::vector<MeasuringRay> vertical_rays(double from, bool down, double half_width, Index side);

}  // namespace lamella
