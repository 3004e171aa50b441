#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/sampling.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace lamella {
namespace {

auto inside_of(const Box3& box) {
    return [box](const Vec3& p) { return (box.min - p).cwiseMax(p - box.max).maxCoeff(); };
}

const auto ball = [](const Vec3& p) { return p.norm() - 1.0f; };
const Box3 kBallBounds{Vec3::Constant(-1.0f), Vec3::Constant(1.0f)};

double nearest_pair(const std::vector<Vec3>& points) {
    double nearest = 1e9;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) nearest = std::min<double>(nearest, (points[i] - points[j]).norm());
    }
    return nearest;
}

TEST(SampleVolume, ABoxOfWholeSpacingsIsFull) {
    for (const Real d : {0.1f, 0.03f, 0.007f}) {
        for (const Real corner : {0.0f, -3.3f, 40.0f}) {
            Box3 box{Vec3::Constant(corner), Vec3::Constant(corner)};
            box.max += d * Vec3(7, 11, 20);
            const auto points = sample_volume(inside_of(box), box, d);
            ASSERT_EQ(points.size(), 7U * 11U * 20U) << d << " " << corner;
            EXPECT_LT((points.front() - (box.min + Vec3::Constant(0.5f * d))).norm(), 0.02f * d + 1e-5f);
        }
    }
}

TEST(SampleVolume, TheBoundsHoldEvenWhereTheShapeIsUnbounded) {
    const Box3 box{{0, 0, 0}, {1, 1, 1}};
    const auto half_space = [](const Vec3& p) { return p.y() - 0.5f; };
    EXPECT_EQ(sample_volume(half_space, box, 0.1f).size(), 500U);
    EXPECT_EQ(sample_volume(half_space, {{0, 0, 0}, {1.05f, 1, 1}}, 0.1f).size(), 500U);
}

TEST(SampleVolume, ParticlesDoNotReachThroughTheSurface) {
    for (const Lattice lattice : {Lattice::cubic, Lattice::hexagonal}) {
        const auto points = sample_volume(ball, kBallBounds, 0.05f, lattice);
        for (const Vec3& p : points) EXPECT_LE(ball(p), -0.48f * 0.05f);
        const double inner = 4.0 / 3.0 * std::numbers::pi * std::pow(1.0 - 0.025, 3);
        EXPECT_NEAR(static_cast<double>(points.size()) * 0.05 * 0.05 * 0.05 / inner, 1.0, 0.02);
    }
}

TEST(SampleVolume, HexagonalIsHcpWithTheSameNumberDensity) {
    const double d = 0.125;
    const auto points = sample_volume(ball, kBallBounds, static_cast<Real>(d), Lattice::hexagonal);
    const double a = std::pow(2.0, 1.0 / 6.0) * d;
    EXPECT_NEAR(nearest_pair(points), a, 1e-5);
    for (const Vec3& p : points) {
        if (p.norm() > 0.6f) continue;
        int touching = 0;
        for (const Vec3& q : points) touching += std::abs((p - q).norm() - a) < 1e-4 ? 1 : 0;
        EXPECT_EQ(touching, 12);  // close packing
    }
}

TEST(SampleVolume, JitterKeepsTheCountAndIsBounded) {
    const auto still = sample_volume(ball, kBallBounds, 0.1f);
    const auto shaken = sample_volume(ball, kBallBounds, 0.1f, Lattice::cubic, {0.2f, 7});
    const auto other = sample_volume(ball, kBallBounds, 0.1f, Lattice::cubic, {0.2f, 8});
    ASSERT_EQ(still.size(), shaken.size());
    EXPECT_NE(shaken.front(), other.front());
    for (std::size_t i = 0; i < still.size(); ++i) {
        EXPECT_LE((still[i] - shaken[i]).cwiseAbs().maxCoeff(), 0.0201f);
        EXPECT_NE(still[i], shaken[i]);
    }
}

TEST(SampleVolume, SameBitsForAnyThreadCount) {
    std::vector<Vec3> reference;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        const auto points = sample_volume(ball, kBallBounds, 0.04f, Lattice::hexagonal, {0.1f, 3});
        if (threads == 1) reference = points;
        EXPECT_EQ(points, reference);
    }
}

TEST(SampleVolume, EmptyAndTooSmallVolumesHoldNothing) {
    EXPECT_TRUE(sample_volume(ball, Box3{}, 0.1f).empty());
    EXPECT_TRUE(sample_volume(ball, kBallBounds, 5.0f).empty());
}

TEST(SampleVolume, ImpossibleRequestsAreRefused) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    EXPECT_THROW(sample_volume(ball, kBallBounds, 0.0f), InputError);
    EXPECT_THROW(sample_volume(ball, kBallBounds, -0.1f), InputError);
    EXPECT_THROW(sample_volume(ball, kBallBounds, 1e-5f), InputError);
    EXPECT_THROW(sample_volume(ball, {Vec3::Constant(-infinity), Vec3::Constant(infinity)}, 0.1f), InputError);
}

// How a run is stopped while it is set up.
TEST(SampleVolume, PassesOnWhatTheDistanceThrows) {
    const auto distance = [](const Vec3& p) -> Real {
        if (p.x() > 0.5f) throw std::domain_error("far");
        return -1.0f;
    };
    EXPECT_THROW(sample_volume(distance, Box3{Vec3::Zero(), Vec3::Ones()}, 0.02f), std::domain_error);
}

}  // namespace
}  // namespace lamella
