// What a scene paints on a skin, as a number at each of its points.
#pragma once

#include <lamella/matter/body_skin.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_skin.hpp>

namespace lamella {

// Of the skin at rest, relative to the simulation's origin. InputError for a picture that cannot be read, and for a
// skin without the columns that the paint needs. It keeps what it looks at.
SkinNumber skin_number(const SkinPaint& paint, const std::shared_ptr<const TriangleMesh>& skin, const Vec3d& origin,
                       Assets& assets);

}  // namespace lamella
