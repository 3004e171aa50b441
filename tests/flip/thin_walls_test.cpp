#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.01f;

// A hollow box: walls of this thickness around an inner box.
Body hollow_box(const Box3& inner, Real wall) {
    const BoxShape in{inner.min, inner.max}, out{inner.min.array() - wall, inner.max.array() + wall};
    Body body;
    body.name = "box";
    body.rest_distance = [=](const Vec3& p) { return std::max(out.signed_distance(p), -in.signed_distance(p)); };
    body.thinnest = wall;
    return body;
}

// The inner box half full of water, far from the walls of the tank.
FlipSetup half_full(const Box3& inner, const Body& box) {
    const Vec3i block = (inner.size() / kSpacing).array().round().cast<Index>();
    FlipSetup setup = block_in_tank(Vec3i(block.x(), block.y() / 2, block.z()), Vec3i::Constant(50), kSpacing);
    auto& x = setup.particles.get<Vec3Column>("P");
    for (Index i = 0; i < x.size(); ++i)
        x.set(i, x[i] + inner.min + 0.2f * kSpacing * random_in_cube(1, 2, static_cast<std::uint64_t>(i)));
    setup.bodies.push_back(box);
    return setup;
}

Box3 inner_box(Real shift) {
    const Vec3 low = Vec3::Constant(0.2f + shift);
    return {low, low + Vec3::Constant(0.1f)};
}

struct Outcome {
    Index outside = 0;
    double height = 0.0;  // mean, above the floor of the box, m
};

Outcome outcome_of(SoleSolver<FlipSolver>& solver, const Box3& inner) {
    Outcome outcome;
    const RigidTransform pose = solver.world().body_states().of[0].pose;
    const Vec3Column& x = solver->particles().positions();
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3 p = pose.apply_inverse(x[i]);
        if (!inner.contains(p)) ++outcome.outside;
        outcome.height += (p.y() - inner.min.y()) / static_cast<double>(x.size());
    }
    return outcome;
}

// Cells are 20 mm wide: the walls lie in all ways between their corners.
TEST(ThinWalls, KeepWaterAtRest) {
    for (const Real wall : {0.016f, 0.004f, 0.0005f})
        for (const Real shift : {0.003f, 0.007f, 0.013f, 0.017f}) {
            const Box3 inner = inner_box(shift);
            SoleSolver<FlipSolver> solver(half_full(inner, hollow_box(inner, wall)));
            solver.run_until(0.3);
            const Outcome outcome = outcome_of(solver, inner);
            EXPECT_EQ(outcome.outside, 0) << wall << " " << shift;
            EXPECT_NEAR(outcome.height, 0.025, 0.0025) << wall << " " << shift;
        }
}

TEST(ThinWalls, KeepWaterThatTheyShake) {
    const Box3 inner = inner_box(0.007f);
    Body box = hollow_box(inner, 0.004f);
    Motion motion;
    motion.pivot = inner.centre();
    motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()},
                   {0.2f, Vec3(0.1f, 0.05f, 0.0f), Vec3(0.0f, 30.0f, 120.0f)},
                   {0.4f, Vec3(-0.05f, 0.0f, 0.1f), Vec3(40.0f, 0.0f, 200.0f)}};
    box.max_speed = motion.speed_bound(0.1f);
    box.motion = motion;
    SoleSolver<FlipSolver> solver(half_full(inner, box));
    solver.run_until(0.4);
    EXPECT_EQ(outcome_of(solver, inner).outside, 0);
}

TEST(ThinWalls, HaveTheSameBitsForAnyNumberOfThreads) {
    const Box3 inner = inner_box(0.007f);
    std::vector<std::vector<Vec3>> places;
    for (const int threads : {1, 3}) {
        const ThreadLimit limit(threads);
        SoleSolver<FlipSolver> solver(half_full(inner, hollow_box(inner, 0.004f)));
        solver.run_until(0.05);
        auto& row = places.emplace_back();
        for (Index i = 0; i < solver->particles().size(); ++i) row.push_back(solver->particles().positions()[i]);
    }
    EXPECT_EQ(places[0], places[1]);
}

}  // namespace
}  // namespace lamella
