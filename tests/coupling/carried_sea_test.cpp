// A sea and the water that a ball carries out of it: volumes, bits, and what it refuses.
#include "../cache/solver_state.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/coupling/carried_sea.hpp>
#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/sole_solver.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

struct Dip {
    Vec3 box{0.9f, 1.2f, 0.9f};
    Real depth = 0.5f;
    Real radius = 0.2f;
    Real height = 0.8f;  // of the ball's centre
    std::vector<Keyframe> keys{};
};

// A ball above a sea of twelve times its volume.
CarriedSeaSetup ball_and_sea(const Dip& dip) {
    const Vec3 centre(0.5f * dip.box.x(), dip.height, 0.5f * dip.box.z());
    CarriedSeaSetup setup;
    setup.spacing = 0.025f;
    setup.domain.box = {Vec3::Zero(), dip.box};
    setup.domain.open[3] = true;
    Body ball;
    ball.name = "ball";
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - dip.radius; };
    Motion motion;
    motion.keys = dip.keys;
    motion.pivot = centre;
    if (!dip.keys.empty()) ball.motion = motion;
    ball.max_speed = 2.0f;
    setup.bodies = {ball};
    BodySkin skin;
    skin.bounds = {centre.array() - dip.radius, centre.array() + dip.radius};
    setup.skins = {skin};
    setup.parameters.markers = 16;
    setup.parameters.carried.emplace();
    setup.parameters.carried->cell = 2.0f;
    setup.parameters.carried->thickness = 6.0f;
    setup.parameters.carried->adhesion = 20.0f;
    setup.parameters.carried->drag = 4.0f;
    auto& x = setup.particles.add<Vec3Column>("P");
    setup.particles.add<Vec3Column>("v");
    setup.particles.add<IndexColumn>("phase");
    std::vector<Vec3> places;
    const Vec3i counts =
        (Vec3(dip.box.x(), dip.depth, dip.box.z()) / setup.spacing).array().round().matrix().cast<Index>();
    for (Index i = 0; i < counts.prod(); ++i) {
        const Vec3i at(i % counts.x(), i / counts.x() % counts.y(), i / (counts.x() * counts.y()));
        const Vec3 p = setup.spacing * (at.cast<Real>().array() + 0.5f);
        if ((p - centre).norm() > dip.radius) places.push_back(p);
    }
    setup.particles.resize(static_cast<Index>(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) x.set(static_cast<Index>(i), places[i]);
    return setup;
}

Balance balance_of(const CarriedSea& solver) { return solver.balances(Vec3d::Zero()).at("liquid"); }

// Down at 2 m/s until it is all but under water, and out again.
Dip in_and_out() {
    Dip dip;
    dip.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()},
                {0.2f, {0, -0.4f, 0}, Vec3::Zero()},
                {0.25f, {0, -0.4f, 0}, Vec3::Zero()},
                {0.5f, {0, 0.1f, 0}, Vec3::Zero()}};
    dip.height = 0.75f;
    return dip;
}

// It rises out of the water from the start.
CarriedSeaSetup rising_ball() {
    Dip dip;
    dip.height = 0.45f;
    dip.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.2f, {0, 0.4f, 0}, {0, 0, 40}}};
    return ball_and_sea(dip);
}

TEST(CarriedSea, KeepsTheVolumeInWholeUnits) {
    SoleSolver<CarriedSea> solver(ball_and_sea(in_and_out()));
    const double pool = solver->sea().sea_volume();
    const Balance start = balance_of(*solver);
    EXPECT_NEAR(solver->error(), 0.0, 1e-6 * pool);
    double carried = 0.0;
    while (solver.world().time() < 0.6) {
        solver.step(0.01);
        ASSERT_EQ(solver->ledger(), 0) << solver.world().time();
        ASSERT_LT(std::abs(solver->largest_error()), 0.004 * pool) << solver.world().time();
        solver->take_report();
        carried = std::max(carried, solver->carried());
    }
    EXPECT_GT(carried, 0.01 * pool);  // the ball is a twelfth of it
    const Balance now = balance_of(*solver);
    EXPECT_NEAR(now.mass - now.mass_created + now.mass_removed, start.mass, 1e-9 * start.mass);
}

TEST(CarriedSea, RestsWhereThereIsNothingToCarry) {
    Dip dip;
    dip.height = 0.5f;
    CarriedSeaSetup setup = ball_and_sea(dip);
    setup.parameters.carried->adhesion = 0.0f;
    SoleSolver<CarriedSea> solver(std::move(setup));
    solver.run_until(0.3);
    EXPECT_EQ(solver->ledger(), 0);
    EXPECT_LT(std::abs(solver->largest_error()), 2e-4 * solver->sea().sea_volume());
    EXPECT_LT(solver->carried(), 1e-3 * solver->sea().sea_volume());
    const Balance now = balance_of(*solver);
    EXPECT_LT(now.kinetic_energy, 1e-4 * now.mass * 9.81 * 0.5);
}

TEST(CarriedSea, ABodyUnderWaterLeavesTheSeaAsItIs) {
    Dip dip;
    dip.box = {1.0f, 1.0f, 1.0f};
    dip.depth = 0.75f;
    dip.radius = 0.125f;
    dip.height = 0.375f;
    dip.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.2f, {0.1f, 0, 0}, {0, 0, 90}}};
    CarriedSeaSetup setup = ball_and_sea(dip);
    setup.parameters.carried->thickness = 4.0f;
    setup.parameters.keep_volume = false;
    SoleSolver<LevelSetSolver> plain(LevelSetSetup{setup, setup.parameters});
    SoleSolver<CarriedSea> coupled(std::move(setup));
    for (const double time : {0.05, 0.1, 0.15}) {
        plain.run_until(time);
        coupled.run_until(time);
        ASSERT_EQ(coupled->carried(), 0.0);
        ASSERT_TRUE(std::ranges::equal(plain->level_set().phi().values(), coupled->sea().level_set().phi().values()));
        for (std::size_t a = 0; a < 3; ++a)
            ASSERT_TRUE(std::ranges::equal(plain->velocity()[a].values(), coupled->sea().velocity()[a].values()));
    }
    EXPECT_GT(balance_of(*coupled).kinetic_energy, 0.1);
}

TEST(CarriedSea, WhatFallsIntoTheSeaMovesIt) {
    CarriedSeaSetup setup = ball_and_sea({.height = 0.5f});
    const Vec3 mouth(0.75f, 0.8f, 0.45f);  // beside the ball, above the layer around it
    DiscEmitter disc;
    disc.centre = mouth;
    disc.radius = 0.1f;
    disc.direction = Vec3(0, -1, 0);
    disc.speed = 2.0f;
    disc.stop = 0.1f;
    setup.sources = {{disc_nozzle(disc, setup.spacing), 0}};
    SoleSolver<CarriedSea> solver(std::move(setup));
    double most = 0.0;
    while (solver.world().time() < 0.25) {
        solver.step(0.01);
        ASSERT_EQ(solver->ledger(), 0);
        most = std::max(most, solver->sea().balances(Vec3d::Zero()).at("liquid").kinetic_energy);
    }
    const double fell = balance_of(*solver).mass_in * (0.5 * 2.0 * 2.0 + 9.81 * 0.3);
    EXPECT_GT(fell, 20.0);
    EXPECT_GT(most, 0.2 * fell);
    EXPECT_LT(std::abs(solver->largest_error()), 1e-3 * solver->sea().sea_volume());
}

TEST(CarriedSea, HasTheSameBitsForAnyThreadsAndWhenItGoesOn) {
    const auto run = [](int threads, bool stops) {
        const ThreadLimit limit(threads);
        SoleSolver<CarriedSea> solver(rising_ball());
        solver.run_until(0.1);
        if (!stops) {
            solver.run_until(0.16);
            return state_hash(solver);
        }
        const StateArchive archive = state_of(solver);
        SoleSolver<CarriedSea> second(rising_ball());
        go_on_from(archive, second);
        second.run_until(0.16);
        return state_hash(second);
    };
    const std::uint64_t whole = run(2, false);
    EXPECT_EQ(whole, run(1, false));
    EXPECT_EQ(whole, run(3, false));
    EXPECT_EQ(whole, run(2, true));
}

TEST(CarriedSea, FramesHaveOneLevelSetOfAllWater) {
    SoleSolver<CarriedSea> solver(rising_ball());
    solver.run_until(0.15);
    ASSERT_GT(solver->carried(), 1e-3);
    const std::vector<FramePart> parts = solver->frame_parts();
    const auto level =
        std::ranges::find(parts, PartKind::level_set, [](const FramePart& part) { return kind_of(part); });
    ASSERT_NE(level, parts.end());
    const SparseGrid& merged = std::get<LevelSetPart>(level->data).distance;
    const double cell = solver->sea().cell();
    EXPECT_DOUBLE_EQ(merged.cell(), cell / 4);
    Index carried = 0, inside = 0;
    for (Index b = 0; b < merged.block_count(); ++b)
        for (Index c = 0; c < SparseGrid::kNodes; ++c) {
            const float value = merged.values(b)[static_cast<std::size_t>(c)];
            const Vec3 x =
                merged.node_position(SparseGrid::kWidth * merged.block(b) + coordinates_in_tile(c)).cast<Real>();
            const float sea = solver->sea().level(x);
            ASSERT_TRUE(sea > -1.0f || value < 0.0f);
            inside += value < 0.0f ? 1 : 0;
            const Vec3 at_rest = solver->sea().solids().states().of.front().pose.apply_inverse(x);
            const bool in_ball = (at_rest - Vec3(0.45f, 0.45f, 0.45f)).norm() < 0.2f;  // films go on below the skin
            carried += value < 0.0f && sea > 0.5f && !in_ball ? 1 : 0;
        }
    const double node = std::pow(cell / 4, 3.0);
    EXPECT_GT(carried * node, 0.2 * solver->carried());
    EXPECT_LT(carried * node, 2.0 * solver->carried());
    EXPECT_GT(inside, carried);
    EXPECT_EQ(solver->liquid_view().particles->size(), balance_of(*solver).particles);
}

TEST(CarriedSea, RefusesWhatItCannotCarry) {
    const auto message = [](CarriedSeaSetup setup) -> std::string {
        try {
            const CarriedSea solver(std::move(setup));
        } catch (const InputError& error) {
            return error.what();
        }
        return "nothing";
    };
    CarriedSeaSetup none = ball_and_sea({});
    none.bodies.clear();
    none.skins.clear();
    EXPECT_NE(message(none).find("the first obstacle carries out of the sea, and the scene has none"),
              std::string::npos);
    CarriedSeaSetup dry = ball_and_sea({});
    dry.particles.resize(0);
    EXPECT_NE(message(dry).find("there is none at the start"), std::string::npos);
    SeaParameters parameters;
    EXPECT_FALSE(parameters.limits().emitters);
    EXPECT_FALSE(parameters.needs().skins);
    parameters.carried.emplace().thickness = 1.0f;
    EXPECT_TRUE(parameters.limits().emitters);
    EXPECT_TRUE(parameters.needs().skins);
    ASSERT_TRUE(parameters.fault());
    EXPECT_EQ(parameters.fault()->path, "carried.thickness");
}

}  // namespace
}  // namespace lamella
