#include "particle_shapes.hpp"

#include <lamella/particles/kernels.hpp>
#include <lamella/surface/surface_method.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <map>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;

// A sheet of one layer, whose normal is given, and a drop far from it; ids from 100.
ParticleSet sheet_and_drop(const Vec3& normal) {
    const Vec3 along = normal.unitOrthogonal();
    const Vec3 across = normal.cross(along);
    std::vector<Vec3> points;
    for (Index i = -8; i <= 8; ++i)
        for (Index k = -8; k <= 8; ++k) points.emplace_back(kSpacing * (Real(i) * along + Real(k) * across));
    points.emplace_back(3.0f, 0.0f, 0.0f);
    ParticleSet particles = particles_at(points);
    auto& id = particles.add<IndexColumn>("id");
    for (Index i = 0; i < particles.size(); ++i) id[i] = 100 + i;
    return particles;
}

template <class Parameters>
ParticleSet kernels_of(const ParticleSet& particles, Parameters parameters = {}) {
    parameters.display.kernels = true;
    return reconstruct(parameters, particles, kSpacing).kernels;
}

Mat3 axes_of(const ParticleSet& kernels, Index i) {
    return Eigen::Quaternionf(kernels.get<Vec4Column>("orient")[i]).toRotationMatrix();
}

std::map<Index, Index> rows_by_id(const ParticleSet& kernels) {
    std::map<Index, Index> rows;
    for (Index i = 0; i < kernels.size(); ++i) rows[kernels.get<IndexColumn>("id")[i]] = i;
    return rows;
}

template <class Parameters>
class KernelDisplay : public testing::Test {};
using Anisotropic = testing::Types<TrueVolumeParameters, Yu2011Parameters, Ando2011Parameters>;
TYPED_TEST_SUITE(KernelDisplay, Anisotropic);

TYPED_TEST(KernelDisplay, EllipsoidsLieInTheSheetAndFillTheVolumeOfAParticle) {
    const Vec3 normal = Vec3(1, 2, -0.5f).normalized();
    const ParticleSet particles = sheet_and_drop(normal);
    const ParticleSet kernels = kernels_of<TypeParam>(particles);
    ASSERT_EQ(kernels.size(), particles.size());
    const auto& scale = kernels.get<Vec3Column>("scale");
    for (Index i = 0; i < kernels.size(); ++i) {
        ASSERT_NEAR(4.0f / 3.0f * kPi * scale[i].prod() / std::pow(kSpacing, 3.0f), 1.0f, 1e-4f);
        ASSERT_NEAR(kernels.get<Vec4Column>("orient")[i].norm(), 1.0f, 1e-6f);
    }
    const auto rows = rows_by_id(kernels);
    ASSERT_EQ(static_cast<Index>(rows.size()), particles.size());
    const Index middle = rows.at(100 + 8 * 17 + 8);
    EXPECT_LT(kernels.positions()[middle].norm(), 0.01f * kSpacing);
    Index shortest = 0;
    scale[middle].minCoeff(&shortest);
    EXPECT_GT(std::abs(axes_of(kernels, middle).col(shortest).dot(normal)), 0.9999f);
    EXPECT_LT(2.0f * scale[middle].minCoeff(), scale[middle].maxCoeff());
    const Index drop = rows.at(100 + 17 * 17);
    EXPECT_LT((kernels.positions()[drop] - Vec3(3, 0, 0)).norm(), 1e-5f);
    EXPECT_NEAR(scale[drop].minCoeff() / scale[drop].maxCoeff(), 1.0f, 1e-5f);
}

TEST(KernelDisplay, CentresAreThoseAfterSmoothing) {
    Yu2011Parameters still;
    still.relocation = 0.0f;
    const ParticleSet particles = sheet_and_drop(Vec3::UnitY());
    const ParticleSet moved = kernels_of<Yu2011Parameters>(particles);
    const ParticleSet kept = kernels_of(particles, still);
    const Index corner = 100;  // its neighbours are on one side of it
    EXPECT_LT((kept.positions()[rows_by_id(kept).at(corner)] - particles.positions()[0]).norm(), 1e-6f);
    EXPECT_GT((moved.positions()[rows_by_id(moved).at(corner)] - particles.positions()[0]).norm(), 0.5f * kSpacing);
}

TEST(KernelDisplay, ParticlesDeepInsideAreBalls) {
    const ParticleSet kernels =
        kernels_of<TrueVolumeParameters>(particles_at(ball_points(Vec3::Zero(), 0.8f, kSpacing)));
    Index deep = 0;
    for (Index i = 0; i < kernels.size(); ++i) {
        if (kernels.positions()[i].norm() > 0.3f) continue;
        ++deep;
        ASSERT_NEAR(kernels.get<Vec3Column>("scale")[i].minCoeff(), std::cbrt(0.75f / kPi) * kSpacing, 1e-6f);
    }
    EXPECT_GT(deep, 50);
}

TEST(KernelDisplay, NothingUnlessItIsAskedFor) {
    EXPECT_EQ(reconstruct(TrueVolumeParameters{}, sheet_and_drop(Vec3::UnitY()), kSpacing).kernels.size(), 0);
    EXPECT_FALSE(writes_kernels(ZhuBridson2005Parameters{}));
}

}  // namespace
}  // namespace lamella
