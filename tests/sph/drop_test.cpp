// A drop of water without gravity, under every surface tension that a scene can name.
#include "test_liquid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

namespace lamella {
namespace {

constexpr Real kTension = 0.0728f;
constexpr Real kRadius = 0.005f;
constexpr Real kSpacing = kRadius / 4.0f;

std::string name_of(const SurfaceTensions::Parameters& tension) {
    return std::visit([](const auto& p) { return std::string(p.name); }, tension);
}

std::vector<SurfaceTensions::Parameters> tensions() {
    std::vector<SurfaceTensions::Parameters> all = every_alternative<SurfaceTensions::Parameters>();
    all.erase(all.begin());  // none
    return all;
}

// Water, where the method is not given in N/m about as strong.
void make_water(NoSurfaceTension::Parameters&) {}
void make_water(SurfaceTensionHe2014::Parameters& p) { p.kappa = kTension * 2.5f * kSpacing / 0.12f; }
void make_water(SurfaceTensionBecker2007::Parameters& p) { p.strength = kTension / 1.8f; }
void make_water(auto& p) { p.tension = kTension; }

SphSetup drop(SurfaceTensions::Parameters tension) {
    SphSetup setup;
    setup.carried_surface = make_tension_mesh;
    std::visit([](auto& p) { make_water(p); }, tension);
    setup.parameters.surface_tension = tension;
    setup.spacing = kSpacing;
    setup.domain.box = {Vec3::Zero(), Vec3::Constant(8.0f * kRadius)};
    setup.domain.open.fill(true);
    setup.gravity = Vec3::Zero();
    setup.materials[0].viscosity = 0.001f;
    setup.expected_speed = 0.1f;
    std::vector<Vec3> points;
    for (int c = -4; c < 4; ++c)
        for (int b = -4; b < 4; ++b)
            for (int a = -4; a < 4; ++a) {
                const Vec3 x = kSpacing * Vec3(static_cast<Real>(a) + 0.5f, static_cast<Real>(b) + 0.5f,
                                               static_cast<Real>(c) + 0.5f);
                if (x.norm() < kRadius) points.emplace_back(x + Vec3::Constant(4.0f * kRadius));
            }
    setup.particles = particles_from_points(points);
    return setup;
}

class AnyTension : public testing::TestWithParam<SurfaceTensions::Parameters> {};
INSTANTIATE_TEST_SUITE_P(All, AnyTension, testing::ValuesIn(tensions()),
                         [](const auto& tension) { return name_of(tension.param); });

TEST_P(AnyTension, ADropOfWaterStaysWholeAndComesToRest) {
    SoleSolver<SphSolver> solver(drop(GetParam()));
    const Index n = solver->particles().size();
    solver.run_until(0.3);
    const ParticleSet& all = solver->particles();
    ASSERT_EQ(all.size(), n);
    const auto& x = all.positions();
    const auto& v = all.get<Vec3Column>("v");
    Vec3 centre = Vec3::Zero();
    for (Index i = 0; i < n; ++i) centre += x[i] / static_cast<Real>(n);
    double squares = 0.0;
    Real nearest = kRadius, farthest = 0.0f;
    for (Index i = 0; i < n; ++i) {
        squares += v[i].squaredNorm();
        farthest = std::max(farthest, (x[i] - centre).norm());
        for (Index j = 0; j < i; ++j) nearest = std::min(nearest, (x[i] - x[j]).norm());
    }
    EXPECT_LT(farthest, 1.1f * kRadius);
    EXPECT_GT(nearest, 0.4f * kSpacing);  // no pairs
    EXPECT_LT(std::sqrt(squares / n), 0.05 * std::sqrt(kTension / (1000.0f * kRadius)));
}

TEST_P(AnyTension, TakesAKernelWithWhichItHoldsOrRefusesTheOneThatItIsGiven) {
    SphParameters parameters;
    parameters.surface_tension = GetParam();
    EXPECT_FALSE(parameters.fault());
    if (std::holds_alternative<SurfaceTensionYu2011::Parameters>(GetParam())) {  // its forces come from a mesh
        EXPECT_EQ(parameters.kernel_choice().support, 2.0f);
        return;
    }
    EXPECT_EQ(parameters.kernel_choice().support, 2.5f);
    parameters.support = 2.0f;
    ASSERT_TRUE(parameters.fault());
    EXPECT_EQ(parameters.fault()->path, "support");
    EXPECT_NE(parameters.fault()->sentence.find("set 2.5"), std::string::npos);
    parameters.support = 2.5f;
    parameters.kernel = KernelKind::mueller2003;
    EXPECT_FALSE(parameters.fault());
}

TEST(SphParameters, ACubicSplineIsRefusedWhereItPairsParticles) {
    SphParameters parameters;
    EXPECT_EQ(parameters.kernel_choice().kind, KernelKind::cubic_spline);
    EXPECT_EQ(parameters.kernel_choice().support, 2.0f);
    parameters.kernel = KernelKind::cubic_spline;
    parameters.surface_tension = SurfaceTensionAkinci2013::Parameters{};
    EXPECT_FALSE(parameters.fault());
    parameters.surface_tension = SurfaceTensionBecker2007::Parameters{};
    ASSERT_TRUE(parameters.fault());
    EXPECT_EQ(parameters.fault()->path, "kernel");
    EXPECT_NE(parameters.fault()->sentence.find("set 'mueller2003'"), std::string::npos);
}

// Squares of slopes at 1e-6 of the support overflow single precision below supports of some millimetres.
TEST(SphLiquid, SlopesOfSpikyKernelsAreFiniteAtSmallSpacings) {
    SphSetup setup = drop(SurfaceTensionBecker2007::Parameters{});
    setup.spacing = 1e-4f;
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.positions().set(i, 0.08f * setup.particles.positions()[i]);
    SoleSolver<SphSolver> solver(std::move(setup));
    for (Index i = 0; i < solver->liquid().size(); ++i) EXPECT_GT(solver->liquid().response.w(i), 0.0f);
}

}  // namespace
}  // namespace lamella
