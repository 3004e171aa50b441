#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/independent_points.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

std::vector<Index> one_by_one(std::span<const Vec3> points, Real distance, const PeriodicBox& box) {
    std::vector<Index> taken;
    for (Index k = 0; k < static_cast<Index>(points.size()); ++k) {
        const auto near = [&](Index t) {
            return box.nearest(points[k] - points[t]).squaredNorm() < distance * distance;
        };
        if (std::ranges::none_of(taken, near)) taken.push_back(k);
    }
    return taken;
}

TEST(IndependentPoints, AreThoseTakenOneByOne) {
    const PeriodicBox box{{true, false, true}, Vec3::Constant(-5.0f), Vec3::Constant(10.0f)};
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        std::vector<Vec3> points;
        for (std::uint64_t k = 0; k < 1500; ++k) {
            Vec3 p = 5.0f * random_in_cube(seed, 0, k);
            if (seed % 2 == 0) p.y() *= 0.02f;  // crowded
            points.push_back(p);
        }
        const auto expected = one_by_one(points, 0.8f, box);
        for (const int threads : {1, 2, 3}) {
            const ThreadLimit limit(threads);
            EXPECT_EQ(independent_points(points, 0.8f, box), expected) << seed;
        }
    }
}

// Along a row each point waits for the one before it: more rounds than are played.
TEST(IndependentPoints, OfAChainAreThoseTakenOneByOne) {
    std::vector<Vec3> points;
    for (int k = 0; k < 300; ++k) points.emplace_back(0.5f * static_cast<Real>(k), 0.0f, 0.0f);
    EXPECT_EQ(independent_points(points, 0.8f), one_by_one(points, 0.8f, {}));
    EXPECT_EQ(independent_points({}, 0.8f).size(), 0u);
}

TEST(IndependentPoints, AtOnePlaceAreOne) {
    const std::vector<Vec3> points(20, Vec3::Ones());
    EXPECT_EQ(independent_points(points, 0.8f), std::vector<Index>{0});
}

}  // namespace
}  // namespace lamella
