#include <lamella/linear/vector_sums.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace lamella {
namespace {

TEST(VectorSums, DotProductsDoNotDependOnTheOrderOfTheRows) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<float> a(20'012), b(a.size());
    for (float& x : a) x = std::exp(10.0f * normal(random));
    for (float& x : b) x = normal(random);
    const double expected = dot<float>(a, b);
    std::vector<std::size_t> order(a.size() / kVectorRow);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int round = 0; round < 5; ++round) {
        const ThreadLimit limit(1 + round % 3);
        std::shuffle(order.begin(), order.end(), random);
        std::vector<float> c, d;
        for (const std::size_t row : order)
            for (std::size_t i = kVectorRow * row; i < kVectorRow * (row + 1); ++i) {
                c.push_back(a[i]);
                d.push_back(b[i]);
            }
        EXPECT_EQ(dot<float>(c, d), expected);
    }
}

TEST(VectorSums, DotProductsOfWholeNumbersAreExact) {
    for (const std::size_t n : {0U, 1U, 3U, 4U, 15U, 16U, 17U, 4095U, 4096U, 4097U, 9001U}) {
        const std::vector<double> a(n, 3.0), b(n, -7.0);
        const std::vector<float> c(n, 3.0f), d(n, -7.0f);
        EXPECT_EQ(dot<double>(a, b), -21.0 * static_cast<double>(n));
        EXPECT_EQ(dot<float>(c, d), -21.0 * static_cast<double>(n));
    }
}

}  // namespace
}  // namespace lamella
