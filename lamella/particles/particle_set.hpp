// Particles: typed named columns (core/columns.hpp) with the names that files use.
#pragma once

#include <lamella/core/columns.hpp>

namespace lamella {

// Usual columns, all optional but P: P position (m, relative to `origin`), v velocity (m/s), id, pscale
// radius (m), density (kg/m^3), phase (which fluid). Files hold absolute positions: `io` adds the origin.
struct ParticleSet : ColumnTable {
    Vec3d origin = Vec3d::Zero();

    const Vec3Column& positions() const { return get<Vec3Column>("P"); }
    Vec3Column& positions() { return get<Vec3Column>("P"); }
};

// Particles at the points, with their numbers as ids.
ParticleSet particles_from_points(std::span<const Vec3> points);

Box3 bounds(const Vec3Column& positions);

}  // namespace lamella
