// The measures of docs/surfaces.md for any field of the list, on the sets of surface_shapes.hpp. Lengths in
// spacings, volumes as a share of the particles'.
#pragma once

#include <lamella/surface/surface_settings.hpp>
#include <lamella/validation/surface_rays.hpp>

#include <cstdint>

namespace lamella {

struct BallMeasure {
    double volume = 0.0;
    RayStatistics surface;
};
BallMeasure measure_ball(const SurfaceField& field, bool lattice, Real radius, std::uint64_t seed);

RayStatistics measure_pool(const SurfaceField& field, bool tilted, std::uint64_t seed);

struct CubeMeasure {
    double edge_mean = 0.0;  // how far the surface lies inside an edge, along the diagonal
    double edge_largest = 0.0;
    double corner_mean = 0.0;
};
CubeMeasure measure_cube(const SurfaceField& field, std::uint64_t seed);

struct ThinMeasure {
    double volume = 0.0;
    double holes = 0.0;  // share of the rays that miss
};
ThinMeasure measure_sheet(const SurfaceField& field, Real spacing, std::uint64_t seed);
ThinMeasure measure_slab(const SurfaceField& field, Index layers, std::uint64_t seed);
ThinMeasure measure_filament(const SurfaceField& field, Index side, std::uint64_t seed);

// Of the pairs of particles of a torn sheet at most 1.5 apart, the share whose middle lies outside.
double measure_slits(const SurfaceField& field, std::uint64_t seed);

struct GapMeasure {
    double width = 0.0;
    double bridged = 0.0;  // share of the rays
};
GapMeasure measure_gap(const SurfaceField& field, Real gap, bool joined, std::uint64_t seed);

}  // namespace lamella
