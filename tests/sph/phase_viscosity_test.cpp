// Several viscosities in one liquid.
#include "test_liquid.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;
constexpr Real kHalfWidth = 4.0f * kSpacing;  // of a layer
constexpr Real kNu = 0.01f;
const double kWaveNumber = std::atan(std::sqrt(2.0)) / kHalfWidth;

std::string name_of(const Viscosities::Parameters& viscosity) {
    return std::visit([](const auto& p) { return p.name; }, viscosity);
}

// The viscosities by which the fluids' own acts, without what they add to it.
std::vector<Viscosities::Parameters> physical_viscosities() {
    std::vector<Viscosities::Parameters> found;
    const auto add = [&]<class... M>(const std::variant<M...>*) {
        ((M::of_fluid ? found.push_back(typename M::Parameters{}) : void()), ...);
    };
    add(static_cast<const Viscosities::Method*>(nullptr));
    for (Viscosities::Parameters& p : found)
        if (auto* artificial = std::get_if<ViscosityMonaghan1992::Parameters>(&p)) artificial->alpha = 0.0f;
    return found;
}

// With the first layer four times as viscous as the second, k and 2 k belong to the same rate of decay nu k^2, and with
// tan(k a) = sqrt 2 the velocity and the shear stress are the same on both sides of the interfaces at the half width a.
double wave(double y) {
    const double k = kWaveNumber;
    return y < 2.0 * kHalfWidth ? std::cos(k * (y - kHalfWidth))
                                : -std::sqrt(3.0) * std::cos(2.0 * k * (y - 3.0 * kHalfWidth));
}

// Two layers upon each other in a space that repeats along all axes.
SphSetup two_layers(const Viscosities::Parameters& viscosity, const PhaseMaterials& materials) {
    SphSetup setup = block_in_tank({8, 16, 8}, {8, 16, 8}, kSpacing);
    setup.walls.clear();
    setup.domain.periodic = {{true, true, true}, Vec3::Zero(), setup.domain.box.max};
    setup.gravity = Vec3::Zero();
    setup.expected_speed = 0.1f;
    setup.parameters.viscosity = viscosity;
    setup.materials = materials;
    setup.names.assign(materials.size(), "liquid");
    auto& v = setup.particles.add<Vec3Column>("v");
    auto& phase = setup.particles.add<IndexColumn>("phase");
    for (Index i = 0; i < v.size(); ++i) {
        const Real y = setup.particles.positions()[i].y();
        phase[i] = y < 2.0f * kHalfWidth ? 0 : 1;
        v.set(i, Vec3(static_cast<Real>(0.002 * wave(y)), 0, 0));
    }
    return setup;
}

// How much of the wave a phase has.
double amplitude(const SphSolver& solver, Index phase) {
    const ParticleSet& particles = solver.particles();
    double product = 0.0, square = 0.0;
    for (Index i = 0; i < particles.size(); ++i) {
        if (particles.get<IndexColumn>("phase")[i] != phase) continue;
        const double w = wave(particles.positions()[i].y());
        product += w * particles.get<Vec3Column>("v")[i].x();
        square += w * w;
    }
    return product / square;
}

class PhysicalViscosity : public testing::TestWithParam<Viscosities::Parameters> {};
INSTANTIATE_TEST_SUITE_P(All, PhysicalViscosity, testing::ValuesIn(physical_viscosities()),
                         [](const auto& method) { return name_of(method.param); });

// Sums that are not normalised give less than the viscosity that they are given: with few neighbours on a lattice
// 0.7 of it. What is left after 1 / (nu k^2), as a logarithm, is that share.
double share_of_viscosity(const Viscosities::Parameters& viscosity) {
    SphSetup setup = two_layers(viscosity, {{1000.0f, 1000.0f * kNu}});
    const double k = std::numbers::pi / (2.0 * kHalfWidth);
    const auto y = [](const ParticleSet& particles, Index i) { return particles.positions()[i].y(); };
    for (Index i = 0; i < setup.particles.size(); ++i) {
        setup.particles.get<IndexColumn>("phase")[i] = 0;
        const double u = 0.002 * std::sin(k * y(setup.particles, i));
        setup.particles.get<Vec3Column>("v").set(i, Vec3(static_cast<Real>(u), 0, 0));
    }
    SoleSolver<SphSolver> solver(std::move(setup));
    solver.run_until(0.7 / (kNu * k * k));
    double sum = 0.0;
    for (Index i = 0; i < solver->particles().size(); ++i)
        sum += 2.0 * std::sin(k * y(solver->particles(), i)) * solver->particles().get<Vec3Column>("v")[i].x();
    return -std::log(sum / solver->particles().size() / 0.002) / 0.7;
}

TEST_P(PhysicalViscosity, EachLayerIsAsViscousAsItsPhase) {
    const double share = share_of_viscosity(GetParam());
    EXPECT_NEAR(share, std::holds_alternative<ViscosityMueller2003::Parameters>(GetParam()) ? 1.0 : 0.7, 0.02);
    SoleSolver<SphSolver> solver(two_layers(GetParam(), {{1000.0f, 1000.0f * kNu}, {1000.0f, 250.0f * kNu}}));
    const double start[2] = {amplitude(solver, 0), amplitude(solver, 1)};
    const double rate = share * kNu * kWaveNumber * kWaveNumber;
    solver.run_until(0.7 / rate);
    for (Index phase : {0, 1}) EXPECT_NEAR(std::log(start[phase] / amplitude(solver, phase)), 0.7, 0.03 * 0.7) << phase;
}

TEST_P(PhysicalViscosity, MomentumPassesAnInterfaceWhole) {
    SphSetup setup = two_layers(GetParam(), {{1000.0f, 1000.0f * kNu}, {1000.0f, 3.0f * kNu}});
    auto& v = setup.particles.get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i)
        v.set(i, Vec3(0.1f, 0, 0) + 0.1f * random_in_cube(1, 2, static_cast<std::uint64_t>(i)));
    SoleSolver<SphSolver> solver(std::move(setup));
    const auto momentum = [&] {
        Vec3d sum = Vec3d::Zero();
        for (Index i = 0; i < solver->particles().size(); ++i)
            sum += solver->particles().get<Vec3Column>("v")[i].cast<double>();
        return sum;
    };
    const Vec3d before = momentum();
    for (int s = 0; s < 50; ++s) solver.step(1.0);
    EXPECT_LT((momentum() - before).norm(), 1e-6 * before.norm());
}

TEST_P(PhysicalViscosity, PhasesOfOneViscosityAreOneLiquid) {
    const PhaseMaterial water{1000.0f, 1000.0f * kNu};
    SphSetup setup = two_layers(GetParam(), {water});
    auto& phase = setup.particles.get<IndexColumn>("phase");
    for (Index i = 0; i < phase.size(); ++i) phase[i] = 0;
    SoleSolver<SphSolver> one(std::move(setup)), two(two_layers(GetParam(), {water, water}));
    for (int s = 0; s < 5; ++s) {
        one.step(1.0);
        two.step(1.0);
    }
    EXPECT_EQ(hash_of(one->particles()), hash_of(two->particles()));
}

TEST(SphPhases, SeveralDensitiesAreRefused) {
    EXPECT_THROW(SphSolver(two_layers(ViscosityXsph::Parameters{}, {{1000.0f, 0.0f}, {900.0f, 0.0f}})), InputError);
}

}  // namespace
}  // namespace lamella
