#include <lamella/core/random.hpp>
#include <lamella/particles/point_blocks.hpp>

#include <gtest/gtest.h>

#include <mutex>

namespace lamella {
namespace {

TEST(PointBlocks, HoldEveryPointOnceInItsCube) {
    for (const Real spread : {3.0f, 3e6f}) {  // narrow and wide keys
        std::vector<Vec3> points;
        for (int i = 0; i < 5000; ++i) points.emplace_back(spread * random_in_cube(5, 0, i));
        const PointBlocks blocks(points, 0.25);
        std::vector<int> met(points.size(), 0);
        std::mutex one;
        blocks.for_each("test", [&] {
            return [&](const Vec3d& corner, std::span<const Index> numbers) {
                const std::lock_guard lock(one);
                EXPECT_FALSE(numbers.empty());
                EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
                for (const Index i : numbers) {
                    ++met[i];
                    const Vec3d inside = points[i].cast<double>() - corner;
                    EXPECT_GE(inside.minCoeff(), 0.0);
                    EXPECT_LT(inside.maxCoeff(), 0.25);
                }
            };
        });
        EXPECT_EQ(std::count(met.begin(), met.end(), 1), 5000);
    }
}

TEST(PointBlocks, MayBeEmpty) {
    const PointBlocks blocks({}, 1.0);
    EXPECT_EQ(blocks.count(), 0);
}

}  // namespace
}  // namespace lamella
