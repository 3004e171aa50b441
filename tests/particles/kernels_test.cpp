#include <lamella/particles/kernels.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

template <class Kernel>
class KernelTest : public testing::Test {};
using Kernels = testing::Types<Poly6, Spiky, ViscosityKernel, CubicSpline, WendlandC2>;
TYPED_TEST_SUITE(KernelTest, Kernels);

// The integral of 4 pi r^2 f(r) over the support, by the midpoint rule in double.
template <class F>
double ball_integral(double h, F&& f) {
    const int n = 20'000;
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        const double r = (i + 0.5) * h / n;
        sum += 4.0 * std::numbers::pi * r * r * f(static_cast<Real>(r)) * h / n;
    }
    return sum;
}

TYPED_TEST(KernelTest, HasUnitIntegral) {
    for (Real h : {0.05f, 1.0f, 30.0f}) {
        const TypeParam W(h);
        EXPECT_NEAR(ball_integral(h, [&](Real r) { return W(r); }), 1.0, 1e-4);
    }
}

TYPED_TEST(KernelTest, VanishesAtAndBeyondTheSupport) {
    const TypeParam W(0.7f);
    for (Real r : {0.7f, 0.9f, 100.0f}) {
        EXPECT_NEAR(W(r) / W(0.35f), 0.0f, 1e-6f);
        EXPECT_NEAR(W.slope_over_r(r) / W.slope_over_r(0.35f), 0.0f, 1e-6f);
    }
}

TYPED_TEST(KernelTest, SlopeAndLaplacianMatchFiniteDifferences) {
    const TypeParam W(1.0f);
    for (Real r : {0.3f, 0.41f, 0.47f, 0.6f, 0.83f, 0.95f}) {
        const Real e = 0.01f;
        const double slope = (W(r + e) - W(r - e)) / (2.0 * e);
        EXPECT_NEAR(W.slope_over_r(r) * r, slope, 0.02 * std::abs(slope) + 0.02);
        const auto s = [&](Real a) { return W.slope_over_r(a) * a; };
        const double laplacian = (s(r + e) - s(r - e)) / (2.0 * e) + 2.0 * s(r) / r;
        EXPECT_NEAR(W.laplacian(r), laplacian, 0.03 * std::abs(laplacian) + 0.05);
    }
}

std::array<float, kPackWidth> lanes(const Pack& pack) {
    std::array<float, kPackWidth> values{};
    pack.copy_to(values.data(), simd::element_aligned);
    return values;
}

TYPED_TEST(KernelTest, GradientIsFiniteAtZeroAndPacksAgreeWithNumbers) {
    const TypeParam W(1.0f);
    EXPECT_TRUE(std::isfinite(W.slope_over_r(0.0f)));
    const Pack r = 0.15f * lane_numbers();
    const auto distances = lanes(r);
    const auto values = lanes(W(r));
    const auto slopes = lanes(W.slope_over_r(r));
    for (std::size_t lane = 0; lane < distances.size(); ++lane) {
        EXPECT_EQ(values[lane], W(distances[lane]));
        EXPECT_EQ(slopes[lane], W.slope_over_r(distances[lane]));
    }
}

// The pair operator sum V (f_j - f_i) L(r) is consistent when the second moment of L is 2 x 3.
TEST(ViscosityKernel, LaplacianHasTheRightSecondMoment) {
    const ViscosityKernel W(2.0f);
    EXPECT_NEAR(ball_integral(2.0, [&](Real r) { return r * r * W.laplacian(r); }), 6.0, 1e-3);
}

}  // namespace
}  // namespace lamella
