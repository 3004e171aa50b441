// What bodies have run over in a step.
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/flip/overrun_particles.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr double kCell = 0.1;
constexpr Real kRadius = 0.3f, kLeast = 0.005f, kLeft = -2.6f * kLeast;  // what is left to other contacts

// A ball in a closed box, half of it full of particles, that is a cell farther than it was expected.
struct Overrun {
    SolidGrid solids;
    BodyStates now;
    ParticleSet particles;

    explicit Overrun(const Vec3& place) : solids({{Vec3::Zero(), Vec3::Constant(1.6f)}}, {ball()}, kCell) {
        std::vector<Vec3i> list;
        for (Index k = 0; k < 8; ++k) list.emplace_back(k % 2, k / 2 % 2, k / 4);
        const TileSet tiles(list);
        now = states_at(solids.bodies(), 0.0);
        BodyState& state = now.of[0];
        state.answer.inverse_mass = Vec3d::Constant(1.0);
        state.pose.translation = place + Vec3(0, 0.1f, 0);
        solids.update(tiles, tiles.surroundings(), now);
        state.pose.translation = place;
        state.drift = Vec3d(0, -10, 0);
        constexpr Index kMany = 4000;
        particles.resize(kMany);
        auto& x = particles.add<Vec3Column>("P");
        auto& v = particles.add<Vec3Column>("v");
        for (Index i = 0; i < kMany; ++i) {
            const Vec3 p = random_in_cube(1, 2, static_cast<std::uint64_t>(i));
            x.set(i, Vec3(0.8f + 0.79f * p.x(), 0.4f + 0.39f * p.y(), 0.8f + 0.79f * p.z()));
            v.set(i, Vec3::Zero());
        }
    }
    static Body ball() {
        Body solid;
        solid.rest_distance = [](const Vec3& p) { return p.norm() - kRadius; };
        solid.motion = MovedBySolver{};
        return solid;
    }
    Real distance(Index i) const { return solids.bodies()[0].distance(now.of[0], particles.positions()[i]); }
};

TEST(OverrunParticles, are_put_before_the_body_and_go_with_it) {
    Overrun scene(Vec3(0.8f, 0.6f, 0.8f));
    std::vector<Real> before;
    for (Index i = 0; i < scene.particles.size(); ++i) before.push_back(scene.distance(i));
    const Index moved = put_before_bodies(scene.solids, scene.now, kLeast, scene.particles);
    Index inside = 0;
    for (Index i = 0; i < scene.particles.size(); ++i) {
        const Real d = before[static_cast<std::size_t>(i)];
        inside += d < -2.5f * kLeast ? 1 : 0;
        EXPECT_GT(scene.distance(i), kLeft) << i;
        const Vec3 v = scene.particles.get<Vec3Column>("v")[i];
        if (d >= 0.0f) {
            EXPECT_EQ(v, Vec3::Zero()) << i;
        }
        EXPECT_LE(v.y(), 1e-3f) << i;  // nothing is thrown against the body's way
    }
    EXPECT_EQ(moved, inside);
    EXPECT_GT(inside, 100);
}

// Near the floor they go to the side.
TEST(OverrunParticles, do_not_go_through_walls) {
    Overrun scene(Vec3(0.8f, 0.32f, 0.8f));
    put_before_bodies(scene.solids, scene.now, kLeast, scene.particles);
    for (Index i = 0; i < scene.particles.size(); ++i) EXPECT_GE(scene.particles.positions()[i].y(), 0.0f) << i;
}

TEST(OverrunParticles, are_the_same_bits_for_any_number_of_threads) {
    std::vector<Vec3> first;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        Overrun scene(Vec3(0.8f, 0.5f, 0.8f));
        put_before_bodies(scene.solids, scene.now, kLeast, scene.particles);
        std::vector<Vec3> found;
        for (Index i = 0; i < scene.particles.size(); ++i) found.push_back(scene.particles.positions()[i]);
        if (first.empty()) first = found;
        EXPECT_EQ(found, first);
    }
}

}  // namespace
}  // namespace lamella
