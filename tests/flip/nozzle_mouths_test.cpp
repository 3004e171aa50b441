#include <lamella/eulerian/nozzle_mouths.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include "test_liquid.hpp"

namespace lamella {
namespace {

constexpr Real kSpacing = 0.005f;

// A nozzle in the middle of an open box, its radius in spacings.
FlipSetup nozzle_in_box(const Vec3& direction, Real speed, Real viscosity, Real radius = 4.0f) {
    FlipSetup setup = block_in_tank({0, 0, 0}, {60, 60, 60}, kSpacing);
    setup.domain.open.fill(true);
    setup.materials = {PhaseMaterial{1000.0f, viscosity}};
    DiscEmitter disc;
    disc.centre = Vec3::Constant(0.15f);
    disc.direction = direction;
    disc.radius = radius * kSpacing;
    disc.speed = speed;
    setup.sources = {{disc_nozzle(disc, kSpacing), 0}};
    return setup;
}

// Trouton: a thread of length l that hangs from its mouth grows at its end by rho g l^2 / (6 mu) a second. Cut off at
// the mouth it would fall freely, at 3 m/s.
TEST(NozzleMouths, HoldAThickThread) {
    SoleSolver<FlipSolver> solver(nozzle_in_box({0, -1, 0}, 0.2f, 100.0f));
    solver.run_until(0.3);
    const auto& x = solver->particles().positions();
    const auto& v = solver->particles().get<Vec3Column>("v");
    Real length = 0.0f;
    for (Index i = 0; i < x.size(); ++i) length = std::max(length, 0.15f - x[i].y());
    double end = 0.0, mouth = 0.0, at_end = 0.0, at_mouth = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
        const Real below = 0.15f - x[i].y();
        const bool last = below > length - 2.0f * kSpacing, first = below < kSpacing;
        end += last ? -v[i].y() : 0.0f;
        at_end += last ? 1.0 : 0.0;
        mouth += first ? -v[i].y() : 0.0f;
        at_mouth += first ? 1.0 : 0.0;
    }
    EXPECT_GT(length, 0.06f);
    EXPECT_NEAR(mouth / at_mouth, 0.2, 0.01);
    const double grows = 1000.0 * 9.81 * length * length / (6.0 * 100.0);
    EXPECT_NEAR(end / at_end - 0.2, grows, 0.35 * grows);
    const double volume = static_cast<double>(solver->inventory().emitted()) * std::pow(kSpacing, 3);
    EXPECT_NEAR(volume / (std::numbers::pi * 0.0004 * 0.06), 1.0, 0.01);
}

// Without gravity a jet goes on as it comes, in any direction.
TEST(NozzleMouths, LetAJetGoStraightOn) {
    FlipSetup setup = nozzle_in_box({1, 2, -2}, 0.5f, 0.0f);
    setup.gravity = Vec3::Zero();
    SoleSolver<FlipSolver> solver(std::move(setup));
    solver.run_until(0.15);
    const Vec3 jet = 0.5f * Vec3(1, 2, -2).normalized();
    const auto& v = solver->particles().get<Vec3Column>("v");
    ASSERT_GT(v.size(), 600);
    for (Index i = 0; i < v.size(); ++i) ASSERT_LT((v[i] - jet).norm(), 1e-3f);
}

ParticleTiles tiles_at_mouth() {
    ParticleSet particles = particles_from_points(std::vector<Vec3>{Vec3(0.15f, 0.14f, 0.15f)});
    particles.add<Vec3Column>("v");
    NeighbourGrid grid = NeighbourGrid::with_cells(2.0 * kSpacing);
    grid.build(particles);
    return {grid, 2.0 * kSpacing};
}

// The grid around a mouth, without liquid but for what the mouth holds.
struct AtMouth {
    ParticleTiles tiles = tiles_at_mouth();
    LiquidCells cells;
    FaceField velocity;
    FaceFlags known;

    AtMouth() {
        cells.liquid.assign(tiles.tiles, 0);
        cells.level.assign(tiles.tiles, 1.0f);
        assign(velocity, tiles.tiles, 1.0f);
        for (auto& flags : known) flags.assign(tiles.tiles, 0);
    }
    void hold(const FlipSetup& setup, double time) {
        hold_at_mouths(setup.sources, {}, time, {tiles.tiles, tiles.around, tiles.cell}, cells, velocity, known);
    }
};

// A round pipe 2.5 cells in radius, in the middle of corners: of 19.6 cells 16 have their centres in it, and what comes
// out beside those would fall freely.
TEST(NozzleMouths, HoldAllOfARoundPipe) {
    AtMouth mouth;
    mouth.hold(nozzle_in_box({0, -1, 0}, 0.2f, 0.0f, 5.0f), 0.0);
    int held = 0;
    for (Index x = 10; x < 20; ++x)
        for (Index z = 10; z < 20; ++z) held += mouth.cells.liquid.at(mouth.tiles.tiles, {x, 15, z}, 0);
    EXPECT_GE(held, 20);
    EXPECT_LE(held, 25);
}

// The cells of the pipe are liquid, and no solve changes their faces.
TEST(NozzleMouths, GiveTheFacesOfThePipe) {
    FlipSetup setup = nozzle_in_box({0, -1, 0}, 0.2f, 0.0f);
    AtMouth mouth;
    auto& [tiles, cells, velocity, known] = mouth;
    mouth.hold(setup, 0.0);
    ASSERT_TRUE(cells.holds);
    SolidGrid solids({setup.domain.box, setup.domain.open}, {}, 2.0 * kSpacing);
    solids.update(tiles.tiles, tiles.around, {});
    RigidCouplingBatty2007 bodies(1000.0, 0.01);
    PressureProjection(1e-6, 100).project(tiles.tiles, tiles.around, solids, bodies, cells, velocity);
    const auto at = [&](const auto& field, const Vec3i& cell) { return field.at(tiles.tiles, cell, {}); };
    for (const Index y : {12, 13, 14, 15, 16}) {  // the mouth is the low face of cell 15
        const bool pipe = y >= 14;
        EXPECT_EQ(at(cells.liquid, {15, y, 15}), pipe ? 1 : 0) << y;
        EXPECT_EQ(at(cells.held[1], {15, y, 15}), pipe ? 1 : 0) << y;
        EXPECT_EQ(at(velocity[1], {15, y, 15}), pipe ? -0.2f : 1.0f) << y;
        EXPECT_EQ(at(velocity[0], {15, y, 15}), pipe ? 0.0f : 1.0f) << y;
    }
    mouth.hold(setup, 1e10);
    EXPECT_FALSE(cells.holds);
}

}  // namespace
}  // namespace lamella
