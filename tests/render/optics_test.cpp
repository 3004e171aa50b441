#include <lamella/render/optics.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// The amplitude form by the angles of incidence and refraction, in double.
double closed_form(double incidence, double eta) {
    const double behind = std::asin(std::sin(incidence) / eta);
    const double across = std::sin(incidence - behind) / std::sin(incidence + behind);
    const double parallel = std::tan(incidence - behind) / std::tan(incidence + behind);
    return 0.5 * (across * across + parallel * parallel);
}

TEST(Optics, FresnelAgreesWithTheClosedForm) {
    for (const double eta : {1.33, 1.5, 2.4, 1.0 / 1.33})
        for (double degrees = 1.0; degrees < 48.0; degrees += 4.7) {
            const double angle = degrees * 0.017453292519943295;
            EXPECT_NEAR(fresnel_reflectance(static_cast<Real>(std::cos(angle)), static_cast<Real>(eta)),
                        closed_form(angle, eta), 2e-5)
                << degrees << " degrees, index " << eta;
        }
}

TEST(Optics, FresnelLimits) {
    EXPECT_NEAR(fresnel_reflectance(1.0f, 1.33f), (0.33 / 2.33) * (0.33 / 2.33), 1e-6);
    EXPECT_NEAR(fresnel_reflectance(0.0f, 1.33f), 1.0f, 1e-6f);
    EXPECT_EQ(fresnel_reflectance(std::cos(0.9f), 1.0f / 1.33f), 1.0f);  // beyond 48.75 degrees
    EXPECT_NEAR(fresnel_reflectance(0.4f, 1.0f), 0.0f, 1e-12f);
}

TEST(Optics, SinesOfRefractionFollowSnell) {
    const Vec3 normal = Vec3(0.3f, 0.9f, -0.2f).normalized();
    const Vec3 direction = Vec3(0.6f, -0.7f, 0.2f).normalized();
    for (const Real eta : {1.0f, 1.33f, 2.0f, 0.9f}) {
        const auto bent = refracted(direction, normal, eta);
        ASSERT_TRUE(bent);
        EXPECT_NEAR(cross(*bent, normal).norm() * eta, cross(direction, normal).norm(), 1e-5f);
        EXPECT_NEAR(bent->dot(cross(direction, normal)), 0.0f, 1e-6f);  // in the plane of incidence
        EXPECT_LT(bent->dot(normal), 0.0f);
    }
}

TEST(Optics, TotalReflectionHasNoRefractedDirection) {
    const Vec3 direction(std::sin(0.9f), -std::cos(0.9f), 0.0f);
    EXPECT_FALSE(refracted(direction, Vec3::UnitY(), 1.0f / 1.33f));
    EXPECT_TRUE(refracted(direction, Vec3::UnitY(), 1.33f));
}

TEST(Optics, BeerNeverAmplifies) {
    EXPECT_TRUE(beer_transmittance(Vec3(-1.0f, 0.0f, 2.0f)).isApprox(Vec3(1.0f, 1.0f, std::exp(-2.0f))));
}

}  // namespace
}  // namespace lamella
