#include "poisson_problems.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/pressure_solve.hpp>

#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>

#include <cmath>
#include <limits>
#include <numeric>

namespace lamella {
namespace {

struct Solution {
    PressureSolveResult result;
    std::vector<double> x;
    std::vector<double> b;  // as it was made consistent
};

Solution solve(const PoissonProblem& problem, const std::vector<double>& b, double tolerance = 1e-6,
               Index max_iterations = 200) {
    TileField<double> right(problem.tiles), x(problem.tiles);
    std::copy(b.begin(), b.end(), right.values().begin());
    PressureSolve solver;
    const auto result = solver.solve(problem.system(), right, x, tolerance, max_iterations);
    return {result, {x.values().begin(), x.values().end()}, {right.values().begin(), right.values().end()}};
}
Solution solve_random(const PoissonProblem& problem) {
    return solve(problem, random_vector<double>(problem.system(), 1));
}

PoissonProblem box_problem(Index n) {
    return poisson_problem({0, 0, 0}, {n, n, n}, box_with_open_top({0, 0, 0}, {n, n, n}));
}
CellKind between_walls(const Vec3i& c, Index n) {
    return (c.array() >= 0).all() && (c.array() < n).all() ? CellKind::liquid : CellKind::solid;
}

TEST(PressureSolve, GivesHydrostaticPressure) {
    // b as gravity makes it: a flux of 1 through every face, which the floor stops: p is the depth in cells.
    const Index n = 24;
    const PoissonProblem problem = box_problem(n);
    std::vector<double> b(problem.system().size());
    for (std::size_t i = 0; i < b.size(); ++i) {
        const Index cell = static_cast<Index>(i) % kTileCells;
        if (problem.tiles.first_cell(static_cast<Index>(i) / kTileCells).y() + ((cell >> 3) & 7) == 0) b[i] = 1.0;
    }
    const auto [result, x, rest] = solve(problem, b, 1e-10);
    EXPECT_TRUE(result.converged);
    for (std::size_t i = 0; i < b.size(); ++i) {
        const Index cell = static_cast<Index>(i) % kTileCells;
        const Index y = problem.tiles.first_cell(static_cast<Index>(i) / kTileCells).y() + ((cell >> 3) & 7);
        ASSERT_NEAR(x[i], n - y, 1e-6 * n);
    }
}

TEST(PressureSolve, AgreesWithADirectSolve) {
    const auto kind = [](const Vec3i& c) {
        if ((c.array() < -2).any() || (c.array() > 8).any()) return c.y() > 0 ? CellKind::air : CellKind::solid;
        return random_unit(2, 0, counter_of(c)) < 0.8f ? CellKind::liquid : CellKind::air;
    };
    const auto open = [](int axis, const Vec3i& c) {
        return 1e-3f + random_unit(3, static_cast<std::uint64_t>(axis), counter_of(c));
    };
    const auto problem = poisson_problem({-2, -2, -2}, {9, 9, 9}, kind, open);
    const PoissonSystem system = problem.system();
    const auto n = static_cast<Index>(system.size());
    // The columns of A by its action; cells that are no unknowns get a 1.
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<float> diagonal(system.size()), unit(system.size()), column(system.size());
    system.diagonal(diagonal);
    for (Index i = 0; i < n; ++i) {
        if (diagonal[i] == 0.0f) {
            entries.emplace_back(i, i, 1.0);
            continue;
        }
        unit[i] = 1.0f;
        system.apply(unit, column);
        unit[i] = 0.0f;
        for (Index j = 0; j < n; ++j)
            if (column[j] != 0.0f) entries.emplace_back(j, i, column[j]);
    }
    Eigen::SparseMatrix<double> A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    const auto b = random_vector<double>(system, 5);
    const Eigen::VectorXd expected =
        Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(A).solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
    const auto [result, x, rest] = solve(problem, b, 1e-9);
    EXPECT_TRUE(result.converged);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(x.data(), n) - expected).norm(), 1e-5 * expected.norm());
}

TEST(PressureSolve, NeedsFewIterationsForAnyShape) {
    const Index n = 40;
    const auto in = [](const Vec3i& c) { return between_walls(c, n) == CellKind::liquid; };
    const auto ball = [&](const Vec3i& c) {
        return (c.cast<float>() - Vec3::Constant(19.5f)).norm() < 17.0f ? CellKind::liquid : CellKind::air;
    };
    const auto sheet = [&](const Vec3i& c) {
        const auto y = static_cast<Index>(20.0f + 8.0f * std::sin(0.15f * static_cast<Real>(c.x() + c.z())));
        return in(c) && c.y() == y ? CellKind::liquid : CellKind::air;
    };
    const auto layer_between_plates = [&](const Vec3i& c) {
        if (!in(c)) return c.x() >= n ? CellKind::air : CellKind::solid;
        return c.y() == 20 ? CellKind::liquid : CellKind::solid;
    };
    const auto stairs = [&](const Vec3i& c) {
        if (!in(c)) return c.y() >= n ? CellKind::air : CellKind::solid;
        return 2 * c.y() < c.x() ? CellKind::solid : CellKind::liquid;
    };
    const auto narrow_at_stairs = [](int axis, const Vec3i& c) {
        return 2 * c.y() < c.x() + 3
                   ? std::pow(10.0f, -3.0f * random_unit(7, static_cast<std::uint64_t>(axis), counter_of(c)))
                   : 1.0f;
    };
    const auto near_interface = [](int axis, const Vec3i& c) {
        return 1e-3f + random_unit(8, static_cast<std::uint64_t>(axis), counter_of(c));
    };
    const auto full = [](int, const Vec3i&) { return 1.0f; };
    const auto iterations = [&](const PoissonProblem& problem) {
        const PressureSolveResult result = solve_random(problem).result;
        EXPECT_TRUE(result.converged);
        EXPECT_LE(result.residual, 1e-6);
        return result.iterations;
    };
    const Vec3i low = Vec3i::Zero(), high = Vec3i::Constant(n);
    EXPECT_LE(iterations(box_problem(n)), 10);
    EXPECT_LE(iterations(poisson_problem(low, high, ball, full, near_interface)), 10);
    EXPECT_LE(iterations(poisson_problem(low, high, sheet)), 7);
    EXPECT_LE(iterations(poisson_problem(low, high, layer_between_plates)), 12);
    EXPECT_LE(iterations(poisson_problem(low, high, stairs, narrow_at_stairs)), 35);
}

TEST(PressureSolve, NeedsHardlyMoreIterationsOnAFinerGrid) {
    const Index coarse = solve_random(box_problem(16)).result.iterations;
    const Index fine = solve_random(box_problem(64)).result.iterations;
    EXPECT_LE(2 * fine, 3 * coarse);
}

TEST(PressureSolve, DoesNotCostTheSpaceBetweenDistantLiquids) {
    const auto two_drops = [](const Vec3i& c) {
        const Vec3 x = c.cast<Real>();
        return x.norm() < 5.0f || (x - Vec3(3e5f, -2e5f, 1e5f)).norm() < 5.0f ? CellKind::liquid : CellKind::air;
    };
    std::vector<Vec3i> tiles;
    for (const Vec3i& centre : {Vec3i(0, 0, 0), Vec3i(300000, -200000, 100000)})
        for_each_offset([&](Index x, Index y, Index z) { tiles.emplace_back(tile_of_cell(centre) + Vec3i(x, y, z)); });
    const TileSet set(tiles);
    PoissonProblem problem{set, PoissonCoefficients(set)};
    for (Index t = 0; t < set.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i cell = set.first_cell(t) + coordinates_in_tile(c);
            if (two_drops(cell) != CellKind::liquid) continue;
            for (int axis = 0; axis < 3; ++axis) {
                const bool low = two_drops(cell - Vec3i::Unit(axis)) == CellKind::liquid;
                const bool high = two_drops(cell + Vec3i::Unit(axis)) == CellKind::liquid;
                problem.coefficients.low_faces[axis].tile(t)[c] = low ? 1.0f : 0.0f;
                problem.coefficients.dirichlet.tile(t)[c] += (low ? 0.0f : 1.0f) + (high ? 0.0f : 1.0f);
            }
        }
    const PoissonSystem system = problem.system();
    TileField<double> b(set, 1.0), x(set);
    PressureSolve solver;
    EXPECT_TRUE(solver.solve(system, b, x).converged);
    EXPECT_LT(solver.memory_bytes(), 100U * system.size());
}

TEST(PressureSolve, MakesAnEnclosedRegionConsistent) {
    const auto problem = poisson_problem({0, 0, 0}, {20, 20, 20}, [](const Vec3i& c) { return between_walls(c, 20); });
    auto b = random_vector<double>(problem.system(), 1);
    for (double& value : b) value = value == 0.0 ? 0.0 : value + 0.25;
    const double sum = std::accumulate(b.begin(), b.end(), 0.0);
    for (const double tolerance : {1e-6, 1e-11}) {
        const auto [result, x, consistent] = solve(problem, b, tolerance);
        EXPECT_TRUE(result.converged) << result.residual;
        EXPECT_NEAR(result.removed, sum, 1e-9 * sum);
        EXPECT_NEAR(std::accumulate(consistent.begin(), consistent.end(), 0.0), 0.0, 1e-9);
        EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0), 0.0, 1e-8);
    }
}

// Three chambers that walls of one cell part, the third open to the air.
TEST(PressureSolve, TellsEnclosedRegionsFromOpenOnes) {
    const auto kind = [](const Vec3i& c) {
        if ((c.array() < 0).any() || c.x() >= 29 || c.z() >= 10) return CellKind::solid;
        if (c.y() >= 10) return c.x() > 20 ? CellKind::air : CellKind::solid;
        return c.x() % 10 == 9 ? CellKind::solid : CellKind::liquid;
    };
    const auto problem = poisson_problem({0, 0, 0}, {29, 10, 10}, kind);
    std::vector<double> b(problem.system().size());
    const auto at = [&](Index x, Index y, Index z) -> double& {
        const Index t = problem.tiles.find(tile_of_cell({x, y, z}));
        return b[static_cast<std::size_t>(t * kTileCells + cell_in_tile(x & 7, y & 7, z & 7))];
    };
    at(2, 3, 4) = 5.0;
    at(2, 8, 4) = -5.0;
    at(13, 3, 4) = 7.0;
    at(25, 3, 4) = 1.0;
    const auto [result, x, consistent] = solve(problem, b);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.removed, 7.0, 1e-12);  // the second chamber's; the first is consistent, the third open
    EXPECT_NEAR(consistent[static_cast<std::size_t>(&at(25, 3, 4) - b.data())], 1.0, 0.0);
}

TEST(PressureSolve, TakesOneCell) {
    const auto only = [](const Vec3i& c) { return c == Vec3i(3, 3, 3) ? CellKind::liquid : CellKind::air; };
    const auto problem = poisson_problem({0, 0, 0}, {8, 8, 8}, only);
    std::vector<double> b(kTileCells);
    b[static_cast<std::size_t>(cell_in_tile(3, 3, 3))] = 12.0;
    const auto open = solve(problem, b);
    EXPECT_TRUE(open.result.converged);
    EXPECT_NEAR(open.x[static_cast<std::size_t>(cell_in_tile(3, 3, 3))], 2.0, 1e-6);

    const auto walled = [](const Vec3i& c) { return c == Vec3i(3, 3, 3) ? CellKind::liquid : CellKind::solid; };
    const auto closed = solve(poisson_problem({0, 0, 0}, {8, 8, 8}, walled), b);
    EXPECT_TRUE(closed.result.converged);
    EXPECT_EQ(closed.x, std::vector<double>(kTileCells));
}

TEST(PressureSolve, TakesNothing) {
    const TileSet none;
    TileField<double> b(none), x(none);
    PressureSolve solver;
    const auto empty = solver.solve(PoissonSystem(none, PoissonCoefficients(none)), b, x);
    EXPECT_TRUE(empty.converged);

    const PoissonProblem box = box_problem(10);
    TileField<double> zero(box.tiles), warm(box.tiles, 1.0);
    EXPECT_TRUE(solver.solve(box.system(), zero, warm).converged);
    for (const double value : warm.values()) ASSERT_EQ(value, 0.0);
}

TEST(PressureSolve, StartsFromTheSolutionThatIsGiven) {
    const PoissonProblem problem = box_problem(20);
    const PoissonSystem system = problem.system();
    const auto random = random_vector<double>(system, 1);
    TileField<double> b(problem.tiles), x(problem.tiles);
    std::copy(random.begin(), random.end(), b.values().begin());
    PressureSolve solver;
    EXPECT_GT(solver.solve(system, b, x, 1e-6).iterations, 3);
    EXPECT_EQ(solver.solve(system, b, x, 1e-6).iterations, 0);
}

TEST(PressureSolve, SaysSoWhenNumbersAreNotFinite) {
    const PoissonProblem problem = box_problem(10);
    auto b = random_vector<double>(problem.system(), 1);
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        b[100] = bad;
        const auto result = solve(problem, b).result;
        EXPECT_FALSE(result.converged);
        EXPECT_EQ(result.iterations, 0);
    }
}

TEST(PressureSolve, SaysSoWhenTheIterationsDoNotSuffice) {
    const PoissonProblem problem = box_problem(20);
    const auto result = solve(problem, random_vector<double>(problem.system(), 1), 1e-6, 2).result;
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(result.iterations, 2);
    EXPECT_GT(result.residual, 1e-6);
}

TEST(PressureSolve, HasTheSameBitsForAnyThreadCount) {
    const auto kind = [](const Vec3i& c) {
        if (c.x() == 20) return CellKind::solid;
        return c.x() < 20 ? box_with_open_top({0, 0, 0}, {20, 30, 40})(c) : between_walls(c, 40);
    };
    const auto problem = poisson_problem({0, 0, 0}, {40, 40, 40}, kind);
    std::vector<Solution> solutions;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        solutions.push_back(solve_random(problem));
    }
    for (const Solution& other : solutions) {
        EXPECT_EQ(other.x, solutions[0].x);
        EXPECT_EQ(other.result.iterations, solutions[0].result.iterations);
        EXPECT_EQ(other.result.removed, solutions[0].result.removed);
    }
    EXPECT_GT(solutions[0].result.removed, 0.0);
}

}  // namespace
}  // namespace lamella
