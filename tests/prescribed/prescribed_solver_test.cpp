#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>

#include <gtest/gtest.h>
#include <tests/cache/solver_state.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.025f;

PrescribedSetup ball(const SheetMethod& sheets, const WeakSpringMethod& springs) {
    PrescribedSetup setup;
    setup.spacing = kSpacing;
    setup.domain.box = {Vec3::Zero(), Vec3::Ones()};
    setup.parameters.sheets = sheets;
    setup.parameters.springs = springs;
    setup.parameters.max_step = 0.01;
    const Vec3 centre = Vec3::Constant(0.35f);
    const auto distance = [&](const Vec3& p) { return (p - centre).norm() - 0.15f; };
    setup.particles = particles_from_points(
        sample_volume(distance, {centre.array() - 0.15f, centre.array() + 0.15f}, kSpacing, Lattice::cubic, {0.2f, 3}));
    return setup;
}

TEST(PrescribedSolver, KeepsTheMassAndCollapsesWhatItHasSplit) {
    SoleSolver<PrescribedSolver> solver(ball(SheetParameters{}, NoSprings{}));
    const Index originals = solver->particles().size();
    const std::int64_t mass = total_units(solver->particles());
    solver.run_until(1.5);
    EXPECT_GT(solver->particles().size(), originals + originals / 5);
    EXPECT_EQ(total_units(solver->particles()), mass);
    const StepReport half = solver->take_report();
    EXPECT_GT(half.counts.at("split"), 0);
    EXPECT_GT(half.steps, 140);
    EXPECT_LE(half.longest_step, 0.01);
    solver.run_until(3.0);
    // At this spacing midpoints lie off the curved sheet, and some of them do not come back into the ball.
    EXPECT_LT(solver->particles().size() - originals, half.counts.at("split") / 100);
    EXPECT_EQ(total_units(solver->particles()), mass);
    EXPECT_EQ(half.counts.at("split") + solver->take_report().counts.at("split"),
              solver->inventory().next_id() - originals);
}

TEST(PrescribedSolver, WithoutSheetsItCarriesParticlesOnly) {
    PrescribedSetup setup = ball(NoSheets{}, NoSprings{});
    const ParticleSet start = setup.particles;
    SoleSolver<PrescribedSolver> solver(setup);
    solver.run_until(3.0);
    const auto& id = solver->particles().get<IndexColumn>("id");
    ASSERT_EQ(solver->particles().size(), start.size());
    for (Index i = 0; i < start.size(); ++i)
        EXPECT_LT((solver->particles().positions()[i] - start.positions()[id[i]]).norm(), 0.02f * kSpacing);
}

TEST(PrescribedSolver, GivesTheSameBitsForAnyThreadsAndAfterBeingResumed) {
    const auto make = [] { return SoleSolver<PrescribedSolver>(ball(SheetParameters{}, TangentialSprings{})); };
    StateArchive middle;
    std::uint64_t expected = 0;
    {
        SoleSolver<PrescribedSolver> solver = make();
        solver.run_until(0.8);
        middle = state_of(solver);
        solver.run_until(1.0);
        expected = state_hash(solver);
        EXPECT_GT(solver->take_report().counts.at("collapsed"), 0);
    }
    SoleSolver<PrescribedSolver> resumed = make();
    go_on_from(middle, resumed);
    EXPECT_EQ(state_hash(resumed), middle.hash());
    resumed.run_until(1.0);
    EXPECT_EQ(state_hash(resumed), expected);
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        SoleSolver<PrescribedSolver> solver = make();
        solver.run_until(0.8);
        solver.run_until(1.0);
        EXPECT_EQ(state_hash(solver), expected) << threads;
    }
}

TEST(PrescribedSolver, WrapsPeriodicFlows) {
    PrescribedSetup setup;
    setup.spacing = 0.1f;
    setup.domain.box = {Vec3::Zero(), Vec3::Ones()};
    setup.domain.periodic = {{true, true, true}, Vec3::Zero(), Vec3::Ones()};
    setup.parameters.flow = CellularField{};
    setup.parameters.springs = TangentialSprings{};
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; k < 1000; ++k) points.push_back(0.5f * (random_in_cube(2, 0, k) + Vec3::Ones()));
    setup.particles = particles_from_points(points);
    SoleSolver<PrescribedSolver> solver(setup);
    solver.run_until(0.5);
    for (int a = 0; a < 3; ++a) {
        EXPECT_GE(std::ranges::min(solver->particles().positions().component(a).span()), 0.0f);
        EXPECT_LT(std::ranges::max(solver->particles().positions().component(a).span()), 1.0f);
    }
}

}  // namespace
}  // namespace lamella
