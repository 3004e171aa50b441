// What every pressure solver and every force has to keep, whichever word the scene chooses.
#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <ostream>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;

struct Method {
    std::string name;
    std::function<void(SphParameters&)> choose;
};

void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

// Every method of a family, with its own defaults.
template <class Family>
std::vector<Method> methods_of(const std::string& kind, typename Family::Parameters SphParameters::*member) {
    std::vector<Method> methods;
    for (const auto& chosen : every_alternative<typename Family::Parameters>()) {
        const std::string name = std::visit([](const auto& p) { return p.name; }, chosen);
        methods.push_back({kind + "_" + name, [=](SphParameters& p) { p.*member = chosen; }});
    }
    return methods;
}

std::vector<Method> pressure_methods() { return methods_of<PressureSolvers>("pressure", &SphParameters::pressure); }

// Surface forces that are strong beside the rest.
std::vector<Method> strong_forces() {
    return {
        {"strong_becker2007", [](SphParameters& p) { p.surface_tension = SurfaceTensionBecker2007::Parameters{1.0f}; }},
        {"strong_he2014",
         [](SphParameters& p) {
             p.support = 2.5f;
             p.surface_tension = SurfaceTensionHe2014::Parameters{0.5f, false, true};
         }},
        {"strong_air", [](SphParameters& p) { p.air_pressure = AirPressureHe2014::Parameters{500.0f}; }},
        {"strong_thin_corrected",
         [](SphParameters& p) {
             p.support = 2.5f;
             p.air_pressure = AirPressureHe2014::Parameters{500.0f};
             p.thin_features = ThinFeaturesCorrected::Parameters{};
         }},
        {"strong_thin_printed", [](SphParameters& p) {
             p.support = 2.5f;
             p.surface_tension = SurfaceTensionHe2014::Parameters{0.5f, true, true};
             p.thin_features = ThinFeaturesPrinted::Parameters{};
         }}};
}

std::vector<Method> all_methods() {
    std::vector<Method> methods = strong_forces();
    for (const auto& family : {pressure_methods(), methods_of<Viscosities>("viscosity", &SphParameters::viscosity),
                               methods_of<SurfaceTensions>("tension", &SphParameters::surface_tension),
                               methods_of<AirPressures>("air", &SphParameters::air_pressure),
                               methods_of<ThinFeatures>("thin", &SphParameters::thin_features)})
        methods.insert(methods.end(), family.begin(), family.end());
    return methods;
}

// A cube in free space whose particles start with random velocities.
SphSetup stirred_cube(const Method& method) {
    SphSetup setup = block_in_tank({8, 8, 8}, {8, 8, 8}, kSpacing);
    method.choose(setup.parameters);
    setup.walls.clear();
    setup.gravity = Vec3::Zero();
    setup.materials[0].viscosity = 0.5f;
    setup.domain.box = setup.domain.box.padded(10.0f);
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i)
        v.set(i, Vec3(0.1f, 0, 0) + 0.1f * random_in_cube(1, 2, static_cast<std::uint64_t>(i)));
    return setup;
}

struct Momentum {
    Vec3d sum = Vec3d::Zero();
    double lengths = 0.0;
};

Momentum momentum(const SphSolver& solver) {
    const auto& v = solver.particles().get<Vec3Column>("v");
    Momentum m;
    for (Index i = 0; i < v.size(); ++i) {
        m.sum += v[i].cast<double>();
        m.lengths += v[i].cast<double>().norm();
    }
    return m;
}

class AnyForce : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(All, AnyForce, testing::ValuesIn(all_methods()),
                         [](const auto& method) { return method.param.name; });

TEST_P(AnyForce, KeepsTheMomentumOfAFreeBody) {
    SoleSolver<SphSolver> solver(stirred_cube(GetParam()));
    const Momentum before = momentum(solver);
    for (int s = 0; s < 50; ++s) solver.step(1.0);
    const Momentum after = momentum(solver);
    EXPECT_LT((after.sum - before.sum).norm(), 1e-6 * after.lengths);
    EXPECT_EQ(solver->particles().size(), 512);
}

class AnyMethod : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(All, AnyMethod, testing::ValuesIn(all_methods()),
                         [](const auto& method) { return method.param.name; });

TEST_P(AnyMethod, HasTheSameBitsForAnyThreadCount) {
    std::vector<std::uint64_t> hashes;
    for (int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        SphSetup setup = block_in_tank({10, 14, 10}, {16, 16, 10}, kSpacing);
        setup.materials[0].viscosity = 0.5f;
        GetParam().choose(setup.parameters);
        SoleSolver<SphSolver> solver(std::move(setup));
        for (int s = 0; s < 4; ++s) solver.step(1.0);
        hashes.push_back(hash_of(solver->particles()));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

class AnyPressure : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(All, AnyPressure, testing::ValuesIn(pressure_methods()),
                         [](const auto& method) { return method.param.name; });

TEST_P(AnyPressure, NothingLeaksFromAViolentDamBreak) {
    SphSetup setup = block_in_tank({8, 16, 6}, {20, 20, 6}, kSpacing);
    GetParam().choose(setup.parameters);
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.4);
    EXPECT_EQ(solver->inventory().lost(), 0);
    EXPECT_EQ(solver->particles().size(), 8 * 16 * 6);
    const Box3 box{Vec3::Zero(), kSpacing * Vec3(20, 20, 6)};
    const auto& x = solver->particles().positions();
    for (Index i = 0; i < x.size(); ++i) ASSERT_TRUE(box.padded(0.5f * kSpacing).contains(x[i])) << x[i].transpose();
}

// A plate of one layer, one spacing before the liquid and two from the wall behind it.
TEST_P(AnyPressure, AFastWallDoesNotPassThroughStillWater) {
    SphSetup setup = block_in_tank({16, 8, 8}, {40, 12, 8}, kSpacing);
    GetParam().choose(setup.parameters);
    auto& start = setup.particles.positions();
    for (Index i = 0; i < start.size(); ++i) start.set(i, start[i] + Vec3(2.0f * kSpacing, 0, 0));
    Body piston;
    for (Index j = 0; j < 12; ++j)
        for (Index k = 0; k < 8; ++k)
            piston.samples.push_back(kSpacing * Vec3(1.5f, 0.5f + static_cast<Real>(j), 0.5f + static_cast<Real>(k)));
    piston.motion = Motion{{{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.02f, Vec3(0.2f, 0, 0), Vec3::Zero()}}};
    setup.bodies.push_back(piston);
    setup.expected_speed = 12.0f;
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.02);  // 10 m/s
    const auto& x = solver->particles().positions();
    Index behind = 0;
    for (Index i = 0; i < x.size(); ++i) behind += x[i].x() < 0.2f + 1.5f * kSpacing ? 1 : 0;
    EXPECT_EQ(behind, 0);
    EXPECT_EQ(solver->inventory().lost(), 0);
}

TEST_P(AnyPressure, CarriesTheWeightOfStillWater) {
    constexpr Index kDepth = 8;
    SphSetup setup = block_in_tank({8, kDepth, 8}, {8, 12, 8}, kSpacing);
    GetParam().choose(setup.parameters);
    setup.domain.periodic = {{true, false, true}, Vec3::Zero(), setup.domain.box.max};
    auto& floor = setup.walls;
    std::erase_if(floor, [](const Vec3& p) {
        return p.y() > 0.0f || p.x() < 0.0f || p.z() < 0.0f || p.x() > 0.16f || p.z() > 0.16f;
    });
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.5);
    const auto& x = solver->particles().positions();
    const auto& p = solver->particles().get<ScalarColumn>("pressure");
    double above = 0.0;
    double below = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
        const auto layer = static_cast<Index>(x[i].y() / kSpacing);
        above += layer == 6 ? p[i] : 0.0;
        below += layer == 2 ? p[i] : 0.0;
    }
    EXPECT_NEAR((below - above) / 64.0, 4.0 * kSpacing * 9810.0, 0.2 * 4.0 * kSpacing * 9810.0);
    EXPECT_LT(*sum_of(solver->balances(Vec3d::Zero())).density_error_mean, 0.005);
}

// The matrix of the pressure is wider and less dominated by its diagonal.
TEST_P(AnyPressure, StaysCalmAtAWideSupport) {
    SphSetup setup = block_in_tank({8, 8, 8}, {8, 12, 8}, kSpacing);
    GetParam().choose(setup.parameters);
    setup.parameters.support = 3.0f;
    setup.expected_speed = 2.0f;
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.1);
    const auto& v = solver->particles().get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) ASSERT_LT(v[i].norm(), 0.6f);
    EXPECT_EQ(solver->take_report().solves["pressure"].failures, 0);
}

// Between plates 16 spacings apart; the profile is zero at their surface, half a spacing before the boundary particles.
TEST(ViscosityMueller2003, LiquidSticksToTheSurfaceOfAWall) {
    constexpr Index kWidth = 16;
    SphSetup setup = block_in_tank({8, kWidth, 8}, {8, kWidth, 8}, kSpacing);
    setup.domain.periodic = {{true, false, true}, Vec3::Zero(), setup.domain.box.max};
    std::erase_if(setup.walls, [](const Vec3& p) {
        return p.x() < 0.0f || p.z() < 0.0f || p.x() > 8.0f * kSpacing || p.z() > 8.0f * kSpacing;
    });
    setup.parameters.support = 2.5f;
    setup.parameters.viscosity = ViscosityMueller2003::Parameters{};
    const Real L = kSpacing * static_cast<Real>(kWidth);
    const Real nu = 0.1f;
    setup.materials[0].viscosity = 1000.0f * nu;
    setup.gravity = Vec3(8.0f * nu * 0.1f / (L * L), 0, 0);  // 0.1 m/s in the middle
    setup.expected_speed = 0.1f;
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) {
        const Real y = setup.particles.positions()[i].y() / L;
        v.set(i, Vec3(0.4f * y * (1.0f - y), 0, 0));
    }
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.2 * L * L / nu);
    double middle = 0.0;
    Index counted = 0;
    for (Index i = 0; i < solver->particles().size(); ++i) {
        if (std::abs(solver->particles().positions()[i].y() / L - 0.5f) > 0.07f) continue;
        middle += solver->particles().get<Vec3Column>("v")[i].x();
        ++counted;
    }
    EXPECT_NEAR(middle / counted, 0.1, 0.004);  // 0.113 where it sticks to the boundary particles
}

}  // namespace
}  // namespace lamella
