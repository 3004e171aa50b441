// The two ways of light at the boundary of a liquid.
#pragma once

#include <lamella/render/render_scene.hpp>

namespace lamella {

struct LiquidBoundary {
    Real reflectance;
    Ray mirrored;
    const Medium* mirrored_in;  // the liquid in which the reflected light goes, if any
    std::optional<Ray> bent;    // none in total reflection
    const Medium* bent_in;
};

// `offset` is the distance from the surface to the start of a new ray, in m.
LiquidBoundary liquid_boundary(const Vec3& direction, const SurfacePoint& point, Real offset);

}  // namespace lamella
