#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/render/clouds.hpp>
#include <lamella/render/lighting.hpp>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

Vec3 mix(const Vec3& a, const Vec3& b, Real t) { return (1.0f - t) * a + t * b; }

constexpr Real kCloud = 1.05f;  // brightness of a cloud under a sky of strength 1

// From the horizon's colour to the zenith's, with a wide glow around the sun; clouds are white.
Vec3 sky_radiance(const SkyLight& sky, const Vec3& sun, const Vec3& direction) {
    const Vec3 blue = mix(sky.horizon, sky.zenith, std::sqrt(std::max(direction.y(), 0.0f)));
    const Vec3 gradient = mix(blue, Vec3::Constant(kCloud), cloud_share(direction, sky.clouds));
    Real towards_sun = std::max(direction.dot(sun), 0.0f);
    for (int doubling = 0; doubling < 4; ++doubling) towards_sun *= towards_sun;  // to the power of 16
    return sky.strength * (gradient + sky.glow * towards_sun * sky.sun_strength * sky.sun_colour);
}

}  // namespace

std::array<Vec3, 2> tangents(const Vec3& n) {
    const Real sign = std::copysign(1.0f, n.z());
    const Real a = -1.0f / (sign + n.z());
    const Real b = n.x() * n.y() * a;
    return {Vec3(1.0f + sign * n.x() * n.x() * a, sign * b, -sign * n.x()), Vec3(b, sign + n.y() * n.y() * a, -n.y())};
}

Lighting::Lighting(const std::vector<Light>& lights, const Environments& environments) {
    for (const Light& light : lights)
        std::visit(Overloaded{[](const EnvironmentLight&) {}, [&](const auto& l) { add(l); }}, light);
    for (const auto& map : environments)
        if (!map->dark()) environments_.push_back(map);
}

// The sun lights a facing white surface to `sun_strength`: its irradiance is pi times that.
void Lighting::add(const SkyLight& sky) {
    const Real norm = sky.sun_direction.norm();
    if (!(norm > 0.0f)) throw InputError("render.lights: the sun_direction of a sky has no length");
    skies_.push_back({sky, sky.sun_direction / norm});
    if (sky.sun_strength * sky.strength <= 0.0f) return;
    const Real cosine = std::cos(0.5f * sky.sun_size * kPi / 180.0f);
    const Real solid_angle = 2.0f * kPi * (1.0f - cosine);
    const Vec3 radiance = (sky.strength * sky.sun_strength * kPi / solid_angle) * sky.sun_colour;
    suns_.push_back({sky.sun_direction / norm, radiance, cosine, solid_angle});
}

void Lighting::add(const UniformLight& light) { uniform_ += light.strength * light.colour; }

void Lighting::add(const AreaLight& light) {
    const Vec3 normal = light.look_at - light.centre;
    if (!(normal.norm() > 0.0f)) throw InputError("render.lights: an area light looks at its own centre");
    const Vec3 n = normal.normalized();
    const bool vertical = std::abs(n.y()) > 0.999f;
    const Vec3 across = cross(vertical ? Vec3::UnitZ() : Vec3::UnitY(), n).normalized();
    rectangles_.push_back({light.centre, 0.5f * light.width * across, 0.5f * light.height * cross(n, across), n,
                           light.strength * light.colour});
}

Vec3 Lighting::far_light(const Vec3& direction, bool with_sun, Real density) const {
    Vec3 sum = uniform_;
    for (const Sky& sky : skies_) sum += sky_radiance(sky.settings, sky.sun, direction);
    for (const auto& map : environments_)
        sum += (density > 0.0f ? balance(density, map->density(direction)) : 1.0f) * map->light(direction);
    if (!with_sun) return sum;
    for (const Sun& sun : suns_)
        if (direction.dot(sun.direction) >= sun.cosine) sum += sun.radiance;
    return sum;
}

Lighting::Glow Lighting::nearest_glow(const Ray& ray, Real limit) const {
    Glow nearest{limit, Vec3::Zero()};
    for (const Rectangle& r : rectangles_) {
        const Real facing = -ray.direction.dot(r.normal);
        if (facing <= 0.0f) continue;
        const Real distance = (ray.origin - r.centre).dot(r.normal) / facing;
        const Vec3 p = ray.at(distance) - r.centre;
        const bool inside =
            std::abs(p.dot(r.across)) <= r.across.squaredNorm() && std::abs(p.dot(r.along)) <= r.along.squaredNorm();
        if (distance > 0.0f && distance < nearest.distance && inside) nearest = {distance, r.radiance};
    }
    return nearest;
}

Vec3 Lighting::sun_on_floor(Index sun) const {
    const Sun& s = suns_[sun];
    return (std::max(s.direction.y(), 0.0f) * s.solid_angle / kPi) * s.radiance;
}

LightSample Lighting::sample_source(Index source, const Vec3& from, const Sampler::Point& point) const {
    if (source < sun_count()) return sample_sun(suns_[source], from, point);
    if (source < sun_count() + rectangle_count())
        return sample_rectangle(rectangles_[source - sun_count()], from, point);
    const EnvironmentMap& map = *environments_[source - sun_count() - rectangle_count()];
    const Vec3 direction = map.sample(point);
    const Real density = std::max(map.density(direction), 1e-20f);
    return {{from, direction}, map.light(direction) / density, density};
}

LightSample Lighting::sample_sun(const Sun& sun, const Vec3& from, const Sampler::Point& point) const {
    const Real z = 1.0f - point[0] * (1.0f - sun.cosine);
    const Real radius = std::sqrt(std::max(1.0f - z * z, 0.0f));
    const Real angle = 2.0f * kPi * point[1];
    const auto [s, t] = tangents(sun.direction);
    const Vec3 direction = radius * std::cos(angle) * s + radius * std::sin(angle) * t + z * sun.direction;
    return {{from, direction.normalized()}, sun.solid_angle * sun.radiance};
}

LightSample Lighting::sample_rectangle(const Rectangle& r, const Vec3& from, const Sampler::Point& point) const {
    const Vec3 target = r.centre + (2.0f * point[0] - 1.0f) * r.across + (2.0f * point[1] - 1.0f) * r.along;
    const Real distance = std::max((target - from).norm(), 1e-12f);
    const Vec3 direction = (target - from) / distance;
    const Real facing = std::max(-direction.dot(r.normal), 0.0f);
    const Real area = 4.0f * r.across.norm() * r.along.norm();
    return {{from, direction, distance * 0.9999f}, (facing * area / (distance * distance)) * r.radiance};
}

}  // namespace lamella
