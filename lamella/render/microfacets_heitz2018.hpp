// Rough metal: mirrors too small to see, with the distribution GGX (Walter et al. 2007). The mirror that a ray meets is
// drawn from those which the ray can see (Heitz 2018, Sampling the GGX Distribution of Visible Normals), so that the
// light it brings counts with F G, nearly 1.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/render/sampler.hpp>

#include <optional>

namespace lamella {

struct RoughReflection {
    Vec3 direction;
    Vec3 share;  // of the light from there
};

// `direction` goes towards the surface, `normal` stands on the side it comes from; both of unit length. None
// where the mirror sends light into the surface.
std::optional<RoughReflection> rough_reflection(const Vec3& direction, const Vec3& normal, const Vec3& colour,
                                                Real roughness, const Sampler::Point& point);

}  // namespace lamella
