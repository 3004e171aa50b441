// Velocities beyond the liquid: faces that know none take the mean of their neighbours that do, layer by layer.
#pragma once

#include <lamella/grid/face_field.hpp>

#include <cstdint>

namespace lamella {

using FaceFlags = std::array<TileField<std::uint8_t>, 3>;

// Faces that take a value become known.
void extrapolate(const TileSet& tiles, const std::vector<TilesAround>& around, Index layers, FaceField& field,
                 FaceFlags& known);

}  // namespace lamella
