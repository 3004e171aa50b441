#include "poisson_problems.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/pressure_solve.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(PressureSolve, ReachesTheResidualThatIsAskedFor) {
    const auto problem = poisson_problem({-3, 0, 0}, {20, 18, 17}, box_with_open_top({-3, 0, 0}, {20, 18, 17}));
    const PoissonSystem system = problem.system();
    TileField<double> b(problem.tiles), x(problem.tiles);
    const auto random = random_vector<double>(system, 1);
    std::copy(random.begin(), random.end(), b.values().begin());
    PressureSolve solver;
    const auto result = solver.solve(system, b, x);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.residual, 1e-6);
    EXPECT_GT(result.iterations, 2);
}

}  // namespace
}  // namespace lamella
