#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/wall_push.hpp>

#include <algorithm>

namespace lamella {
namespace {

struct BodyShare {
    Index body;
    Real share;
};

// The bodies around a particle, with V_b W_ib of each.
void bodies_around(const SphLiquid& liquid, Index i, std::vector<BodyShare>& around) {
    const SphKernel W = liquid.kernel;
    around.clear();
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (set.lists.none(i)) continue;
        const auto& body = set.particles.get<IndexColumn>("body");
        set.lists.of(i).for_each_pack([&](const ListedPack& b) {
            const Pack share = b.carried * W(b.distance());
            for (Index lane = 0; lane < b.rows->count(); ++lane) {
                const Index owner = body[b.rows->base() + b.rows->offsets()[lane]];
                const auto found = std::ranges::find(around, owner, &BodyShare::body);
                if (found != around.end())
                    found->share += share[static_cast<std::size_t>(lane)];
                else
                    around.push_back({owner, share[static_cast<std::size_t>(lane)]});
            }
        });
    }
}

using Push = WallPush::Push;

void share_out(const std::vector<BodyShare>& around, const Vec3d& impulse, const Vec3d& at, std::vector<Push>& pushes) {
    Real all = 0.0f;
    for (const BodyShare& one : around) all += one.share;
    for (const BodyShare& one : around) {
        const Vec3d part = (all > 0.0f ? one.share / all : 1.0f / static_cast<Real>(around.size())) * impulse;
        pushes.push_back({one.body, {part, cross(at, part)}});
    }
}

// The part of the pressure's acceleration that comes from solids (sph_operators.hpp).
Vec3 pressure_of_walls(const SphLiquid& liquid, Index i) {
    return (-liquid.places.w(i) / liquid.rest_density) * liquid.response.vec(i);
}

}  // namespace

void WallPush::start(Index particles) {
    if (!active()) return;
    for (auto* all : {&accelerations_, &changes_}) all->assign(static_cast<std::size_t>(particles), Vec3::Zero());
}

void WallPush::accelerate_by_pressure(const SphLiquid& liquid) {
    if (!active()) return;
    parallel_for("push of walls", liquid.size(), [&](Index i) { accelerate(i, pressure_of_walls(liquid, i)); });
}

void WallPush::change_by_pressure(const SphLiquid& liquid, double dt) {
    if (!active()) return;
    const auto step = static_cast<Real>(dt);
    parallel_for("push of walls", liquid.size(), [&](Index i) { change(i, step * pressure_of_walls(liquid, i)); });
}

BodyLoads WallPush::loads(const SphLiquid& liquid, double dt) const {
    const ProfileScope scope("body forces");
    BodyLoads all(bodies_);
    if (!active()) return all;
    std::vector<std::vector<BodyLoad>> on(bodies_ + 1);  // the last are the walls
    for (const std::vector<Push>& part : pushes_of_particles(liquid, dt))
        for (const Push& push : part)
            on[push.body == kDomainWalls ? bodies_ : static_cast<std::size_t>(push.body)].push_back(push.load);
    for (std::size_t b = 0; b < bodies_; ++b) all.on[b] = exact_sum(on[b]);
    all.walls = exact_sum(on[bodies_]);
    return all;
}

std::vector<std::vector<Push>> WallPush::pushes_of_particles(const SphLiquid& liquid, double dt) const {
    const auto& phase = liquid.particles.get<IndexColumn>("phase");
    std::vector<std::vector<Push>> parts(
        static_cast<std::size_t>((liquid.size() + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("body forces", liquid.size(), kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        std::vector<BodyShare> around;
                        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) {
                            const auto row = static_cast<std::size_t>(i);
                            const Vec3d gained = dt * accelerations_[row].cast<double>() + changes_[row].cast<double>();
                            if (gained.isZero(0.0)) continue;
                            bodies_around(liquid, i, around);
                            const double mass =
                                liquid.materials[static_cast<std::size_t>(phase[i])].particle_mass(liquid.spacing);
                            share_out(around, -mass * gained, liquid.places.vec(i).cast<double>(),
                                      parts[static_cast<std::size_t>(chunk)]);
                        }
                    });
    return parts;
}

}  // namespace lamella
