// Surfels spread evenly over a closed mesh: a Poisson-disc set on each of its smooth parts, with normals that are
// smooth there, cut off at the sharp edges between them.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/surfels/surfel.hpp>
#include <lamella/surfels/surfel_parameters.hpp>

#include <vector>

namespace lamella {

struct SampledSurfels {
    std::vector<RestSurfel> surfels;
    ColumnTable attributes;  // a row each: what the mesh has of uv and Cd
};

// One for each spacing^2 of area, `spacing` in metres. Their discs of 0.83 spacings leave no place of the surface open.
SampledSurfels sample_surfels(const TriangleMesh& mesh, Real spacing, const SurfelParameters& parameters);

// Discs of that radius that leave no place of a flat triangle open, some beyond its sides; their normal is that of the
// triangle.
std::vector<RestSurfel> cover_triangle(const std::array<Vec3, 3>& corners, Real radius, Real split);

// A surfel that is a disc across the normal.
RestSurfel disc_surfel(const Vec3& centre, const Vec3& normal, Real radius, Real split);

}  // namespace lamella
