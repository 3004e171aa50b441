// The fur of an obstacle, at rest on its skin.
#pragma once

#include <lamella/matter/body_skin.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

// On the obstacle of that number, whose skin at rest is `skin`; `placing` takes the axes of its file to those of the
// simulation. SceneFault for a groom or a file that does not fit.
std::shared_ptr<const RootedStrands> place_fur(const Scene& scene, std::size_t obstacle,
                                               const std::shared_ptr<const TriangleMesh>& skin,
                                               const AffineMap& placing, Assets& assets);

}  // namespace lamella
