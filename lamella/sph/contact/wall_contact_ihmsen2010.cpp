#include <lamella/core/parallel.hpp>
#include <lamella/sph/contact/wall_contact_ihmsen2010.hpp>

namespace lamella {
namespace {

// In spacings. Liquid at rest stays one spacing away from the boundary particles; the wall itself lies half
// a spacing in front of them. In a corner of three walls |o| is 0.58 at rest, so s_min is less.
constexpr Real kReach = 1.25f;   // R
constexpr Real kClosest = 0.5f;  // s_min

bool put_back(const BoundarySet& set, const Neighbours& near_particles, Index i, Real spacing, Vec3& x, Vec3& v) {
    const Real reach = kReach * spacing;
    const auto weight = [&](auto b) { return 1.0f - b.distance_squared * (1.0f / (reach * reach)); };
    const NeighbourRange near = near_particles.of(i, reach);
    const Real sum = sum_over(near, weight);
    if (sum <= 0.0f) return false;
    const Vec3 offset = sum_over(near, [&](auto b) { return weight(b) * b.difference; }) / sum;
    const Real distance = offset.norm();
    if (distance >= kClosest * spacing || distance == 0.0f) return false;
    const Vec3 n = offset / distance;
    const auto& v_b = set.particles.get<Vec3Column>("v");
    const Vec3 wall_velocity = sum_over(near, [&](auto b) { return weight(b) * v_b[b]; }) / sum;
    x += (kClosest * spacing - distance) * n;
    v -= std::min((v - wall_velocity).dot(n), 0.0f) * n;
    return true;
}

}  // namespace

Index resolve_wall_contacts(const BoundarySet& set, const Neighbours& near, Real spacing, const PeriodicBox& box,
                            ParticleSet& particles, WallPush* push) {
    Vec3Column& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    return parallel_sum(
        "wall contacts", particles.size(),
        [&](Index i) {
            if (near.none_near(i)) return 0;
            Vec3 position = x[i];
            Vec3 velocity = v[i];
            if (!put_back(set, near, i, spacing, position, velocity)) return 0;
            x.set(i, box.wrapped(position));
            if (push) push->change(i, velocity - v[i]);
            v.set(i, velocity);
            return 1;
        },
        Index{0});
}

Index resolve_wall_contacts(SphLiquid& liquid) {
    Index contacts = 0;
    for (const BoundarySet& set : liquid.boundary.sets())
        contacts += resolve_wall_contacts(set, set.near_fluid, liquid.spacing, liquid.grid.box(), liquid.particles,
                                          &liquid.push);
    return contacts;
}

}  // namespace lamella
