#include <lamella/core/quad_array.hpp>
#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/core/symmetric_sums.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

namespace lamella {
namespace {

std::array<float, kPackWidth> lanes(Pack pack) {
    std::array<float, kPackWidth> values{};
    pack.copy_to(values.data(), simd::element_aligned);
    return values;
}

TEST(QuadArray, LoadsTheRowsOfAList) {
    QuadArray quads;
    quads.resize(20);
    for (Index i = 0; i < 20; ++i) {
        const auto x = static_cast<Real>(i);
        quads.set(i, Vec3(x, 100.0f + x, 200.0f + x), 300.0f + x);
    }
    constexpr Index kBase = 8;
    const std::array<std::uint16_t, kPackWidth> offsets{7, 0, 11, 3, 3, 10, 5, 8};
    const QuadPack pack = quads.rows().load(kBase, offsets.data());
    for (std::size_t k = 0; k < offsets.size(); ++k) {
        const auto x = static_cast<float>(kBase + offsets[k]);
        EXPECT_EQ(lanes(pack.xyz.x)[k], x);
        EXPECT_EQ(lanes(pack.xyz.y)[k], 100.0f + x);
        EXPECT_EQ(lanes(pack.xyz.z)[k], 200.0f + x);
        EXPECT_EQ(lanes(pack.w)[k], 300.0f + x);
    }
}

TEST(Pack, FoldsInTheWrittenOrder) {
    const std::array<float, kPackWidth> s{1e8f, 1.0f, -1e8f, 3.0f, 0.5f, 7.0f, 2e-3f, 11.0f};
    const float expected = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    EXPECT_EQ(fold(load_pack(s.data())), expected);
}

TEST(Pack, MultipliesAndAddsWithOneRounding) {
    const float a = 1.0f + 0x1p-12f;
    const float b = 1.0f - 0x1p-12f;
    EXPECT_EQ(lanes(multiply_add(Pack(a), Pack(b), Pack(-1.0f)))[3], std::fma(a, b, -1.0f));
    EXPECT_NE(std::fma(a, b, -1.0f), 0.0f);
}

TEST(SymmetricMatrix, SumsOuterProducts) {
    Pack x([](auto lane) { return static_cast<float>(lane); });
    const Vec3Pack v{x, Pack(2.0f), x + 1.0f};
    const Mat3 m = symmetric_matrix(fold(outer_product(Pack(0.5f), v)));
    Mat3 expected = Mat3::Zero();
    for (int k = 0; k < kPackWidth; ++k) {
        const auto a = static_cast<Real>(k);
        const Vec3 w(a, 2.0f, a + 1.0f);
        expected += 0.5f * w * w.transpose();
    }
    EXPECT_LT((m - expected).norm(), 1e-5f * expected.norm());
}

TEST(SymmetricMatrix, EigenvaluesAreThoseOfEigen) {
    for (int k = 0; k < 100; ++k) {
        Mat3d a;
        for (int i = 0; i < 9; ++i) a(i / 3, i % 3) = std::sin(1.7 * k + 0.9 * i * i);
        const Mat3 m = (a + a.transpose()).cast<Real>();
        const Eigen::SelfAdjointEigenSolver<Mat3d> solver(m.cast<double>());
        const Vec3 found = symmetric_eigenvalues(m);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], solver.eigenvalues()[2 - i], 2e-6);
    }
    EXPECT_EQ(symmetric_eigenvalues(3.0f * Mat3::Identity()), Vec3::Constant(3.0f));
    EXPECT_EQ(symmetric_eigenvalues(Mat3::Zero()), Vec3::Zero());
}

}  // namespace
}  // namespace lamella
