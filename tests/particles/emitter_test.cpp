#include <lamella/particles/admissible_lattice.hpp>
#include <lamella/particles/nozzle.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPi = std::numbers::pi;

DiscEmitter slanted_disc() {
    DiscEmitter disc;
    disc.centre = Vec3(1, 2, 3);
    disc.direction = Vec3(1, 1, 0);
    disc.radius = 0.1f;
    disc.speed = 2.0f;
    disc.start = 0.5;
    disc.stop = 1.0;
    return disc;
}

Emission all_until(const Nozzle& nozzle, double t) {
    double until = kNeverEmitted;
    return emit(nozzle, t, until);
}

double volume_of(const Emission& emission, Real spacing) {
    return static_cast<double>(emission.positions.size()) * std::pow(static_cast<double>(spacing), 3);
}

Real least_distance(const std::vector<Vec3>& points, const Vec3& stretch = Vec3::Ones()) {
    Real least = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) least = std::min(least, stretch.cwiseProduct(points[i] - points[j]).norm());
    return least;
}

TEST(AdmissibleLattice, HasOnePointPerCubeWhateverTheBox) {
    const AdmissibleLattice lattice(0.1);
    int whole = 0, parts = 0;
    const Vec3d low(-1.0, 7.0, 0.3), high(0.2, 8.0, 1.3), cut(-0.4, high.y(), high.z());
    lattice.for_each_in(low, high, [&](const Vec3d&) { ++whole; });
    lattice.for_each_in(low, cut, [&](const Vec3d&) { ++parts; });
    lattice.for_each_in(Vec3d(cut.x(), low.y(), low.z()), high, [&](const Vec3d&) { ++parts; });
    EXPECT_EQ(whole, parts);
    EXPECT_NEAR(whole, 1200, 15);
    lattice.for_each_in(high, low, [&](const Vec3d&) { FAIL(); });
}

// The smallest product of the field of discriminant 49 is 1, in units of the scale: sqrt(3) / 7^(1/3) apart.
TEST(AdmissibleLattice, PointsStayApartUnderAnyStretchAlongAnAxis) {
    for (const double stretch : {0.1, 0.37, 1.0, 1.7, 4.0, 9.0}) {
        std::vector<Vec3> points;
        const double across = 4.0 * std::sqrt(stretch), along = 4.0 / stretch;  // 8 spacings each when stretched
        AdmissibleLattice(1.0).for_each_in(Vec3d(-along, -across, -across), Vec3d(along, across, across),
                                           [&](const Vec3d& p) { points.push_back(p.cast<Real>()); });
        const auto s = static_cast<Real>(stretch);
        EXPECT_GT(least_distance(points, Vec3(s, 1 / std::sqrt(s), 1 / std::sqrt(s))), 0.9053f) << stretch;
    }
}

TEST(JetSpeed, TravelsTheIntegralOfItsKeys) {
    JetSpeed jet{1.0f, {{1.0, 2.0f}, {3.0, 0.0f}, {4.0, 0.5f}}, 0.5, 5.0};
    EXPECT_FLOAT_EQ(jet.at(0.7), 2.0f);
    EXPECT_FLOAT_EQ(jet.at(2.5), 0.5f);
    EXPECT_FLOAT_EQ(jet.fastest(), 2.0f);
    EXPECT_EQ(jet.travelled(0.4), 0.0);
    EXPECT_NEAR(jet.travelled(2.0), 1.0 + 1.5, 1e-12);
    EXPECT_NEAR(jet.travelled(9.0), 1.0 + 2.0 + 0.25 + 0.5, 1e-12);
    jet.keys.clear();
    EXPECT_NEAR(jet.travelled(2.0), 1.5, 1e-12);
}

// In one step or in many: the same points, and each where the jet has carried it.
TEST(Nozzle, EmitsTheSameJetWhateverTheSteps) {
    DiscEmitter disc = slanted_disc();
    disc.speed_keys = {{0.0, 2.0f}, {0.7, 2.0f}, {0.9, 0.0f}, {0.95, 0.0f}, {1.0, 3.0f}};
    const Nozzle jet = disc_nozzle(disc, 0.02f);
    const Emission at_once = all_until(jet, 1.2);
    double until = kNeverEmitted;
    std::size_t in_steps = 0;
    std::vector<Vec3> early;
    for (int step = 1; step <= 131; ++step) {
        const double t = 1.2 * step / 131;
        for (Vec3& p : early) p += static_cast<Real>(1.2 / 131) * Vec3(1, 1, 0).normalized() * 2.0f;
        const Emission now = emit(jet, t, until);
        in_steps += now.positions.size();
        if (t < 0.69) early.insert(early.end(), now.positions.begin(), now.positions.end());
        if (t >= 0.69) continue;
        std::vector<Vec3> whole = all_until(jet, t).positions;
        ASSERT_EQ(whole.size(), early.size());
        if (step % 10 != 0) continue;
        for (const Vec3& p : early)
            EXPECT_TRUE(std::ranges::any_of(whole, [&](const Vec3& q) { return (p - q).norm() < 2e-5f; }));
    }
    EXPECT_EQ(at_once.positions.size(), in_steps);
    EXPECT_EQ(until, 1.2);
    EXPECT_NEAR(volume_of(at_once, 0.02f), kPi * 0.01 * (0.4 + 0.2 + 0.075), 0.01 * kPi * 0.01 * 0.675);
}

TEST(Nozzle, LetsInItsAreaTimesItsSpeed) {
    for (const Real across : {3.0f, 5.0f, 10.0f, 20.0f}) {
        DiscEmitter disc;
        disc.radius = 0.5f * across * 0.01f;
        disc.direction = Vec3(0.3f, -1, 2);
        const double wanted = kPi * disc.radius * disc.radius * 1.0;
        EXPECT_NEAR(volume_of(all_until(disc_nozzle(disc, 0.01f), 1.0), 0.01f) / wanted, 1.0, 0.01) << across;
    }
}

TEST(Nozzle, FillsItsDiscToTheRimAndNothingElse) {
    const Emission e = all_until(disc_nozzle(slanted_disc(), 0.02f), 0.6);
    const Vec3 along = Vec3(1, 1, 0).normalized();
    Real rim = 0.0f, front = 0.0f, rear = 1.0f;
    for (const Vec3& p : e.positions) {
        const Vec3 from = p - Vec3(1, 2, 3);
        rim = std::max(rim, (from - from.dot(along) * along).norm());
        front = std::max(front, from.dot(along));
        rear = std::min(rear, from.dot(along));
    }
    EXPECT_GT(least_distance(e.positions), 0.905f * 0.02f);
    EXPECT_LE(rim, 0.1f + 1e-5f);
    EXPECT_GT(rim, 0.095f);
    EXPECT_LE(front, 0.2f + 1e-5f);
    EXPECT_GE(rear, -1e-5f);
    for (const Vec3& v : e.velocities) EXPECT_LT((v - 2.0f * along).norm(), 1e-5f);
}

TEST(Nozzle, IsOpenFromItsStartToItsStop) {
    EXPECT_TRUE(all_until(disc_nozzle(slanted_disc(), 0.02f), 0.49).positions.empty());
    const Emission late = all_until(disc_nozzle(slanted_disc(), 0.02f), 3.0);
    EXPECT_NEAR(volume_of(late, 0.02f), kPi * 0.01 * 1.0, 0.01 * kPi * 0.01);
    for (const Vec3& p : late.positions) EXPECT_GT((p - Vec3(1, 2, 3)).norm(), 3.99f);  // closed for 2 s
}

// It moves sideways and turns: what comes in starts at the mouth with the velocity of both.
TEST(Nozzle, CarriesItsJetAlong) {
    DiscEmitter disc;
    disc.centre = Vec3(0.1f, 0, 0);
    disc.radius = 0.05f;
    Nozzle nozzle = disc_nozzle(disc, 0.01f);
    nozzle.pose = [](double t) {  // a turn about y at 2 rad/s, and up at 3 m/s
        const Real c = std::cos(2.0f * static_cast<Real>(t)), s = std::sin(2.0f * static_cast<Real>(t));
        NozzlePose pose;
        pose.rotation << c, 0, s, 0, 1, 0, -s, 0, c;
        pose.turning << -s, 0, c, 0, 0, 0, -c, 0, -s;
        pose.turning *= 2.0f;
        pose.translation = Vec3(0, 3.0f * static_cast<Real>(t), 0);
        pose.drift = Vec3(0, 3, 0);
        return pose;
    };
    double until = 1.0;
    const Emission e = emit(nozzle, 1.02, until);
    ASSERT_GT(e.positions.size(), 100u);
    const Vec3 centre(0.1f * std::cos(2.04f), 3.06f, -0.1f * std::sin(2.04f));
    for (std::size_t k = 0; k < e.positions.size(); ++k) {
        const Vec3 from = e.positions[k] - centre;
        EXPECT_LT(Vec3(from.x(), 0, from.z()).norm(), 0.0501f);
        EXPECT_LT(std::abs(from.y() + 0.01f), 0.0101f);
        const Vec3 p = e.positions[k];
        EXPECT_LT((e.velocities[k] - Vec3(2 * p.z(), 2, -2 * p.x())).norm(), 1e-4f);
    }
    const PlacedNozzle placed(nozzle, 1.02);
    EXPECT_NEAR(placed.behind_mouth(centre - Vec3(0, 0.3f, 0)), 0.3f, 1e-5f);
    EXPECT_EQ(placed.behind_mouth(Vec3(0, 3.06f, 0.2f)), NozzleMouth::kNowhere);
    EXPECT_TRUE(placed.bounds(0.1f, 0.1f).contains(centre));
}

// A box that moves its liquid sideways is full of one lattice at every time, however the steps fall.
TEST(Nozzle, AVolumeStaysFullOfOneMovingLattice) {
    const Box3 box{Vec3(0, 0, 0), Vec3(0.4f, 0.2f, 0.3f)};
    const auto distance = [&](const Vec3& p) { return std::max((box.min - p).maxCoeff(), (p - box.max).maxCoeff()); };
    const Vec3 velocity(-2, 0, 0);
    Nozzle volume = volume_nozzle(distance, box, velocity, 0.025f);
    volume.jet.start = 0.1;
    volume.jet.stop = 0.3;
    double until = kNeverEmitted;
    std::vector<Vec3> all;
    for (int step = 1; step <= 57; ++step) {
        const double t = 0.4 * step / 57;
        for (Vec3& p : all) p += static_cast<Real>(0.4 / 57) * velocity;
        const Emission now = emit(volume, t, until);
        all.insert(all.end(), now.positions.begin(), now.positions.end());
        const auto inside = std::ranges::count_if(all, [&](const Vec3& p) { return distance(p) < 0.0f; });
        if (t <= 0.1 || t >= 0.3) continue;
        ASSERT_NEAR(static_cast<double>(inside) * std::pow(0.025, 3), 0.024, 0.0006) << t;
    }
    EXPECT_NEAR(static_cast<double>(all.size()) * std::pow(0.025, 3), 0.024 + 0.06 * 0.4, 0.01 * 0.048);
    EXPECT_GT(least_distance(all), 0.904f * 0.025f);
}

TEST(Nozzle, AVolumeFollowsTheShapeAndTheVelocity) {
    const auto ball = [](const Vec3& p) { return p.norm() - 0.5f; };
    const Nozzle volume = volume_nozzle(ball, {Vec3::Constant(-0.5f), Vec3::Constant(0.5f)}, Vec3(1, 2, 2), 0.05f);
    EXPECT_NEAR(static_cast<double>(volume.filling.size()) * std::pow(0.05, 3), 4.0 / 3.0 * kPi * 0.125, 0.01);
    for (const Vec3& p : volume.filling) ASSERT_LT(p.norm(), 0.5f);
    double until = 0.5;
    const Emission later = emit(volume, 1.5, until);
    EXPECT_NEAR(volume_of(later, 0.05f), kPi * 0.25 * 3.0, 0.01 * kPi * 0.25 * 3.0);
    const PlacedNozzle placed(volume, 0.0);
    EXPECT_NEAR(placed.behind_mouth(Vec3::Zero()), 0.5f, 0.01f);
}

// A line that leaves the shape and enters it again lets liquid in once.
TEST(Nozzle, AHollowVolumeLetsInAtItsFirstBorder) {
    const Box3 box{Vec3(0, 0, 0), Vec3(1, 0.2f, 0.2f)};
    const auto two = [&](const Vec3& p) {
        const Real whole = std::max((box.min - p).maxCoeff(), (p - box.max).maxCoeff());
        return std::max(whole, 0.2f - std::abs(p.x() - 0.5f));
    };
    const Nozzle volume = volume_nozzle(two, box, Vec3(1, 0, 0), 0.02f);
    double until = 0.0;
    EXPECT_NEAR(volume_of(emit(volume, 1.0, until), 0.02f), 0.04, 0.0008);
    EXPECT_NEAR(static_cast<double>(volume.filling.size()) * 8e-6, 0.04 * 0.6, 0.0008);
}

TEST(Nozzle, AnEmptyVolumeEmitsNothing) {
    const auto nowhere = [](const Vec3&) { return 1.0f; };
    EXPECT_TRUE(
        all_until(volume_nozzle(nowhere, {Vec3::Zero(), Vec3::Ones()}, Vec3(1, 0, 0), 0.1f), 1.0).positions.empty());
    EXPECT_TRUE(all_until(volume_nozzle(nowhere, {}, Vec3(1, 0, 0), 0.1f), 1.0).positions.empty());
}

}  // namespace
}  // namespace lamella
