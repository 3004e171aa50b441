#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/wall_push.hpp>

namespace lamella {

void WallPush::start(const SphLiquid& liquid) {
    if (!active()) return;
    near_.find(liquid, walls_);
    const auto n = static_cast<std::size_t>(liquid.size());
    for (auto* vectors : {&changes_.accelerations, &changes_.velocities}) vectors->assign(n, Vec3::Zero());
    for (auto* numbers : {&changes_.pressures, &changes_.impulses}) numbers->assign(n, 0.0f);
    changes_.given = BodyLoads(bodies_);
}

void WallPush::accelerate_by_pressure(const SphLiquid& liquid) {
    if (!active()) return;
    parallel_for("push of walls", near_.size(), [&](Index k) {
        const Index i = near_.particle(k);
        changes_.pressures[static_cast<std::size_t>(i)] += liquid.places.w(i);
    });
}

void WallPush::change_by_pressure(const SphLiquid& liquid, double dt) {
    if (!active()) return;
    const auto step = static_cast<Real>(dt);
    parallel_for("push of walls", near_.size(), [&](Index k) {
        const Index i = near_.particle(k);
        changes_.impulses[static_cast<std::size_t>(i)] += step * liquid.places.w(i);
    });
}

// The pressure's part is that of solids in pressure_acceleration (sph_operators.hpp).
void WallPush::push_of(const SphLiquid& liquid, Index k, double dt, std::vector<Push>& pushes) const {
    const auto i = static_cast<std::size_t>(near_.particle(k));
    const auto around = near_.around(k);
    const Vec3d gained = dt * changes_.accelerations[i].cast<double>() + changes_.velocities[i].cast<double>();
    const double pressed = (dt * changes_.pressures[i] + changes_.impulses[i]) / liquid.rest_density;
    if (pressed == 0.0 && gained.isZero(0.0)) return;
    const Index phase = liquid.particles.get<IndexColumn>("phase")[near_.particle(k)];
    const double mass = liquid.materials[static_cast<std::size_t>(phase)].particle_mass(liquid.spacing);
    const Vec3d at = liquid.places.vec(near_.particle(k)).cast<double>();
    Real all = 0.0f;
    for (const BodyShare& one : around) all += one.share;
    for (const BodyShare& one : around) {
        const double share = all > 0.0f ? one.share / all : 1.0f / static_cast<Real>(around.size());
        const Vec3d part = mass * (pressed * one.slope.cast<double>() - share * gained);
        pushes.push_back({one.body, {part, cross(at, part)}});
    }
}

BodyLoads WallPush::loads(const SphLiquid& liquid, double dt) const {
    const ProfileScope scope("body forces");
    BodyLoads all(bodies_);
    if (!active()) return all;
    std::vector<std::vector<Push>> parts(
        static_cast<std::size_t>((near_.size() + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("body forces", near_.size(), kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (auto k = static_cast<Index>(begin); k < static_cast<Index>(end); ++k)
                            push_of(liquid, k, dt, parts[static_cast<std::size_t>(chunk)]);
                    });
    std::vector<std::vector<BodyLoad>> on(bodies_ + 1);  // the last are the walls
    for (const std::vector<Push>& part : parts)
        for (const Push& push : part)
            on[push.body == kDomainWalls ? bodies_ : static_cast<std::size_t>(push.body)].push_back(push.load);
    for (std::size_t b = 0; b < bodies_; ++b) all.on[b] = exact_sum(on[b]);
    all.walls = exact_sum(on[bodies_]);
    all += changes_.given;
    return all;
}

}  // namespace lamella
