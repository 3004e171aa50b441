#include <lamella/core/random.hpp>
#include <lamella/core/symmetric_eigen.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

Mat3d random_rotation(std::uint64_t counter) {
    const Vec3d a = random_in_cube(1, 0, counter).cast<double>().normalized();
    const Vec3d b = random_in_cube(1, 1, counter).cast<double>();
    const Vec3d c = cross(a, b).normalized();
    Mat3d r;
    r << a, c, cross(a, c);
    return r;
}

void expect_decomposed(const Mat3d& a, double tolerance) {
    const SymmetricEigen e = symmetric_eigen(a);
    EXPECT_GE(e.values[0], e.values[1]);
    EXPECT_GE(e.values[1], e.values[2]);
    EXPECT_LT((e.vectors * e.vectors.transpose() - Mat3d::Identity()).norm(), 1e-14);
    EXPECT_LT((e.vectors * e.values.asDiagonal() * e.vectors.transpose() - a).norm(), tolerance);
}

TEST(SymmetricEigen, RebuildsTheMatrix) {
    const Vec3d spectra[] = {{3, 2, 1}, {1, 1, 1}, {1, 1, 1e-3}, {1, 1 + 1e-9, 0}, {1, 0, 0}, {5, -2, -2}, {0, 0, 0}};
    std::uint64_t counter = 0;
    for (const Vec3d& values : spectra)
        for (int repeat = 0; repeat < 50; ++repeat) {
            const Mat3d q = random_rotation(counter++);
            expect_decomposed(q * values.asDiagonal() * q.transpose(), 2e-14);
        }
}

TEST(SymmetricEigen, ScalesWithTheMatrix) {
    const Mat3d q = random_rotation(7);
    const Mat3d a = q * Vec3d(1e-20, 3e-21, 2e-22).asDiagonal() * q.transpose();
    expect_decomposed(a, 1e-33);
    EXPECT_NEAR(symmetric_eigen(a).values[2], 2e-22, 1e-33);
}

TEST(SymmetricEigen, ReadsTheUpperTriangleOnly) {
    Mat3d a = Vec3d(1, 2, 3).asDiagonal();
    a(0, 1) = 0.5;
    a(1, 0) = 77.0;
    EXPECT_NEAR(symmetric_eigen(a).values.sum(), 6.0, 1e-14);
    EXPECT_NEAR(symmetric_eigen(a).values[0], 3.0, 1e-14);
}

}  // namespace
}  // namespace lamella
