#include "benchmarks.hpp"
#include "dam_in_cube.hpp"
#include "liquid_step.hpp"

#include <lamella/flip/flip_solver.hpp>
#include <lamella/matter/sole_solver.hpp>

namespace lamella {
namespace {

enum class Keeping { nothing, sheets };  // springs and sheets, or neither

FlipSetup unit_cube(Index n, Keeping keeping) {
    FlipSetup setup;
    put_dam_in_cube(n, setup);
    setup.parameters.max_step = 0.005;
    setup.parameters.cfl = 5.0f;
    setup.parameters.springs = NoSprings{};
    if (keeping == Keeping::sheets) {
        setup.parameters.transfer = AndoTransfer{};
        setup.parameters.springs = TangentialSprings{};
        setup.parameters.sheets = SheetParameters{};
    }
    return setup;
}

constexpr double kStep = 0.005;

// The mean of ten steps, after one that allocates and `before` more.
LiquidStep mean_step(FlipSetup setup, int before) {
    constexpr int kSteps = 10;
    SoleSolver<FlipSolver> solver(std::move(setup));
    for (int k = 0; k <= before; ++k) solver.step(kStep);
    solver->take_report();
    const double seconds = seconds_of([&] {
        for (int k = 0; k < kSteps; ++k) solver.step(kStep);
    });
    return {seconds / kSteps, static_cast<double>(solver->take_report().solves["pressure"].iterations) / kSteps,
            solver->particles().size()};
}

}  // namespace

Figures flip_benchmark() {
    const LiquidStep small = mean_step(unit_cube(64, Keeping::nothing), 0);
    const LiquidStep large = mean_step(unit_cube(100, Keeping::nothing), 0);
    const double gain =
        gain_of_two_threads([] { return SoleSolver<FlipSolver>(unit_cube(100, Keeping::nothing)); }, kStep, 4);
    const LiquidStep huge = mean_step(unit_cube(200, Keeping::nothing), 0);
    const LiquidStep kept = mean_step(unit_cube(100, Keeping::sheets), 0);
    const LiquidStep splashing = mean_step(unit_cube(100, Keeping::sheets), 80);  // the dam has reached the far wall
    return {"flip",
            "dam break in a unit cube, 8 particles a cell, steps of 5 ms, 2 threads",
            {{"flip_64", small.seconds, "s a step", at_most(0.09)},
             {"flip_100", large.seconds, "s a step", at_most(0.35)},
             {"flip_100_iterations", large.iterations, "a step", {}},
             {"flip_two_threads", gain, "x one", Bar{Better::higher, 1.7, false}},
             {"flip_growth", huge.microseconds() / small.microseconds(), "x a particle, 200^3 to 64^3",
              Bar{Better::lower, 1.3, false}},
             {"flip_sheets_100", kept.seconds, "s a step", at_most(0.9)},
             {"flip_sheets_100_splashing", splashing.seconds, "s a step", at_most(0.9)}}};
}

}  // namespace lamella
