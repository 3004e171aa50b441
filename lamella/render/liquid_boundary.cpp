#include <lamella/render/liquid_boundary.hpp>

namespace lamella {

// A smooth normal may send light to the wrong side of the flat triangle; then the flat normal decides.
LiquidBoundary liquid_boundary(const Vec3& direction, const SurfacePoint& point, MediaStack media, Real offset) {
    const bool enters = direction.dot(point.flat_normal) < 0.0f;
    const Vec3 flat = enters ? point.flat_normal : Vec3(-point.flat_normal);
    if (!enters && !media.holds(point.liquid)) media.enter(point.liquid);
    MediaStack behind = media;
    enters ? behind.enter(point.liquid) : behind.leave(point.liquid);
    const Ray straight{point.position - offset * flat, direction};
    if (same_optics(media, behind)) return {0.0f, straight, media, straight, behind, false};

    Vec3 smooth = enters ? point.smooth_normal : Vec3(-point.smooth_normal);
    if (direction.dot(smooth) >= 0.0f) smooth = flat;
    const Real eta = behind.ior() / media.ior();
    Vec3 mirrored = reflected(direction, smooth);
    if (mirrored.dot(flat) <= 0.0f) mirrored = reflected(direction, flat);
    LiquidBoundary boundary{1.0f, {point.position + offset * flat, mirrored}, media, {}, behind, true};
    std::optional<Vec3> bent = refracted(direction, smooth, eta);
    if (bent && bent->dot(flat) >= 0.0f) bent = refracted(direction, flat, eta);
    if (!bent) return boundary;
    boundary.reflectance = fresnel_reflectance(-direction.dot(smooth), eta);
    boundary.bent = Ray{point.position - offset * flat, *bent};
    return boundary;
}

}  // namespace lamella
