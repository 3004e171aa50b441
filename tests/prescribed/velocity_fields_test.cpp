#include <lamella/core/random.hpp>
#include <lamella/prescribed/velocity_fields.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace lamella {
namespace {

Vec3d somewhere(std::uint64_t k) { return 0.5 * (random_in_cube(1, 0, k).cast<double>() + Vec3d::Ones()); }

std::vector<VelocityField> all_fields() {
    return {EnrightField{}, VortexField{}, CellularField{}, ExpandingDiscField{}, RigidRotationField{}};
}

TEST(VelocityFields, HaveNoDivergence) {
    constexpr double kStep = 1e-5;
    for (const VelocityField& field : all_fields())
        for (std::uint64_t k = 0; k < 20; ++k) {
            double divergence = 0.0;
            for (int a = 0; a < 3; ++a) {
                const Vec3d ahead = somewhere(k) + kStep * Vec3d::Unit(a);
                const Vec3d behind = somewhere(k) - kStep * Vec3d::Unit(a);
                divergence += (velocity_at(field, ahead, 0.4)[a] - velocity_at(field, behind, 0.4)[a]) / (2 * kStep);
            }
            EXPECT_NEAR(divergence, 0.0, 1e-7) << field.index();
        }
}

TEST(VelocityFields, EnrightHasTheValuesOfItsFormula) {
    // sin^2(pi/4) = 1/2, sin(pi/2) = 1, sin(2 pi/3) = sqrt(3)/2 and sin^2(pi/3) = 3/4
    const Vec3d u = EnrightField{}.velocity({0.25, 0.25, 1.0 / 3.0}, 1.0);
    const double half = std::cos(std::numbers::pi / 3.0);
    EXPECT_NEAR(u.x(), half * 2.0 * 0.5 * std::sqrt(0.75), 1e-7);
    EXPECT_NEAR(u.y(), -half * 0.5 * std::sqrt(0.75), 1e-7);
    EXPECT_NEAR(u.z(), -half * 0.75, 1e-7);
    const EnrightField large{Vec3::Constant(1.0f), 2.0f, 3.0f};
    EXPECT_LT((large.velocity(Vec3d(1.5, 1.5, 1.0 + 2.0 / 3.0), 1.0) - 2.0 * u).norm(), 1e-6);
}

TEST(VelocityFields, BringEverythingBackAfterTheirPeriod) {
    for (const VelocityField& field : {VelocityField{EnrightField{}}, VelocityField{VortexField{}}}) {
        const double period = field.index() == 0 ? 3.0 : 8.0;
        for (std::uint64_t k = 0; k < 20; ++k) {
            Vec3d x = somewhere(k);
            for (int step = 0; step < 800; ++step) x = carried(field, x, step * period / 800, period / 800);
            EXPECT_LT((x - somewhere(k)).norm(), 1e-5);
        }
    }
}

TEST(VelocityFields, TheDiscGrowsInProportionToTime) {
    const VelocityField field = ExpandingDiscField{Vec3(1, 2, 3), Vec3(0, 0, 5), 0.5f};
    Vec3d x(1.3, 2.4, 3.2);
    for (int step = 0; step < 100; ++step) x = carried(field, x, 0.01 * step, 0.01);
    EXPECT_LT((x - Vec3d(1.0 + 3 * 0.3, 2.0 + 3 * 0.4, 3.0 + 0.2 / 9.0)).norm(), 1e-6);
}

TEST(VelocityFields, ARotationKeepsTheDistanceToItsAxis) {
    const VelocityField field = RigidRotationField{Vec3::Zero(), Vec3(0, 0, 2.0f * std::numbers::pi_v<Real>)};
    Vec3d x(0.3, 0.4, 0.5);
    for (int step = 0; step < 100; ++step) x = carried(field, x, 0.0, 0.01);
    EXPECT_LT((x - Vec3d(0.3, 0.4, 0.5)).norm(), 1e-5);
}

}  // namespace
}  // namespace lamella
