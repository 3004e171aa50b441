#include <lamella/particles/emitter.hpp>

#include <gtest/gtest.h>

#include <algorithm>
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

// However the steps fall, a particle is where the nozzle's velocity has carried it from the moment it came in.
TEST(Emitter, EmitsTheSameJetWhateverTheSteps) {
    const Nozzle jet = nozzle(0.02f);
    std::int64_t one_step = 0;
    const std::vector<Vec3> at_once = emit(jet, 0.02f, 0.7, one_step).positions;
    std::int64_t many_steps = 0;
    std::vector<Vec3> in_steps;
    for (int step = 1; step <= 131; ++step) {
        for (Vec3& p : in_steps) p += static_cast<Real>(0.7 / 131) * jet.velocity;
        for (const Vec3& p : emit(jet, 0.02f, 0.7 * step / 131, many_steps).positions) in_steps.push_back(p);
    }
    ASSERT_EQ(at_once.size(), in_steps.size());
    for (std::size_t i = 0; i < at_once.size(); ++i) EXPECT_LT((at_once[i] - in_steps[i]).norm(), 2e-5f);
}

// Every other layer lies before the holes of the others, and no layer but the first is flat.
TEST(Emitter, StaggersTheLayersOfAJet) {
    const Nozzle jet = nozzle(0.02f);
    for (const Vec3& p : jet.staggered)
        for (const Vec3& q : jet.layer) ASSERT_GT((p - q).norm(), 0.0141f);
    EXPECT_NEAR(static_cast<double>(jet.staggered.size()), static_cast<double>(jet.layer.size()), 9.0);
    std::int64_t layers = 0;
    emit(jet, 0.02f, 0.5, layers);
    ASSERT_EQ(layers, 1);
    const double comes = 0.5 + 0.02 / 2.0;
    const std::vector<Vec3> second = emit(jet, 0.02f, comes + 1e-9, layers).positions;
    ASSERT_EQ(second.size(), jet.staggered.size());
    double least = 1.0, most = 0.0;
    for (std::size_t i = 0; i < second.size(); ++i) {
        const double ahead = (second[i] - jet.staggered[i]).dot(jet.velocity) / (2.0 * 0.02);
        least = std::min(least, ahead);
        most = std::max(most, ahead);
    }
    EXPECT_GT(least, -1e-4);
    EXPECT_LT(most, 0.2801);
    EXPECT_GT(most - least, 0.2);
}

// A nozzle with room for one particle: nothing to stagger.
TEST(Emitter, AThinJetIsARowOfParticles) {
    DiscEmitter disc;
    disc.radius = 0.01f;
    std::int64_t layers = 0;
    const Emission e = emit(disc_nozzle(disc, 0.01f), 0.01f, 0.095, layers);
    ASSERT_EQ(e.positions.size(), 10u);
    for (std::size_t i = 1; i < 10; ++i) EXPECT_NEAR((e.positions[i] - e.positions[i - 1]).norm(), 0.01f, 1e-6f);
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
