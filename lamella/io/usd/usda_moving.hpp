// Meshes that move as a whole as USD text: each is written once, under a transform with time samples.
#pragma once

#include <lamella/io/moving_meshes.hpp>

namespace lamella {

void write_usda_moving(const std::filesystem::path& path, const MovingMeshes& bodies, const Provenance& provenance,
                       UpAxis up);

}  // namespace lamella
