#include "benchmarks.hpp"
#include "dam_in_cube.hpp"
#include "liquid_step.hpp"

#include <lamella/coupling/carried_sea.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/matter/sole_solver.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Index kCells = 100;
constexpr double kStep = 0.005, kFrame = 1.0 / 24.0;
constexpr Real kRadius = 0.2f;

// The mean of ten steps of a dam break, after one that allocates.
double dam_step() {
    constexpr int kSteps = 10;
    LevelSetSetup setup;
    put_dam_in_cube(kCells, setup);
    setup.parameters.max_step = kStep;
    setup.parameters.cfl = 5.0f;
    SoleSolver<LevelSetSolver> solver(std::move(setup));
    solver.step(kStep);
    return seconds_of([&] {
               for (int k = 0; k < kSteps; ++k) solver.step(kStep);
           }) /
           kSteps;
}

// A ball half under water in the middle of a unit cube goes up at a metre a second. Tetrahedra of half a cell of the
// sea, in a layer of four of them: 5.6 million at 100^3 cells.
CarriedSeaSetup rising_ball() {
    const Vec3 centre = Vec3::Constant(0.5f);
    CarriedSeaSetup setup;
    setup.spacing = 0.5f / static_cast<Real>(kCells);
    setup.domain.box = {Vec3::Zero(), Vec3::Ones()};
    setup.domain.open[3] = true;
    Body ball;
    ball.name = "ball";
    ball.rest_distance = [=](const Vec3& p) { return (p - centre).norm() - kRadius; };
    Motion motion;
    motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.25f, {0, 0.25f, 0}, Vec3::Zero()}};
    ball.motion = motion;
    ball.max_speed = 1.0f;
    setup.bodies = {std::move(ball)};
    BodySkin skin;
    skin.bounds = {centre.array() - kRadius, centre.array() + kRadius};
    setup.skins = {skin};
    auto& carried = setup.parameters.carried.emplace();
    carried.adhesion = 30.0f;
    carried.drag = 6.0f;
    auto& x = setup.particles.add<Vec3Column>("P");
    setup.particles.add<Vec3Column>("v");
    setup.particles.add<IndexColumn>("phase");
    std::vector<Vec3> places;
    for (Index i = 0; i < 4 * kCells * kCells * kCells; ++i) {
        const Vec3i at(i % (2 * kCells), i / (2 * kCells) % kCells, i / (2 * kCells * kCells));
        const Vec3 p = setup.spacing * (at.cast<Real>().array() + 0.5f);
        if ((p - centre).norm() > kRadius) places.push_back(p);
    }
    setup.particles.resize(static_cast<Index>(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) x.set(static_cast<Index>(i), places[i]);
    return setup;
}

struct BallFrame {
    double seconds, cells;
};

// The second of two frames.
BallFrame ball_frame() {
    SoleSolver<CarriedSea> solver(rising_ball());
    solver.run_until(kFrame);
    return {seconds_of([&] { solver.run_until(2.0 * kFrame); }),
            static_cast<double>(solver->water().mesh().tet_count())};
}

}  // namespace

Figures sea_benchmark() {
    const double dam = dam_step();
    const BallFrame ball = ball_frame();
    return {
        "sea",
        "level set in a unit cube of 100^3 cells: a dam break in steps of 5 ms, and a ball that carries water out of "
        "a pool, 24 frames a second; 2 threads",
        {{"dam", dam, "s a step", at_most(0.8)},
         {"ball", ball.seconds, "s a frame", at_most(20.0)},
         {"ball_cells", ball.cells, "tetrahedra", {}}}};
}

}  // namespace lamella
