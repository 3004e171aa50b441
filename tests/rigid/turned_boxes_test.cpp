#include <lamella/core/random.hpp>
#include <lamella/rigid/turned_boxes.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>

namespace lamella {
namespace {

RigidTransform pose_of(std::uint64_t k) {
    const Vec3 turn = random_in_cube(1, 1, k), shift = random_in_cube(1, 2, k);
    return {Eigen::AngleAxisf(6.0f * turn.x(), (turn + Vec3(0.1f, 0, 0)).normalized()).toRotationMatrix(),
            0.5f * shift};
}

Real distance_from(const Box3& box, const Vec3& p) { return (p - p.cwiseMax(box.min).cwiseMin(box.max)).norm(); }

// The least distance of points of one box from the other, by brute force.
Real least_distance(const TurnedBox& turned, const Box3& bounds, const Box3& other) {
    constexpr int kCuts = 12;
    Real least = 1e9f;
    for (int a = 0; a <= kCuts; ++a)
        for (int b = 0; b <= kCuts; ++b)
            for (int c = 0; c <= kCuts; ++c) {
                const Vec3 share = Vec3i(a, b, c).cast<Real>() / kCuts;
                const Vec3 p = bounds.min + share.cwiseProduct(bounds.size());
                least = std::min(least, distance_from(other, turned.apply(p)));
            }
    return least;
}

TEST(TurnedBoxes, never_leave_out_what_is_near) {
    const Box3 one{Vec3(-0.1f, 0, -0.05f), Vec3(0.1f, 0.05f, 0.05f)}, other{Vec3(0, 0, 0), Vec3(0.1f, 0.2f, 0.1f)};
    int near = 0, left_out = 0;
    for (std::uint64_t k = 0; k < 400; ++k) {
        const TurnedBox turned(one, pose_of(2 * k), pose_of(2 * k + 1));
        const Real distance = least_distance(turned, one, other);
        for (const Real margin : {0.0f, 0.02f, 0.1f}) {
            const bool kept = turned.near(other, margin);
            if (distance <= margin * 0.999f) {
                EXPECT_TRUE(kept) << k;
                ++near;
            }
            if (!kept) ++left_out;
        }
    }
    EXPECT_GT(near, 20);
    EXPECT_GT(left_out, 200);
}

}  // namespace
}  // namespace lamella
