// The two ways of light at the boundary of a clear body.
#pragma once

#include <lamella/render/media_stack.hpp>
#include <lamella/render/render_scene.hpp>

namespace lamella {

struct LiquidBoundary {
    Real reflectance;  // 0 where light passes because the matter is the same on both sides
    Ray mirrored;
    MediaStack mirrored_in;   // the bodies in which the reflected light goes
    std::optional<Ray> bent;  // none in total reflection
    MediaStack bent_in;
    bool is_real;  // else the surface lies inside other clear matter and changes nothing
};

// `offset` is the distance from the surface to the start of a new ray, in m. A body that is left but was not entered
// (the ray began in it, or it is not closed) counts as entered.
LiquidBoundary liquid_boundary(const Vec3& direction, const SurfacePoint& point, MediaStack media, Real offset);

}  // namespace lamella
