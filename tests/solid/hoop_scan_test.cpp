#include "crack_block.hpp"

#include <lamella/solid/fracture/hoop_scan.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// Stresses of Westergaard and Irwin around a straight crack along x that ends at the origin, K1 and K2, plane.
Mat3 around_a_tip(double x, double y, double K1, double K2) {
    const double r = std::hypot(x, y), half = 0.5 * std::atan2(y, x), f = 1.0 / std::sqrt(2.0 * std::numbers::pi * r);
    const double c = std::cos(half), s = std::sin(half), c3 = std::cos(3 * half), s3 = std::sin(3 * half);
    Mat3d S = Mat3d::Zero();
    S(0, 0) = f * (K1 * c * (1 - s * s3) - K2 * s * (2 + c * c3));
    S(1, 1) = f * (K1 * c * (1 + s * s3) + K2 * s * c * c3);
    S(0, 1) = S(1, 0) = f * (K1 * s * c * c3 + K2 * c * (1 - s * s3));
    return S.cast<Real>();
}

struct Field {
    Field(double K1, double K2) : block({14, 14, 6}), cells(block.places, 2.0f) {
        for (Index i = 0; i < block.places.size(); ++i) {
            const Vec3 p = block.places[i];
            stress.push_back(around_a_tip(p.x() - tip.x(), p.y() - tip.y(), K1, K2));
        }
        health.assign(stress.size(), 1.0f);
    }
    ScannedStress scan() const {
        return scan_hoop_stress({cells, stress, health}, tip, Vec3d::UnitX(), Vec3d::UnitY(), 1.0);
    }
    testing::Block block;
    RestCells cells;
    Vec3d tip{7.0, 7.0, 3.0};
    std::vector<Mat3> stress;
    std::vector<Real> health;
};

TEST(HoopScan, GoesStraightUnderTensionAndKinksUnderShear) {
    const auto open = Field(1.0, 0.0).scan();
    EXPECT_NEAR(open.angle, 0.0, 0.02);
    EXPECT_NEAR(open.stress, 1.0 / std::sqrt(2.0 * std::numbers::pi * 2.0), 0.03);
    // Equal parts: theory has 53.1 degrees.
    EXPECT_NEAR(Field(1.0, 1.0).scan().angle * 180.0 / std::numbers::pi, -53.1, 3.0);
    EXPECT_NEAR(Field(1.0, -1.0).scan().angle * 180.0 / std::numbers::pi, 53.1, 3.0);
}

TEST(HoopScan, SeesNothingWhereThereIsNoMatter) {
    Field field(1.0, 0.0);
    field.tip = Vec3d(40, 7, 3);
    EXPECT_EQ(field.scan().stress, 0.0);
    std::ranges::fill(field.health, 0.0f);
    field.tip = Vec3d(7, 7, 3);
    EXPECT_EQ(field.scan().stress, 0.0);
}

}  // namespace
}  // namespace lamella
