#include "rigid_scene.hpp"

#include <lamella/core/parallel.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kG = 9.81;

// Gravity as a slope of that angle sees it; the floor stays level.
Vec3 on_slope(double angle) {
    return {static_cast<Real>(kG * std::sin(angle)), static_cast<Real>(-kG * std::cos(angle)), 0.0f};
}

TEST(Contact, ABallRollsDownASlopeAtFiveSevenths) {
    const double angle = 20.0 * std::numbers::pi / 180.0;
    RigidScene scene;
    scene.floor().setup().gravity = on_slope(angle);
    scene.add(SphereShape{{0, 0.1f, 0}, 0.1f}).friction = 0.5f;
    auto solver = scene.solver();
    solver.run_until(2.0);
    const double expected = 5.0 / 7.0 * kG * std::sin(angle);
    EXPECT_NEAR(solver->states()[0].velocity.x() / 2.0 / expected, 1.0, 0.01);
    EXPECT_NEAR(spin_of(solver->rigid()[0], solver->states()[0]).z() * -0.1 / solver->states()[0].velocity.x(), 1.0,
                0.01);
    EXPECT_NEAR(solver->states()[0].centre.y(), 0.1, 1e-3);
}

TEST(Contact, ABlockOnASlopeHoldsOrSlides) {
    const double angle = 25.0 * std::numbers::pi / 180.0;
    for (const Real friction : {0.2f, 0.4f, 0.5f}) {
        RigidScene scene;
        scene.floor().setup().gravity = on_slope(angle);
        scene.add(BoxShape{{0, 0, 0}, {0.2f, 0.1f, 0.2f}}).friction = friction;
        auto solver = scene.solver();
        solver.run_until(1.0);
        const double slides = std::max(kG * (std::sin(angle) - friction * std::cos(angle)), 0.0);
        const double measured = solver->states()[0].velocity.x();
        if (slides > 0.0)
            EXPECT_NEAR(measured / slides, 1.0, 0.02) << friction;
        else
            EXPECT_LT(std::abs(solver->states()[0].centre.x() - 0.1), 1e-4) << friction;
    }
}

TEST(Contact, BallsBounceByTheirRestitution) {
    for (const Real restitution : {0.0f, 0.5f, 0.9f, 1.0f}) {
        RigidScene scene;
        scene.floor();
        scene.add(SphereShape{{0, 0.5f, 0}, 0.1f}).restitution = restitution;
        auto solver = scene.solver();
        double fall = 0.0, rise = 0.0;
        for (double t = 0.0; t < 0.5 && rise <= 0.0;) {
            t += solver.step(0.001);
            const double v = solver->states()[0].velocity.y();
            fall = std::min(fall, v);
            rise = std::max(rise, v);
        }
        EXPECT_NEAR(rise / -fall, restitution, 0.02) << restitution;
        EXPECT_LE(rise, -fall * 1.0001);
    }
}

TEST(Contact, TenBoxesStandAndSleep) {
    RigidScene scene;
    scene.floor();
    for (int k = 0; k < 10; ++k) {
        const Real y = 0.1f * static_cast<Real>(k);
        scene.add(BoxShape{{0, y, 0}, {0.1f, y + 0.1f, 0.1f}});
    }
    auto solver = scene.solver();
    solver.run_until(10.0);
    for (int k = 0; k < 10; ++k) {
        const Vec3d drift = solver->states()[k].centre - Vec3d(0.05, 0.05 + 0.1 * k, 0.05);
        EXPECT_LT(drift.norm(), 1e-3) << k;
    }
    EXPECT_EQ(solver->asleep(), 10);
    double carried = 0.0, weight = 0.0;  // their contacts are still told
    for (const BodyContact& c : solver->body_contacts())
        if (c.b == kDomainWalls) carried += c.force.y();
    for (const RigidBody& body : solver->rigid()) weight += kG * body.mass;
    EXPECT_NEAR(carried / weight, 1.0, 0.05);
}

TEST(Contact, APyramidOf55Stands) {
    RigidScene scene;
    scene.floor();
    std::vector<Vec3d> starts;
    for (int row = 0; row < 10; ++row)
        for (int k = 0; k < 10 - row; ++k) {
            const Real x = 0.11f * static_cast<Real>(k) + 0.055f * static_cast<Real>(row),
                       y = 0.1f * static_cast<Real>(row);
            scene.add(BoxShape{{x, y, 0}, {x + 0.1f, y + 0.1f, 0.1f}});
            starts.emplace_back(x + 0.05, y + 0.05, 0.05);
        }
    auto solver = scene.solver();
    solver.run_until(10.0);
    double farthest = 0.0;
    for (std::size_t k = 0; k < starts.size(); ++k)
        farthest = std::max(farthest, (solver->states()[k].centre - starts[k]).norm());
    EXPECT_LT(farthest, 1e-3);
    EXPECT_EQ(solver->asleep(), 55);
}

TEST(Contact, NothingGoesThroughAWallAtTenMetresASecond) {
    RigidScene scene;
    scene.floor();
    scene.add_obstacle(BoxShape{{1, -1, -1}, {1.02f, 2, 1}});
    scene.add(BoxShape{{0, 0.5f, 0}, {0.05f, 0.55f, 0.05f}}).velocity = Vec3d(10, 0, 0);
    scene.add(SphereShape{{0, 0.8f, 0.3f}, 0.03f}).velocity = Vec3d(10, -2, 0);
    auto solver = scene.solver();
    for (int k = 0; k < 100; ++k) {
        solver.step(0.01);
        for (const RigidState& state : solver->states()) {
            EXPECT_LT(state.centre.x(), 1.0);
            EXPECT_GT(state.centre.y(), 0.0);
        }
    }
}

// A heap that falls apart in free space: what bodies give each other sums to nothing.
TEST(Contact, APileInFreeFallKeepsItsMomenta) {
    RigidScene scene;
    scene.setup().gravity.setZero();
    for (int k = 0; k < 8; ++k) {
        const auto s = static_cast<Real>(k);
        RigidBody& body = scene.add(BoxShape{{0.11f * s, 0.02f * s, 0}, {0.11f * s + 0.1f, 0.02f * s + 0.1f, 0.1f}},
                                    500.0 + 200.0 * k);
        body.velocity = Vec3d(3.5 - k, 0.1 * k, 0.2);
        body.spin = Vec3d(0.3 * k, 1, -1);
    }
    auto solver = scene.solver();
    const auto total = [&] { return sum_of(solver->balances(Vec3d::Zero())); };
    const Balance before = total();
    double size = 0.0;
    for (const auto& [name, b] : solver->balances(Vec3d::Zero())) size += b.momentum.norm();
    solver.run_until(1.0);
    const Balance after = total();
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13 * size);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 2e-2 * size);
    EXPECT_LE(after.kinetic_energy, before.kinetic_energy);
}

// What stands for long sleeps, and wakes before it is hit: the front is as fast in the second half as in the first.
TEST(Contact, ARowOfDominoesFallsAtASteadySpeed) {
    constexpr int kCount = 24;
    constexpr Real kPitch = 0.025f;
    RigidScene scene;
    scene.floor();
    for (int k = 0; k < kCount; ++k) {
        const Real x = kPitch * static_cast<Real>(k);
        scene.add(BoxShape{{x, 0, 0}, {x + 0.0075f, 0.048f, 0.024f}});
    }
    scene.setup().rigid[0].velocity = Vec3d(0.144, 0, 0);
    scene.setup().rigid[0].spin = Vec3d(0, 0, -6);
    auto solver = scene.solver();
    std::vector<double> falls(kCount, 0.0);
    for (double time = 0.0; time < 1.5;) {
        time += solver.step(0.002);
        for (int k = 0; k < kCount; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const double leans = (solver->states()[i].frame * solver->rigid()[i].axes.frame.transpose())(0, 1);
            if (falls[i] == 0.0 && leans > 0.2) falls[i] = time;
        }
    }
    const auto speed = [&](int from, int to) { return (to - from) * kPitch / (falls[to] - falls[from]); };
    ASSERT_GT(falls.back(), 0.0);
    EXPECT_NEAR(speed(16, 23) / speed(8, 15), 1.0, 0.05);
}

TEST(Contact, ThinCardsLeanAgainstEachOther) {
    constexpr Real kThick = 0.0006f, kLong = 0.09f;
    const Real angle = 15.0f * std::numbers::pi_v<Real> / 180.0f;
    RigidScene scene;
    scene.floor();
    for (const Real side : {-1.0f, 1.0f}) {
        const Real x = side * 0.5f * (kLong * std::sin(angle) + kThick * std::cos(angle));
        const Real y = 0.5f * (kLong * std::cos(angle) + kThick * std::sin(angle));
        BoxShape card{{x - 0.5f * kThick, y - 0.5f * kLong, 0}, {x + 0.5f * kThick, y + 0.5f * kLong, 0.06f}};
        card.rotation = Vec3(0, 0, 15.0f * side);
        scene.add(card).friction = 0.7f;
    }
    auto solver = scene.solver();
    const double height = solver->states()[0].centre.y();
    solver.run_until(1.5);
    for (const RigidState& state : solver->states()) EXPECT_NEAR(state.centre.y(), height, 5e-4);
    EXPECT_EQ(solver->asleep(), 2);
}

TEST(Contact, GivesTheSameBitsForAnyNumberOfThreads) {
    std::vector<Vec3d> first;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        RigidScene scene;
        scene.floor();
        for (int k = 0; k < 40; ++k) {
            const auto s = static_cast<Real>(k);
            BoxShape box{{0, 0.12f * s, 0}, {0.1f, 0.12f * s + 0.1f, 0.07f}};
            box.rotation = Vec3(10 * s, 20 * s, 5 * s);
            scene.add(box);
        }
        auto solver = scene.solver();
        solver.run_until(1.0);
        std::vector<Vec3d> places;
        for (const RigidState& state : solver->states()) places.push_back(state.centre);
        if (first.empty()) first = places;
        EXPECT_EQ(places, first);
    }
}

}  // namespace
}  // namespace lamella
