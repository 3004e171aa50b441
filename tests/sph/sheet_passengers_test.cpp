#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>

#include <gtest/gtest.h>
#include <tests/cache/solver_state.hpp>

#include <map>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;
constexpr Index kAcross = 16;  // particles of the disc along its sides
constexpr Index kOriginals = 2 * kAcross * kAcross;

// A square disc of two layers in the middle of a box, expanding by its size in 0.2 s; no gravity.
SphSetup disc(const SheetMethod& sheets, Index box) {
    SphSetup setup;
    setup.spacing = kSpacing;
    setup.gravity = Vec3::Zero();
    setup.expected_speed = 3.0f;
    setup.domain.box = {Vec3::Zero(), Vec3::Constant(kSpacing * static_cast<Real>(box))};
    setup.parameters.sheets = sheets;
    setup.particles.resize(kOriginals);
    auto& x = setup.particles.add<Vec3Column>("P");
    auto& v = setup.particles.add<Vec3Column>("v");
    for (Index i = 0; i < kOriginals; ++i) {
        const Vec3 at = Vec3i(i % kAcross, i / (kAcross * kAcross), i / kAcross % kAcross).cast<Real>() -
                        Vec3(0.5f * kAcross, 0.5f, 0.5f * kAcross);
        const Vec3 jitter = 0.2f * random_in_cube(1, 1, static_cast<std::uint64_t>(i));
        x.set(i, kSpacing * (at + jitter) + setup.domain.box.centre());
        v.set(i, 5.0f * kSpacing * Vec3(at.x(), 0.0f, at.z()));
    }
    return setup;
}

void reach(SoleSolver<SphSolver>& solver, double time) {
    solver.run_until(time);
    solver.reach_frame(time);
}

TEST(SheetPassengers, FillASheetAndLeaveItsFlowAsItIs) {
    SoleSolver<SphSolver> with(disc(SheetParameters{}, 200));
    SoleSolver<SphSolver> without(disc(NoSheets{}, 200));
    reach(with, 0.2);
    reach(without, 0.2);
    EXPECT_GT(with->particles().size(), kOriginals + kOriginals / 2);
    EXPECT_EQ(total_units(with->particles()), std::int64_t{kOriginals} * kWholeMass);
    EXPECT_EQ(with->take_report().counts.at("promoted"), 0);

    std::map<Index, Vec3> expected;
    for (Index i = 0; i < kOriginals; ++i)
        expected[without->particles().get<IndexColumn>("id")[i]] = without->particles().positions()[i];
    ASSERT_EQ(with->liquid().size(), kOriginals);
    for (Index i = 0; i < kOriginals; ++i)
        ASSERT_EQ(with->liquid().positions()[i], expected.at(with->liquid().particles.get<IndexColumn>("id")[i]));

    // The children lie between the others.
    const Box3 extent = bounds(with->particles().positions());
    const Box3 of_originals = bounds(with->liquid().positions());
    EXPECT_LT(extent.size().y(), of_originals.size().y() + 0.1f * kSpacing);
}

TEST(SheetPassengers, LeaveThroughOpenFacesWithTheirMass) {
    SphSetup setup = disc(SheetParameters{}, 24);
    setup.domain.open.fill(true);
    SoleSolver<SphSolver> solver(std::move(setup));
    reach(solver, 0.2);
    EXPECT_GT(solver->inventory().mass_left(), 10.0);
    EXPECT_EQ(whole_particles(total_units(solver->particles())) + solver->inventory().mass_left(), kOriginals);
}

// The sheet runs into the walls and piles up at them.
TEST(SheetPassengers, StayInFrontOfWalls) {
    SphSetup setup = disc(SheetParameters{}, 26);
    setup.walls = block_in_tank({1, 1, 1}, Vec3i::Constant(26), kSpacing).walls;
    SoleSolver<SphSolver> solver(std::move(setup));
    reach(solver, 0.25);
    EXPECT_GT(solver->take_report().counts.at("split"), kOriginals / 10);
    EXPECT_EQ(solver->inventory().lost(), 0);
    const Box3 extent = bounds(solver->particles().positions());
    EXPECT_GT(extent.min.minCoeff(), -0.1f * kSpacing);
    EXPECT_LT(extent.max.maxCoeff(), 26.1f * kSpacing);
}

TEST(SheetPassengers, HaveTheSameBitsForAnyThreadsAndAfterBeingResumed) {
    const auto make = [] { return SoleSolver<SphSolver>(disc(SheetParameters{}, 200)); };
    SoleSolver<SphSolver> whole = make();
    reach(whole, 0.12);
    const StateArchive middle = state_of(whole);
    reach(whole, 0.14);
    const std::uint64_t expected = state_hash(whole);

    SoleSolver<SphSolver> resumed = make();
    go_on_from(middle, resumed);
    EXPECT_GT(resumed->particles().size(), kOriginals);
    reach(resumed, 0.14);
    EXPECT_EQ(state_hash(resumed), expected);
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        SoleSolver<SphSolver> solver = make();
        reach(solver, 0.12);
        reach(solver, 0.14);
        EXPECT_EQ(state_hash(solver), expected) << threads;
    }
}

}  // namespace
}  // namespace lamella
