#include <lamella/core/exact_sum.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/core/vec.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace lamella {
namespace {

using Limits = std::numeric_limits<double>;

double exact(const std::vector<double>& values) {
    ExactSum sum;
    sum.add(values);
    return sum.value();
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

// Numbers of all sizes, each with its opposite but for a few, so that nearly everything cancels.
std::vector<double> hostile(std::size_t n, std::mt19937_64& random) {
    std::uniform_real_distribution<double> fraction(-1.0, 1.0);
    std::uniform_int_distribution<int> exponent(-300, 300);
    std::vector<double> values;
    for (std::size_t k = 0; k < n / 2; ++k) {
        const double x = std::ldexp(fraction(random), exponent(random) * 10 / 3);
        values.push_back(x);
        values.push_back(k % 1000 == 0 ? -x * (1.0 - Limits::epsilon()) : -x);
    }
    return values;
}

// The sum by another road: an expansion of doubles that do not overlap, grown by error-free additions (Shewchuk), and
// rounded from its largest part with the sign of the rest deciding ties.
double by_expansion(const std::vector<double>& values) {
    std::vector<double> parts;
    for (double x : values) {
        std::vector<double> next;
        for (const double p : parts) {
            const double high = x + p, of_p = high - x, low = (x - (high - of_p)) + (p - of_p);
            if (low != 0.0) next.push_back(low);
            x = high;
        }
        next.push_back(x);
        parts = next;
    }
    double high = 0.0;
    while (!parts.empty()) {
        const double before = high, part = parts.back();
        parts.pop_back();
        high = before + part;
        const double low = part - (high - before);
        if (low == 0.0) continue;
        const bool same_side = !parts.empty() && (low < 0.0) == (parts.back() < 0.0);
        const double twice = low * 2.0, up = high + twice;
        return same_side && up - high == twice ? up : high;
    }
    return high;
}

TEST(ExactSum, OfNothingIsZero) {
    EXPECT_EQ(bits(exact({})), bits(0.0));
    EXPECT_EQ(bits(exact({0.0, -0.0})), bits(0.0));
    EXPECT_EQ(ExactSum{}.value(), 0.0);
}

TEST(ExactSum, OneValueIsItself) {
    for (const double x : {1.0, -1.0, 0.1, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(),
                           -3.0 * Limits::denorm_min(), 1e308, 1.5e-310, 4294967296.0, 0x1.fffffffffffffp+31}) {
        EXPECT_EQ(bits(exact({x})), bits(x)) << x;
        ExactSum one;
        one.add(x);
        EXPECT_EQ(bits(one.value()), bits(x)) << x;
    }
}

TEST(ExactSum, KnownSums) {
    EXPECT_EQ(exact({1e100, 1.0, -1e100}), 1.0);
    EXPECT_EQ(exact(std::vector<double>(10, 0.1)), 1.0);
    EXPECT_EQ(exact({Limits::max(), Limits::max(), -Limits::max()}), Limits::max());
    EXPECT_EQ(exact({Limits::max(), Limits::max()}), Limits::infinity());
    EXPECT_EQ(exact({1e308, -1e308, Limits::denorm_min()}), Limits::denorm_min());
    EXPECT_EQ(exact({Limits::min(), -Limits::denorm_min()}), Limits::min() - Limits::denorm_min());
}

TEST(ExactSum, RoundsToTheNearestAndTiesToEven) {
    const double half = 0.5 * Limits::epsilon(), tiny = 1e-300;
    EXPECT_EQ(exact({1.0, half}), 1.0);
    EXPECT_EQ(exact({1.0, half, tiny}), 1.0 + Limits::epsilon());
    EXPECT_EQ(exact({1.0, half, -tiny}), 1.0);
    EXPECT_EQ(exact({1.0 + Limits::epsilon(), half}), 1.0 + 2.0 * Limits::epsilon());
    EXPECT_EQ(exact({1.0 + Limits::epsilon(), half, -tiny}), 1.0 + Limits::epsilon());
    EXPECT_EQ(exact({-1.0, -half, -tiny}), -1.0 - Limits::epsilon());
}

TEST(ExactSum, EqualsASumByExpansions) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> values = hostile(2 + static_cast<std::size_t>(round) % 60, random);
        values.resize(values.size() - static_cast<std::size_t>(round) % 2);
        EXPECT_EQ(bits(exact(values)), bits(by_expansion(values))) << round;
    }
}

TEST(ExactSum, EqualsASumOfWholeNumbers) {
    std::mt19937_64 random(8);
    std::uniform_int_distribution<std::int64_t> number(-(std::int64_t{1} << 40), std::int64_t{1} << 40);
    std::int64_t whole = 0;
    std::vector<double> values;
    for (int k = 0; k < 5000; ++k) {
        const std::int64_t n = number(random);
        whole += n;
        values.push_back(std::ldexp(static_cast<double>(n), -30));
    }
    EXPECT_EQ(exact(values), std::ldexp(static_cast<double>(whole), -30));
}

TEST(ExactSum, DependsNeitherOnTheOrderNorOnTheParts) {
    std::mt19937_64 random(9);
    std::vector<double> values = hostile(100'000, random);
    const std::uint64_t expected = bits(exact(values));
    ASSERT_NE(std::bit_cast<double>(expected), 0.0);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(values.begin(), values.end(), random);
        ExactSum total;
        for (std::size_t begin = 0; begin < values.size();) {
            const std::size_t n = std::min<std::size_t>(values.size() - begin, random() % 5000);
            ExactSum part;
            part.add(std::span(values).subspan(begin, n));
            if (begin % 3 == 0)
                part.add(total), total = part;
            else
                total.add(part);
            begin += n;
        }
        EXPECT_EQ(bits(total.value()), expected) << round;
    }
}

TEST(ExactSum, OneByOneIsTheSameAsManyAtOnce) {
    std::mt19937_64 random(10);
    const std::vector<double> values = hostile(10'000, random);
    ExactSum sum;
    for (const double x : values) sum.add(x);
    EXPECT_EQ(bits(sum.value()), bits(exact(values)));
}

TEST(ExactSum, ManyCarriesLoseNothing) {
    ExactSum sum, doubled;
    sum.add(0x1.fffffffffffffp+40);
    sum.add(-0x1.fffffffffffffp-40);
    for (int k = 0; k < 70; ++k) {  // 2^70 times the two terms
        doubled = sum;
        sum.add(doubled);
    }
    EXPECT_EQ(sum.value(), std::ldexp(0x1.fffffffffffffp+40 - 0x1.fffffffffffffp-40, 70));
    for (int k = 0; k < 3; ++k) doubled.add(-0x1p+1000);
    EXPECT_EQ(doubled.value(), -3.0 * 0x1p+1000);
}

TEST(ExactSum, WhatIsNotFiniteStays) {
    constexpr double inf = Limits::infinity(), nan = Limits::quiet_NaN();
    EXPECT_EQ(exact({1.0, inf, -1e300}), inf);
    EXPECT_EQ(exact({-inf, 1e308}), -inf);
    EXPECT_TRUE(std::isnan(exact({inf, -inf})));
    EXPECT_TRUE(std::isnan(exact({nan})));
    EXPECT_TRUE(std::isnan(exact({nan, 0.0, 0.0})));
    EXPECT_TRUE(std::isnan(exact({1e300, nan, 1.0, 1e-300, inf})));
    EXPECT_EQ(bits(exact({inf, -inf})), bits(exact({-nan, 1.0})));
    ExactSum sum;
    sum.add(nan);
    sum.add(1.0);
    EXPECT_TRUE(std::isnan(sum.value()));
}

TEST(ExactSum, AnyNumberOfTerms) {
    for (std::size_t n = 0; n < 40; ++n) EXPECT_EQ(exact(std::vector<double>(n, 0.25)), 0.25 * static_cast<double>(n));
    for (const std::size_t n : {1023U, 1024U, 1025U, 2049U})
        EXPECT_EQ(exact(std::vector<double>(n, 0.25)), 0.25 * static_cast<double>(n));
}

TEST(ParallelSum, DoesNotDependOnTheOrder) {
    std::mt19937_64 random(11);
    std::vector<Vec3> values(50'000);
    std::normal_distribution<float> normal;
    for (Vec3& v : values) v = Vec3(normal(random), 1e6f * normal(random), std::exp(30.0f * normal(random)));
    const auto of_all = [&] {
        return parallel_sum(
            "sum", static_cast<Index>(values.size()),
            [&](Index i) -> Vec3d { return values[static_cast<std::size_t>(i)].cast<double>(); }, Vec3d(Vec3d::Zero()));
    };
    const auto of_floats = [&] {
        return parallel_sum("sum", static_cast<Index>(values.size()),
                            [&](Index i) { return values[static_cast<std::size_t>(i)].y(); });
    };
    const Vec3d expected = of_all();
    EXPECT_EQ(of_floats(), expected.y());
    for (int round = 0; round < 5; ++round) {
        const ThreadLimit limit(1 + round % 3);
        std::shuffle(values.begin(), values.end(), random);
        EXPECT_EQ(of_all(), expected);
        EXPECT_EQ(of_floats(), expected.y());
    }
}

}  // namespace
}  // namespace lamella
