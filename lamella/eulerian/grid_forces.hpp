// What accelerates the liquid of a grid, at all faces.
#pragma once

#include <lamella/grid/face_field.hpp>
#include <lamella/matter/force_fields.hpp>

namespace lamella {

void add_gravity(const Vec3& gravity, double dt, FaceField& velocity);

// At the middle of each face, along its axis.
void add_force_fields(const ForceFields& forces, const TileSet& tiles, double cell, double time, double dt,
                      FaceField& velocity);

}  // namespace lamella
