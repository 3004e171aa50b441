#include <lamella/particles/emitter.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

Nozzle nozzle(Real spacing) {
    DiscEmitter disc;
    disc.centre = Vec3(1, 2, 3);
    disc.direction = Vec3(1, 1, 0);
    disc.radius = 0.1f;
    disc.speed = 2.0f;
    disc.start = 0.5;
    disc.stop = 1.0;
    return disc_nozzle(disc, spacing);
}

TEST(Emitter, EmitsTheSameLayersWhateverTheSteps) {
    std::int64_t one_step = 0;
    const std::size_t at_once = emit(nozzle(0.015625f), 0.015625f, 2.0, one_step).positions.size();
    std::int64_t many_steps = 0;
    std::size_t in_steps = 0;
    for (int s = 1; s <= 777; ++s)
        in_steps += emit(nozzle(0.015625f), 0.015625f, 2.0 * s / 777, many_steps).positions.size();
    EXPECT_EQ(at_once, in_steps);
    EXPECT_EQ(one_step, many_steps);
    EXPECT_EQ(one_step, 64);  // 0.5 s at 2 m/s, one layer every 1/64 m
}

TEST(Emitter, PacksWithoutOverlapAndMovesParticlesOn) {
    std::int64_t layers = 0;
    const Emission e = emit(nozzle(0.02f), 0.02f, 0.75, layers);
    ASSERT_GT(e.positions.size(), 1000u);
    for (std::size_t i = 0; i < e.positions.size(); i += 7)
        for (std::size_t j = 0; j < i; ++j) ASSERT_GT((e.positions[i] - e.positions[j]).norm(), 0.0199f);
    const Vec3 farthest = Vec3(1, 2, 3) + 0.25f * e.velocity;
    EXPECT_NEAR((e.positions.front() - farthest).dot(e.velocity), 0.0f, 1e-4f);
}

TEST(Emitter, EmitsNothingBeforeItsStart) {
    std::int64_t layers = 0;
    EXPECT_TRUE(emit(nozzle(0.02f), 0.02f, 0.49, layers).positions.empty());
}

// A box that moves its liquid sideways holds its lattice at every time, however the steps fall.
TEST(Emitter, AVolumeStaysFullOfOneMovingLattice) {
    const Box3 box{Vec3(0, 0, 0), Vec3(0.4f, 0.2f, 0.3f)};
    const auto distance = [&](const Vec3& p) { return std::max((box.min - p).maxCoeff(), (p - box.max).maxCoeff()); };
    const Vec3 velocity(-2, 0, 0);
    Nozzle volume = volume_nozzle(distance, box, velocity, 0.05f);
    volume.start = 0.1;
    volume.stop = 0.3;
    EXPECT_EQ(volume.filling.size(), 8u * 4u * 6u);
    EXPECT_EQ(volume.layer.size(), 4u * 6u);
    std::int64_t layers = 0;
    std::vector<Vec3> all;
    for (int step = 1; step <= 57; ++step) {
        const double t = 0.4 * step / 57;
        for (Vec3& p : all) p += static_cast<Real>(0.4 / 57) * velocity;
        for (const Vec3& p : emit(volume, 0.05f, t, layers).positions) all.push_back(p);
    }
    EXPECT_EQ(layers, 8);  // 0.2 s at 2 m/s, one layer every 0.05 m
    EXPECT_EQ(all.size(), 8u * 24u + 7u * 24u);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) ASSERT_GT((all[i] - all[j]).norm(), 0.0499f);
}

TEST(Emitter, AVolumeFollowsTheShapeAndTheVelocity) {
    const auto ball = [](const Vec3& p) { return p.norm() - 0.5f; };
    const Nozzle volume = volume_nozzle(ball, {Vec3::Constant(-0.5f), Vec3::Constant(0.5f)}, Vec3(1, 2, 2), 0.05f);
    EXPECT_NEAR(static_cast<double>(volume.filling.size()) * std::pow(0.05, 3), 4.0 / 3.0 * 3.14159 * 0.125, 0.1);
    for (const Vec3& p : volume.filling) ASSERT_LT(p.norm(), 0.477f);
    for (const Vec3& p : volume.layer) ASSERT_LT(p.dot(volume.velocity), 0.075f * volume.velocity.norm());
}

TEST(Emitter, AnEmptyVolumeEmitsNothing) {
    const Nozzle volume =
        volume_nozzle([](const Vec3&) { return 1.0f; }, {Vec3::Zero(), Vec3::Ones()}, Vec3(1, 0, 0), 0.1f);
    std::int64_t layers = 0;
    EXPECT_TRUE(emit(volume, 0.1f, 1.0, layers).positions.empty());
}

}  // namespace
}  // namespace lamella
