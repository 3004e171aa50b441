// Liquid in space that repeats.
#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>

#include <gtest/gtest.h>
#include <tests/cache/solver_state.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;

// A block of liquid on the floor of a box, both in spacings, that repeats along some axes.
FlipSetup block_in_period(const Vec3i& block, const Vec3i& box, const std::array<bool, 3>& axes) {
    FlipSetup setup = block_in_tank(block, box, kSpacing);
    setup.domain.periodic = {axes, Vec3::Zero(), kSpacing * box.cast<Real>()};
    return setup;
}

void shift(const Vec3& by, FlipSetup& setup) {
    auto& x = setup.particles.positions();
    for (Index i = 0; i < x.size(); ++i) x.set(i, setup.domain.periodic.wrapped(x[i] + by));
}

// By id.
std::vector<Vec3> positions(const FlipSolver& solver) {
    const auto& id = solver.particles().get<IndexColumn>("id");
    std::vector<Vec3> at(static_cast<std::size_t>(id.size()));
    for (Index i = 0; i < id.size(); ++i) at[static_cast<std::size_t>(id[i])] = solver.particles().positions()[i];
    return at;
}

Vec3d momentum(const FlipSolver& solver) {
    Vec3d sum = Vec3d::Zero();
    const auto& v = solver.particles().get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) sum += v[i].cast<double>();
    return sum / v.size();
}

// Nothing stands against it: neither the seam nor a wall.
TEST(PeriodicFlip, AStreamGoesRoundWithoutLoss) {
    FlipSetup setup = block_in_period({48, 8, 16}, {48, 24, 16}, {true, false, true});
    auto& v = setup.particles.get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) v.set(i, {1.0f, 0.0f, 0.5f});
    const PeriodicBox box = setup.domain.periodic;
    SoleSolver<FlipSolver> solver(std::move(setup));
    const std::vector<Vec3> before = positions(solver);
    solver.run_until(0.5);
    EXPECT_NEAR(momentum(solver).x(), 1.0, 1e-5);
    EXPECT_NEAR(momentum(solver).z(), 0.5, 1e-5);
    const std::vector<Vec3> after = positions(solver);
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_TRUE((after[i].array() >= 0.0f).all() && (after[i].array() < box.period.array()).all());
        const Vec3 off = box.nearest(after[i] - before[i] - Vec3(0.5f, 0.0f, 0.25f));
        ASSERT_LT(off.norm(), 0.05f * kSpacing);
    }
}

class ShiftedPeriods : public testing::TestWithParam<Index> {};
INSTANTIATE_TEST_SUITE_P(PeriodicFlip, ShiftedPeriods, testing::Values(32, 48));  // two and three tiles

// A column collapses; half a period away, across the seam, the same one does the same.
TEST_P(ShiftedPeriods, ADamBreaksAlikeWhereverItStands) {
    const auto run = [](const Vec3& by) {
        FlipSetup setup = block_in_period({12, 16, 16}, {GetParam(), 24, 16}, {true, false, true});
        const Vec3 period = setup.domain.periodic.period;
        shift(Vec3(2.0f * kSpacing, 0.0f, 0.0f) + by.cwiseProduct(period), setup);
        SoleSolver<FlipSolver> solver(std::move(setup));
        solver.run_until(0.2);
        std::vector<Vec3> at = positions(solver);
        const PeriodicBox box{{true, false, true}, Vec3::Zero(), period};
        for (Vec3& p : at) p = box.wrapped(p - by.cwiseProduct(period));
        return std::pair{at, box};
    };
    const auto [here, box] = run(Vec3::Zero());
    const auto [there, same] = run({0.5f, 0.0f, 0.5f});
    ASSERT_EQ(here.size(), there.size());
    Real mean = 0.0f;
    for (std::size_t i = 0; i < here.size(); ++i) mean += box.nearest(here[i] - there[i]).norm();
    EXPECT_LT(mean / static_cast<Real>(here.size()), 0.01f * kSpacing);
}

TEST(PeriodicFlip, ABodyStandsOnBothSidesOfTheSeam) {
    FlipSetup setup = block_in_period({32, 16, 16}, {32, 24, 16}, {true, false, true});
    Body ball;
    const Real radius = 0.1f;
    ball.rest_distance = [radius](const Vec3& p) { return (p - Vec3(0.02f, 0.0f, 0.16f)).norm() - radius; };
    ball.periodic = setup.domain.periodic;
    std::vector<Index> free;
    for (Index i = 0; i < setup.particles.size(); ++i)
        if (ball.distance({}, setup.particles.positions()[i]) > 0.5f * kSpacing) free.push_back(i);
    EXPECT_LT(static_cast<Index>(free.size()), setup.particles.size() - 200);
    setup.particles.reorder(free);
    setup.bodies = {ball};
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.2);
    EXPECT_EQ(solver->inventory().lost(), 0);
    for (const Vec3& p : positions(solver)) ASSERT_GT(ball.distance({}, p), -0.2f * kSpacing) << p.transpose();
}

// The decay of Taylor-Green vortices at Re = 100 in a box of 1 m that is full of liquid, 8 pi^2 / Re = 0.79/s, and the
// mean velocity, which is zero. With 16 cells across, the method's own damping adds a third.
TEST(PeriodicFlip, VorticesDecayWithTheViscosity) {
    const Index across = 32;
    FlipSetup setup = block_in_tank({across, across, 16}, {across, across, 16}, 1.0f / static_cast<Real>(across));
    setup.domain.periodic = {{true, true, true}, Vec3::Zero(), setup.domain.box.max};
    setup.gravity = Vec3::Zero();
    setup.materials = {PhaseMaterial{1000.0f, 10.0f}};
    auto& v = setup.particles.get<Vec3Column>("v");
    auto& x = setup.particles.positions();
    for (Index i = 0; i < v.size(); ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        x.set(i, setup.domain.periodic.wrapped(x[i] + 0.2f * setup.spacing * random_in_cube(1, 2, at)));
        const Vec3 k = 2.0f * std::numbers::pi_v<Real> * x[i];
        v.set(i, {-std::cos(k.x()) * std::sin(k.y()), std::sin(k.x()) * std::cos(k.y()), 0.0f});
    }
    SoleSolver<FlipSolver> solver(std::move(setup));
    const auto rms = [&] {
        double sum = 0.0;
        const auto& now = solver->particles().get<Vec3Column>("v");
        for (Index i = 0; i < now.size(); ++i) sum += now[i].cast<double>().squaredNorm();
        return std::sqrt(sum / now.size());
    };
    const double before = rms();
    const Vec3d drift = momentum(solver);
    solver.run_until(0.25);
    const double rate = std::log(before / rms()) / 0.25;
    EXPECT_GT(rate, 0.79);
    EXPECT_LT(rate, 1.15);
    EXPECT_LT((momentum(solver) - drift).norm(), 1e-3);
}

TEST(PeriodicFlip, HasTheSameBitsForAnyNumberOfThreads) {
    std::array<std::uint64_t, 2> hashes{};
    for (int threads = 1; threads <= 2; ++threads) {
        const ThreadLimit limit(threads);
        FlipSetup setup = block_in_period({12, 16, 16}, {48, 24, 16}, {true, false, true});
        setup.parameters.sheets = SheetParameters{};
        setup.parameters.surface_tension = 0.07f;
        shift({0.9f, 0.0f, 0.1f}, setup);
        SoleSolver<FlipSolver> solver(std::move(setup));
        solver.run_until(0.1);
        hashes[static_cast<std::size_t>(threads - 1)] = state_hash(solver);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace lamella
