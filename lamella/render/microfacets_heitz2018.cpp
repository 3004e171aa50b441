#include <lamella/render/lighting.hpp>
#include <lamella/render/microfacets_heitz2018.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// The normal of a visible mirror, for a view in coordinates in which the surface's normal is z (Heitz 2018, listing 1).
Vec3 visible_normal(const Vec3& view, Real alpha, const Sampler::Point& point) {
    const Vec3 stretched = Vec3(alpha * view.x(), alpha * view.y(), view.z()).normalized();
    const Real across = std::hypot(stretched.x(), stretched.y());
    const Vec3 first =
        across > 0.0f ? Vec3(Vec3(-stretched.y(), stretched.x(), 0.0f) / across) : Vec3(1.0f, 0.0f, 0.0f);
    const Vec3 second = cross(stretched, first);
    const Real radius = std::sqrt(point[0]);
    const Real angle = 2.0f * std::numbers::pi_v<Real> * point[1];
    const Real a = radius * std::cos(angle);
    const Real lift = 0.5f * (1.0f + stretched.z());
    const Real b = (1.0f - lift) * std::sqrt(1.0f - a * a) + lift * radius * std::sin(angle);
    const Vec3 n = a * first + b * second + std::sqrt(std::max(1.0f - a * a - b * b, 0.0f)) * stretched;
    return Vec3(alpha * n.x(), alpha * n.y(), std::max(n.z(), 1e-6f)).normalized();
}

// Smith's Lambda: 1 / (1 + Lambda) of the mirrors are not hidden from a direction.
Real hidden(Real cosine, Real alpha) {
    const Real c = cosine * cosine;
    return 0.5f * (std::sqrt(1.0f + alpha * alpha * (1.0f - c) / c) - 1.0f);
}

// Of the mirrors that are seen from the first direction, the share that is seen from the second, too.
Real seen_from_both(Real first, Real second, Real alpha) {
    const Real seen = 1.0f + hidden(first, alpha);
    return seen / (seen + hidden(second, alpha));
}

// Schlick 1994: metals turn white at grazing angles.
Vec3 reflectance(const Vec3& colour, Real cosine) {
    const Real grazing = std::pow(std::max(1.0f - cosine, 0.0f), 5.0f);
    return colour + grazing * (Vec3::Ones() - colour);
}

}  // namespace

std::optional<RoughReflection> rough_reflection(const Vec3& direction, const Vec3& normal, const Vec3& colour,
                                                Real roughness, const Sampler::Point& point) {
    const Real alpha = std::max(roughness * roughness, 1e-4f);
    const auto [s, t] = tangents(normal);
    const Vec3 view(-direction.dot(s), -direction.dot(t), std::max(-direction.dot(normal), 1e-4f));
    const Vec3 mirror = visible_normal(view, alpha, point);
    const Vec3 out = reflected(Vec3(-view), mirror);
    if (out.z() <= 1e-4f) return std::nullopt;
    return RoughReflection{(out.x() * s + out.y() * t + out.z() * normal).normalized(),
                           seen_from_both(view.z(), out.z(), alpha) * reflectance(colour, view.dot(mirror))};
}

}  // namespace lamella
