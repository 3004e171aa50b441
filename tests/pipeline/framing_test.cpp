// What a camera that follows the subject is fitted to.
#include <lamella/core/random.hpp>
#include <lamella/pipeline/framing.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// A drop that falls, with a jitter from frame to frame; one frame is missing, one holds nothing.
std::map<int, Box3> falling_drop() {
    std::map<int, Box3> boxes;
    for (int frame = 1; frame <= 40; ++frame) {
        const Vec3 jitter = 0.05f * random_in_cube(3, 0, static_cast<std::uint64_t>(frame));
        const Vec3 centre = Vec3(0.0f, 2.0f - 0.001f * static_cast<Real>(frame * frame), 0.0f) + jitter;
        boxes[frame] = Box3{centre, centre}.padded(0.1f);
    }
    boxes.erase(7);
    boxes[20] = {};
    return boxes;
}

TEST(Framing, HoldsWhatIsDrawnAndMovesSmoothly) {
    const auto boxes = falling_drop();
    Real roughest = 0.0f;
    for (int frame = 2; frame < 40; ++frame) {
        const auto at = [&](int k) { return smoothed_box(boxes, k, 6); };
        if (const auto own = boxes.find(frame); own != boxes.end() && !own->second.empty()) {
            EXPECT_TRUE(at(frame).padded(1e-5f).contains(own->second.min)) << frame;
            EXPECT_TRUE(at(frame).padded(1e-5f).contains(own->second.max)) << frame;
        }
        const Vec3 bend = at(frame - 1).min - 2.0f * at(frame).min + at(frame + 1).min;
        roughest = std::max(roughest, bend.cwiseAbs().maxCoeff());
    }
    EXPECT_LT(roughest, 0.012f);  // the jitter alone bends by 0.1
}

TEST(Framing, DependsOnTheFramesNearbyOnly) {
    auto boxes = falling_drop();
    const Box3 before = smoothed_box(boxes, 15, 3);
    for (auto& [frame, box] : boxes)
        if (std::abs(frame - 15) > 6) box = Box3{Vec3::Constant(-9.0f), Vec3::Constant(9.0f)};
    const Box3 after = smoothed_box(boxes, 15, 3);
    EXPECT_TRUE(before.min == after.min && before.max == after.max);
}

TEST(Framing, WithoutReachItIsTheFramesOwnBoxAndWithoutBoxesEmpty) {
    const auto boxes = falling_drop();
    EXPECT_TRUE(smoothed_box(boxes, 5, 0).min.isApprox(boxes.at(5).min));
    EXPECT_TRUE(smoothed_box(boxes, 20, 0).empty());
    EXPECT_TRUE(smoothed_box({}, 1, 4).empty());
}

}  // namespace
}  // namespace lamella
