#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;

Vec3d mean_position(const FlipSolver& solver) {
    Vec3d sum = Vec3d::Zero();
    const auto& x = solver.particles().positions();
    for (Index i = 0; i < x.size(); ++i) sum += x[i].cast<double>();
    return sum / x.size();
}

Real fastest(const FlipSolver& solver) {
    const auto& v = solver.particles().get<Vec3Column>("v");
    Real speed = 0.0f;
    for (Index i = 0; i < v.size(); ++i) speed = std::max(speed, v[i].norm());
    return speed;
}

TEST(FlipSolver, WaterAtRestStaysAtRest) {
    FlipSolver solver(block_in_tank({20, 12, 16}, {20, 20, 16}, kSpacing));
    const Vec3d start = mean_position(solver);
    advance(solver, 0.5);
    { const auto& v = solver.particles().get<Vec3Column>("v"); for (Index i = 0; i < v.size(); ++i) if (v[i].norm() > 0.6f * fastest(solver)) { Vec3 p = solver.particles().positions()[i] / kSpacing; printf("%g %g %g: %g %g %g\n", p.x(), p.y(), p.z(), v[i].x(), v[i].y(), v[i].z()); } }
    printf("speed %g drift %g %g %g\n", fastest(solver), (mean_position(solver) - start).x(), (mean_position(solver) - start).y(),(mean_position(solver) - start).z());
    EXPECT_LT(fastest(solver), 0.02f);
    EXPECT_LT((mean_position(solver) - start).norm(), 0.05 * kSpacing);
}

TEST(FlipSolver, ABlockFallsFreely) {
    FlipSetup setup = block_in_tank({8, 8, 8}, {40, 200, 40}, kSpacing);
    auto& x = setup.particles.positions();
    for (Index i = 0; i < x.size(); ++i) x.set(i, x[i] + Vec3(0.3f, 3.0f, 0.3f));
    FlipSolver solver(std::move(setup));
    const Vec3d start = mean_position(solver);
    advance(solver, 0.3);
    EXPECT_NEAR(mean_position(solver).y() - start.y(), -0.5 * 9.81 * 0.09, 0.1 * kSpacing);
    EXPECT_NEAR(mean_position(solver).x(), start.x(), 1e-4);
}

TEST(FlipSolver, ADamBreakLosesNothing) {
    FlipSolver solver(block_in_tank({16, 24, 12}, {48, 32, 12}, kSpacing));
    const Index start = solver.particles().size();
    for (int k = 1; k <= 10; ++k) {
        advance(solver, 0.1 * k);
        Real top = 0, front = 0;
        for (Index i = 0; i < solver.particles().size(); ++i) { top = std::max(top, solver.particles().positions()[i].y()); front = std::max(front, solver.particles().positions()[i].x()); }
        const auto report = solver.take_report();
        printf("t %.1f centre %.3f %.3f top %.3f front %.3f speed %.2f steps %ld it %.1f fail %ld\n", 0.1*k, mean_position(solver).x(), mean_position(solver).y(), top, front, fastest(solver), report.steps, double(report.solves.at("pressure").iterations)/report.steps, report.solves.at("pressure").failures);
    }
    EXPECT_EQ(solver.particles().size(), start);
    EXPECT_EQ(solver.inventory().lost(), 0);
}

}  // namespace
}  // namespace lamella
