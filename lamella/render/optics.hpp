// Light at the boundary of a clear body: Fresnel, Snell, Beer and Lambert.
#pragma once

#include <lamella/core/vec.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lamella {

// What fills the inside of a refracting surface.
struct Medium {
    Real ior = 1.0f;
    Vec3 absorption = Vec3::Zero();  // 1/m, per colour
    int priority = 0;                // of two that overlap, the higher one is there (media_stack.hpp)
};

// Share of unpolarised light that a dielectric boundary reflects (Fresnel 1823). `cosine` is that of the
// angle of incidence, `eta` the index behind the boundary over the index before it; 1 in total reflection.
inline Real fresnel_reflectance(Real cosine, Real eta) {
    const Real sine2 = (1.0f - cosine * cosine) / (eta * eta);
    if (sine2 >= 1.0f) return 1.0f;
    const Real behind = std::sqrt(1.0f - sine2);
    const Real parallel = (eta * cosine - behind) / (eta * cosine + behind);
    const Real across = (cosine - eta * behind) / (cosine + eta * behind);
    return 0.5f * (parallel * parallel + across * across);
}

// `normal` stands on the side that `direction` comes from; all of unit length.
inline Vec3 reflected(const Vec3& direction, const Vec3& normal) {
    return direction - 2.0f * direction.dot(normal) * normal;
}

// Snell's law; nothing in total reflection.
inline std::optional<Vec3> refracted(const Vec3& direction, const Vec3& normal, Real eta) {
    const Real cosine = -direction.dot(normal);
    const Real sine2 = (1.0f - cosine * cosine) / (eta * eta);
    if (sine2 >= 1.0f) return std::nullopt;
    return Vec3(direction / eta + (cosine / eta - std::sqrt(1.0f - sine2)) * normal).normalized();
}

// Share of light left after an optical depth (absorption times length); a negative depth counts as none.
inline Vec3 beer_transmittance(const Vec3& optical_depth) {
    return {std::exp(-std::max(optical_depth.x(), 0.0f)), std::exp(-std::max(optical_depth.y(), 0.0f)),
            std::exp(-std::max(optical_depth.z(), 0.0f))};
}

}  // namespace lamella
