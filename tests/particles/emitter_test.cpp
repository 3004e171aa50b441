#include <lamella/particles/emitter.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

DiscEmitter nozzle() {
    DiscEmitter disc;
    disc.centre = Vec3(1, 2, 3);
    disc.direction = Vec3(1, 1, 0);
    disc.radius = 0.1f;
    disc.speed = 2.0f;
    disc.start = 0.5;
    disc.stop = 1.0;
    return disc;
}

TEST(Emitter, EmitsTheSameLayersWhateverTheSteps) {
    std::int64_t one_step = 0;
    const std::size_t at_once = emit(nozzle(), 0.015625f, 2.0, one_step).positions.size();
    std::int64_t many_steps = 0;
    std::size_t in_steps = 0;
    for (int s = 1; s <= 777; ++s) in_steps += emit(nozzle(), 0.015625f, 2.0 * s / 777, many_steps).positions.size();
    EXPECT_EQ(at_once, in_steps);
    EXPECT_EQ(one_step, many_steps);
    EXPECT_EQ(one_step, 64);  // 0.5 s at 2 m/s, one layer every 1/64 m
}

TEST(Emitter, PacksWithoutOverlapAndMovesParticlesOn) {
    std::int64_t layers = 0;
    const Emission e = emit(nozzle(), 0.02f, 0.75, layers);
    ASSERT_GT(e.positions.size(), 1000u);
    for (std::size_t i = 0; i < e.positions.size(); i += 7)
        for (std::size_t j = 0; j < i; ++j) ASSERT_GT((e.positions[i] - e.positions[j]).norm(), 0.0199f);
    const Vec3 farthest = Vec3(1, 2, 3) + 0.25f * e.velocity;
    EXPECT_NEAR((e.positions.front() - farthest).dot(e.velocity), 0.0f, 1e-4f);
}

TEST(Emitter, EmitsNothingBeforeItsStart) {
    std::int64_t layers = 0;
    EXPECT_TRUE(emit(nozzle(), 0.02f, 0.49, layers).positions.empty());
}

}  // namespace
}  // namespace lamella
