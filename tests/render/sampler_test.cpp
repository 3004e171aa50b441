#include <lamella/render/sampler.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lamella {
namespace {

// Sixteen points of a (0, 2) sequence: one in each of the 16x1, 8x2, 4x4, 2x8 and 1x16 boxes.
TEST(Sampler, SixteenSamplesFillEveryElementaryBox) {
    for (std::uint64_t pixel = 0; pixel < 20; ++pixel)
        for (int dimension = 0; dimension < 4; ++dimension)
            for (int split = 0; split <= 4; ++split) {
                std::set<int> boxes;
                for (std::uint32_t s = 0; s < 16; ++s) {
                    Sampler sampler(pixel, s);
                    Sampler::Point p{};
                    for (int d = 0; d <= dimension; ++d) p = sampler.next();
                    boxes.insert(static_cast<int>(p[0] * static_cast<Real>(1 << split)) * 16 +
                                 static_cast<int>(p[1] * static_cast<Real>(16 >> split)));
                }
                EXPECT_EQ(boxes.size(), 16u) << "pixel " << pixel << ", dimension " << dimension;
            }
}

TEST(Sampler, PixelsAndDimensionsDiffer) {
    Sampler a(1, 0);
    Sampler b(2, 0);
    const auto first = a.next();
    EXPECT_NE(first, b.next());
    EXPECT_NE(first, a.next());
}

}  // namespace
}  // namespace lamella
