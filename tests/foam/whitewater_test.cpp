#include "liquids.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/foam/quadratic_drag.hpp>
#include <lamella/foam/whitewater.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kFrame = 1.0 / 24.0;

WhitewaterSetup setup() {
    WhitewaterSetup s;
    s.spacing = kSpacing;
    return s;
}

WhitewaterPlace room(const Box3& box) {
    WhitewaterPlace place;
    place.domain.box = box;
    return place;
}
const Box3 kHall{Vec3::Constant(-10.0f), Vec3::Constant(10.0f)};

constexpr std::size_t kSpray = 0, kFoam = 1, kBubbles = 2;

Whitewater::Parts one(std::size_t kind, const Vec3& x, const Vec3& v, Real radius = 0.002f, Real life = 1.0f) {
    Whitewater::Parts parts;
    ParticleSet& set = parts[kind];
    set.resize(1);
    set.add<Vec3Column>("P").set(0, x);
    set.add<Vec3Column>("v").set(0, v);
    set.add<IndexColumn>("id")[0] = 0;
    set.add<ScalarColumn>("age");
    set.add<ScalarColumn>("life")[0] = life;
    set.add<ScalarColumn>("pscale")[0] = radius;
    return parts;
}

ParticleSet pool() { return block({Vec3::Zero(), Vec3(0.12f, 0.8f, 0.12f)}); }

// Two blocks that run into each other at 3 m/s each: a splash.
ParticleSet splash(Real towards = 3.0f) {
    return lattice({Vec3::Constant(-0.16f), Vec3::Constant(0.16f)},
                   [=](const Vec3& p) { return Vec3((p.x() < 0.0f ? 1.0f : -1.0f) * towards, 0.3f * towards, 0.0f); });
}

TEST(Whitewater, SprayFliesAsABallInAir) {
    const Vec3 start(0.0f, 5.0f, 0.0f);
    Whitewater water({}, setup(), one(kSpray, start, Vec3(0.0f, 6.0f, 0.0f)), 1);
    const LiquidBetween far_away = unmoved(pool(), kFrame);
    for (int k = 0; k < 9; ++k) water.advance({}, far_away, room(kHall), k * kFrame, kFrame, k + 2);
    const double t = 9 * kFrame, c = drag_of_ball(0.44f, 1.2f / 1000.0f, 0.002f);
    const double terminal = std::sqrt(9.81 / c), a = std::atan(6.0 / terminal);
    const double height = terminal * terminal / 9.81 * std::log(std::cos(a - 9.81 * t / terminal) / std::cos(a));
    ASSERT_EQ(water.parts()[kSpray].size(), 1);
    EXPECT_NEAR(water.particles().positions()[0].y() - 5.0, height, 2e-3);
    EXPECT_GT(6.0 * t - 0.5 * 9.81 * t * t - height, 0.02) << "the drag is seen";
    EXPECT_NEAR(water.particles().get<ScalarColumn>("age")[0], t, 1e-5);
}

TEST(Whitewater, BubblesRiseAtTheirSpeedAndBecomeFoam) {
    Whitewater water({}, setup(), one(kBubbles, Vec3(0.06f, 0.2f, 0.06f), Vec3::Zero()), 1);
    const LiquidBetween still = unmoved(pool(), kFrame);
    const WhitewaterPlace place = room({Vec3::Zero(), Vec3(0.12f, 3.0f, 0.12f)});
    const auto frames = [&](int from, int until) {
        for (int k = from; k < until; ++k) water.advance({}, still, place, k * kFrame, kFrame, k + 2);
        return water.particles().size() == 1 ? water.particles().positions()[0].y() : -1.0f;
    };
    const Real after_half = frames(0, 12), after_one = frames(12, 24);
    EXPECT_NEAR((after_one - after_half) / 0.5f, 0.3f, 1e-3f);
    ASSERT_EQ(water.parts()[kBubbles].size(), 1);
    frames(24, 60);
    ASSERT_EQ(water.parts()[kFoam].size(), 1);
    EXPECT_NEAR(water.particles().positions()[0].y(), 0.8f, 1.5f * kSpacing);
    frames(60, 60 + 30);
    EXPECT_EQ(water.particles().size(), 0) << "foam lasts as long as its life";
}

TEST(Whitewater, FoamGoesWithTheLiquid) {
    const ParticleSet start = block({Vec3::Zero(), Vec3(0.4f, 0.1f, 0.2f)}, Vec3(0.5f, 0.0f, 0.0f));
    ParticleSet end = start;
    for (Index i = 0; i < end.size(); ++i)
        end.positions().set(i, end.positions()[i] + Vec3(static_cast<Real>(0.5 * kFrame), 0.0f, 0.0f));
    LiquidBetween flow(kFrame, kSpacing, {});
    flow.add(start, end);
    Whitewater water({}, setup(), one(kFoam, Vec3(0.2f, 0.1f, 0.1f), Vec3::Zero()), 1);
    const WhitewaterReport report = water.advance({}, flow, room(kHall), 0.0, kFrame, 2);
    EXPECT_EQ(report.count[kFoam], 1);
    EXPECT_NEAR(water.particles().positions()[0].x(), 0.2 + 0.5 * kFrame, 1e-5);
}

TEST(Whitewater, StillAndSlowLiquidHasNone) {
    for (const Real speed : {0.0f, 0.65f}) {
        Whitewater water({}, setup());
        const WhitewaterReport report = water.advance({}, unmoved(splash(speed), kFrame), room(kHall), 0.0, kFrame, 2);
        EXPECT_EQ(report.born, 0);
        EXPECT_EQ(water.particles().size(), 0);
    }
}

TEST(Whitewater, IsBornInWhatCollidesAndItsNumbersAdd) {
    Whitewater water({}, setup());
    const LiquidBetween liquid = unmoved(splash(), kFrame);
    long alive = 0;
    for (int k = 0; k < 6; ++k) {
        const WhitewaterReport report =
            water.advance({}, liquid, room({Vec3::Constant(-0.22f), Vec3::Constant(0.22f)}), k * kFrame, kFrame, k + 2);
        EXPECT_GT(report.born, 50);
        alive += report.born - report.died();
        EXPECT_EQ(alive, water.particles().size());
        long counted = 0, aged = 0;
        for (const long n : report.count) counted += n;
        for (const long n : report.by_age) aged += n;
        EXPECT_EQ(counted, alive);
        EXPECT_EQ(aged, alive);
        if (k == 5) {
            EXPECT_GT(report.died_at_walls, 0);
        }
    }
    EXPECT_GT(water.parts()[kSpray].size(), 0);
    EXPECT_GT(water.parts()[kBubbles].size(), 0);
}

bool same_bits(const ParticleSet& a, const ParticleSet& b) {
    if (a.size() != b.size()) return false;
    for (Index i = 0; i < a.size(); ++i)
        if (a.positions()[i] != b.positions()[i] || a.get<Vec3Column>("v")[i] != b.get<Vec3Column>("v")[i] ||
            a.get<IndexColumn>("id")[i] != b.get<IndexColumn>("id")[i] ||
            a.get<ScalarColumn>("life")[i] != b.get<ScalarColumn>("life")[i])
            return false;
    return true;
}

TEST(Whitewater, HasTheSameBitsForAnyThreadsAndWhenItGoesOnFromItsParts) {
    const LiquidBetween liquid = unmoved(splash(), kFrame);
    const auto frame = [&](Whitewater& water, int k) {
        water.advance({}, liquid, room(kHall), k * kFrame, kFrame, k + 2);
    };
    Whitewater whole({}, setup());
    for (int k = 0; k < 3; ++k) frame(whole, k);
    ASSERT_GT(whole.particles().size(), 100);
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        Whitewater begun({}, setup());
        frame(begun, 0);
        Whitewater water({}, setup(), begun.parts(), begun.born());
        frame(water, 1);
        frame(water, 2);
        EXPECT_TRUE(same_bits(water.particles(), whole.particles())) << threads;
    }
}

TEST(Whitewater, IsCappedEvenly) {
    FoamSettings few;
    few.max_particles = 100;
    Whitewater water(few, setup());
    const WhitewaterReport report = water.advance({}, unmoved(splash(), kFrame), room(kHall), 0.0, kFrame, 2);
    EXPECT_EQ(water.particles().size() + report.died(), 100);
    EXPECT_GT(report.capped, 100);
    Box3 box;
    for (Index i = 0; i < water.particles().size(); ++i) box.extend(water.particles().positions()[i]);
    EXPECT_GT(box.size().y(), 0.15f) << "those that were born lie everywhere";
}

Body ball(const Vec3& centre, Real radius) {
    Body body;
    body.name = "ball";
    body.rest_distance = [=](const Vec3& x) { return (x - centre).norm() - radius; };
    body.motion = Motion{};
    return body;
}

TEST(Whitewater, WallsAndBodiesStopIt) {
    const LiquidBetween still = unmoved(pool(), kFrame);
    WhitewaterPlace place = room({Vec3::Zero(), Vec3(0.12f, 1.1f, 0.12f)});
    const auto fate = [&](std::size_t kind, const Vec3& x, const Vec3& v) {
        Whitewater water({}, setup(), one(kind, x, v), 1);
        const WhitewaterReport report = water.advance({}, still, place, 0.0, kFrame, 2);
        EXPECT_EQ(water.particles().size() + report.died(), 1);
        for (Index i = 0; i < water.particles().size(); ++i)
            EXPECT_TRUE(place.domain.box.contains(water.particles().positions()[i]));
        return report;
    };
    EXPECT_EQ(fate(kSpray, Vec3(0.06f, 1.0f, 0.06f), Vec3(5.0f, 0.0f, 0.0f)).died_at_walls, 1);
    EXPECT_EQ(fate(kBubbles, Vec3(0.119f, 0.5f, 0.06f), Vec3(5.0f, 0.0f, 0.0f)).died(), 0);
    place.domain.open[3] = true;
    EXPECT_EQ(fate(kSpray, Vec3(0.06f, 1.05f, 0.06f), Vec3(0.0f, 5.0f, 0.0f)).left, 1);
    place.bodies = {ball(Vec3(0.06f, 1.0f, 0.06f), 0.04f)};
    EXPECT_EQ(fate(kSpray, Vec3(0.06f, 0.95f, 0.06f), Vec3(0.0f, 2.0f, 0.0f)).died_at_walls, 1);
    place.bodies = {ball(Vec3(0.06f, 0.5f, 0.06f), 0.04f)};
    EXPECT_EQ(fate(kBubbles, Vec3(0.065f, 0.459f, 0.06f), Vec3::Zero()).died(), 0);
}

TEST(Whitewater, OutlivesAbsurdLiquids) {
    FoamSettings most;
    most.trapped_air_rate = most.wave_crest_rate = 1e7f;
    most.max_particles = 5000;
    for (const Real speed : {1e4f, 1e18f, 3e38f}) {
        Whitewater water(most, setup());
        for (int k = 0; k < 2; ++k) water.advance({}, unmoved(splash(speed), kFrame), room(kHall), 0.0, kFrame, k + 2);
        EXPECT_LE(water.particles().size(), 5000);
        for (Index i = 0; i < water.particles().size(); ++i) EXPECT_TRUE(water.particles().positions()[i].allFinite());
    }
    Whitewater nothing({}, setup());
    LiquidBetween empty(kFrame, kSpacing, {});
    EXPECT_EQ(nothing.advance({}, empty, room(kHall), 0.0, kFrame, 2).born, 0);
}

}  // namespace
}  // namespace lamella
