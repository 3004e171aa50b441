// Water that a body carries, as a solver of a world: what comes and goes, bits, and what it refuses.
#include "../cache/solver_state.hpp"
#include "characters.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/skinned/skinned_solver.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// A block of water above a body in a box that is open below.
SkinnedSetup block_above(Body body, BodySkin skin) {
    SkinnedSetup setup;
    setup.spacing = 0.05f;
    setup.domain.box = {Vec3::Zero(), Vec3(2.0f, 2.5f, 2.0f)};
    setup.domain.open[2] = true;
    setup.bodies = {std::move(body)};
    setup.skins = {std::move(skin)};
    setup.parameters.thickness = 6.0f;
    setup.parameters.adhesion = 20.0f;
    setup.parameters.drag = 3.0f;
    constexpr Index kEdge = 8;
    setup.particles.resize(kEdge * kEdge * kEdge);
    auto& x = setup.particles.add<Vec3Column>("P");
    auto& v = setup.particles.add<Vec3Column>("v");
    setup.particles.add<IndexColumn>("phase");
    for (Index i = 0; i < setup.particles.size(); ++i) {
        const Vec3i at(i % kEdge, i / kEdge % kEdge, i / (kEdge * kEdge));
        x.set(i, Vec3(0.8f, 1.7f, 0.8f) + setup.spacing * at.cast<Real>());
        v.set(i, Vec3(0.0f, -2.0f, 0.0f));
    }
    return setup;
}

// It moves to the side and turns.
SkinnedSetup over_a_ball() {
    const Vec3 centre(1.0f, 1.0f, 1.0f);
    Body ball;
    ball.name = "ball";
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - 0.4f; };
    Motion motion;
    motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {1.0f, {0.3f, 0, 0}, {0, 0, 90}}};
    motion.pivot = centre;
    ball.motion = motion;
    BodySkin skin;
    skin.bounds = {centre.array() - 0.4f, centre.array() + 0.4f};
    return block_above(std::move(ball), std::move(skin));
}

SkinnedSetup over_an_arm() {
    AffineMap place = AffineMap::Identity();
    place.col(3).head<3>() = Vec3d(0.5, 1.2, 1.0);
    BodySkin skin;
    skin.rig = std::make_shared<const Rig>(in_axes(test::shipped_rig("arm", "bend"), place));
    const auto motion = std::make_shared<const RigMotion>(skin.rig, skin.playback, test::as_it_is, Motion{}, "arm");
    skin.bounds = bounds(skin.rig->mesh);
    Body arm;
    arm.name = "arm";
    arm.motion = BendingMesh{motion, {}, 1.0f};
    return block_above(std::move(arm), std::move(skin));
}

double mass_of(const SkinnedSolver& solver) { return solver.balances(Vec3d::Zero()).at("liquid").mass; }

TEST(SkinnedSolver, TheLedgerIsExact) {
    for (const bool bends : {false, true}) {
        SoleSolver<SkinnedSolver> solver(bends ? over_an_arm() : over_a_ball());
        const double start = mass_of(*solver);
        EXPECT_NEAR(start, 1000.0 * 512 * std::pow(0.05, 3), 1e-3 * start);
        for (double t = 0.1; t < 1.05; t += 0.1) {
            solver.run_until(t);
            ASSERT_EQ(solver->ledger(), 0) << bends << " " << t;
        }
        const Balance now = solver->balances(Vec3d::Zero()).at("liquid");
        EXPECT_NEAR(now.mass + now.mass_out, start, 1e-9 * start);
        EXPECT_GT(now.mass_out, 0.0) << bends;       // some has fallen
        EXPECT_GT(now.mass, 0.02 * start) << bends;  // some clings, little of it on the thin arm
        EXPECT_EQ(now.particles, solver->liquid_view().particles->size());
    }
}

TEST(SkinnedSolver, TheBodyCarriesItsWater) {
    SoleSolver<SkinnedSolver> solver(over_a_ball());
    solver.run_until(0.4);
    const auto wet = [&] {
        double mass = 0.0, x = 0.0;
        for (const Index cell : solver->water().water().wet) {
            const auto m = static_cast<double>(solver->water().water().amounts[cell].volume);
            mass += m;
            x += m * static_cast<double>(middle_of(solver->water().mesh().tets[cell], solver->water().positions()).x());
        }
        return x / mass;
    };
    const double before = wet();
    solver.run_until(0.8);
    EXPECT_GT(wet() - before, 0.06);  // the ball goes 0.12 m
}

// A slope through the ball's layer, above the open floor.
TEST(SkinnedSolver, OtherObstaclesHoldItUp) {
    SkinnedSetup setup = over_a_ball();
    setup.parameters.drag = 0.0f;
    Body slope;
    slope.name = "slope";
    slope.rest_distance = [](const Vec3& p) {
        return (p.y() - 0.45f - 0.3f * (p.x() - 1.0f)) / std::hypot(1.0f, 0.3f);
    };
    setup.bodies.push_back(std::move(slope));
    setup.skins.emplace_back();
    SoleSolver<SkinnedSolver> solver(std::move(setup));
    const auto depth = [](const Vec3& p) { return 0.45f + 0.3f * (p.x() - 1.0f) - p.y(); };
    solver.run_until(1.0);
    EXPECT_EQ(solver->ledger(), 0);
    const Balance now = solver->balances(Vec3d::Zero()).at("liquid");
    EXPECT_EQ(now.mass_out, 0.0);
    EXPECT_GT(solver->water().drops().list.size(), 10u);
    for (const Drop& drop : solver->water().drops().list) ASSERT_LT(depth(drop.position), 0.02f);
    for (const Index cell : solver->water().water().wet)
        ASSERT_LT(depth(middle_of(solver->mesh().tets[cell], solver->water().positions())), 0.002f);
}

TEST(SkinnedSolver, SameBitsForAnyThreadsAndWhenItGoesOn) {
    const auto run = [](int threads, bool stops) {
        const ThreadLimit limit(threads);
        SoleSolver<SkinnedSolver> solver(over_an_arm());
        solver.run_until(0.3);
        if (!stops) {
            solver.run_until(0.6);
            return state_hash(solver);
        }
        const StateArchive archive = state_of(solver);
        SoleSolver<SkinnedSolver> second(over_an_arm());
        go_on_from(archive, second);
        second.run_until(0.6);
        return state_hash(second);
    };
    const std::uint64_t whole = run(2, false);
    EXPECT_EQ(whole, run(1, false));
    EXPECT_EQ(whole, run(3, false));
    EXPECT_EQ(whole, run(2, true));
}

TEST(SkinnedSolver, RefusesWhatItCannotCarry) {
    const auto message = [](SkinnedSetup setup) -> std::string {
        try {
            const SkinnedSolver solver(std::move(setup));
        } catch (const InputError& error) {
            return error.what();
        }
        return "nothing";
    };
    SkinnedSetup none = over_a_ball();
    none.bodies.clear();
    none.skins.clear();
    EXPECT_EQ(message(none), "the solver skinned carries water on the first obstacle, and the scene has none");
    SkinnedSetup pushed = over_a_ball();
    Body cork;
    cork.name = "cork";
    cork.motion = MovedBySolver{};
    pushed.bodies.push_back(cork);
    EXPECT_NE(message(pushed).find("'cork' is moved by what acts on it"), std::string::npos);
    SkinnedSetup files = over_a_ball();
    files.skins.front().bends_by_files = true;
    EXPECT_NE(message(files).find("'ball', which bends by a sequence of files"), std::string::npos);
    SkinnedSetup endless = over_a_ball();
    endless.skins.front().bounds.max.x() = std::numeric_limits<Real>::infinity();
    EXPECT_NE(message(endless).find("'ball' has none"), std::string::npos);
    SkinnedSetup fine = over_a_ball();
    fine.spacing = 1e-4f;
    EXPECT_NE(message(fine).find("would fit"), std::string::npos);
}

}  // namespace
}  // namespace lamella
