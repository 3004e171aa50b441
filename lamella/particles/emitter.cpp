#include <lamella/particles/emitter.hpp>

#include <cmath>

namespace lamella {
namespace {

// Two unit vectors across `axis`, chosen from its largest component so that they vary smoothly.
std::pair<Vec3, Vec3> across(const Vec3& axis) {
    const Vec3 helper = std::abs(axis.y()) < 0.9f ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
    const Vec3 u = cross(helper, axis).normalized();
    return {u, cross(axis, u)};
}

// A square lattice over the disc, one spacing apart and half a spacing inside its rim.
std::vector<Vec3> disc_layer(const DiscEmitter& disc, Real spacing) {
    const auto [u, v] = across(disc.direction.normalized());
    const Real reach = std::max(disc.radius - 0.5f * spacing, 0.0f) * (1.0f + 1e-5f);
    const int n = static_cast<int>(reach / spacing);
    std::vector<Vec3> layer;
    for (int a = -n; a <= n; ++a)
        for (int b = -n; b <= n; ++b) {
            const Vec3 offset = spacing * (static_cast<Real>(a) * u + static_cast<Real>(b) * v);
            if (offset.norm() <= reach) layer.push_back(disc.centre + offset);
        }
    return layer;
}

Emission emit_disc(const DiscEmitter& disc, Real spacing, double t1, std::int64_t& layers_out) {
    Emission emission;
    emission.velocity = disc.speed * disc.direction.normalized();
    const double interval = spacing / disc.speed;
    const std::vector<Vec3> layer = disc_layer(disc, spacing);
    for (;; ++layers_out) {
        const double leaves = disc.start + interval * static_cast<double>(layers_out);
        if (leaves > t1 || leaves >= disc.stop) return emission;
        const Vec3 moved = static_cast<Real>(t1 - leaves) * emission.velocity;
        for (const Vec3& p : layer) emission.positions.push_back(p + moved);
    }
}

}  // namespace

Emission emit(const Emitter& emitter, Real spacing, double t1, std::int64_t& layers_out) {
    return std::visit([&](const DiscEmitter& disc) { return emit_disc(disc, spacing, t1, layers_out); }, emitter);
}

}  // namespace lamella
