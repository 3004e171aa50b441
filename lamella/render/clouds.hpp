// White clouds on a plane high above: noise of five octaves (Perlin 1985, An Image Synthesizer, with values instead of
// gradients at the lattice points), the same in every picture.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// The share of a direction's light that a cloud gives, 0 to 1; they fade towards the horizon. `cover` is the share of
// the sky that they have.
Real cloud_share(const Vec3& direction, Real cover);

}  // namespace lamella
