#include "poisson_problems.hpp"

#include <gtest/gtest.h>

namespace lamella {
namespace {

double dot(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

// A x by the definition, cell by cell.
std::vector<double> image_by_definition(const PoissonProblem& problem, const std::vector<float>& x) {
    const TileSet& tiles = problem.tiles;
    const auto index = [&](const Vec3i& cell) {
        const Index t = tiles.find(tile_of_cell(cell));
        const Vec3i in = cell - kTileWidth * tile_of_cell(cell);
        return t < 0 ? -1 : t * kTileCells + cell_in_tile(in.x(), in.y(), in.z());
    };
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Index c = static_cast<Index>(i) % kTileCells;
        const Vec3i cell = tiles.first_cell(static_cast<Index>(i) / kTileCells) + coordinates_in_tile(c);
        y[i] += static_cast<double>(problem.coefficients.dirichlet.values()[i]) * x[i];
        for (int axis = 0; axis < 3; ++axis) {
            const Index low = index(cell - Vec3i::Unit(axis));
            if (low < 0) continue;
            const double flux = problem.coefficients.low_faces[axis].values()[i] * (static_cast<double>(x[i]) - x[low]);
            y[i] += flux;
            y[low] -= flux;
        }
    }
    return y;
}

// A box around the origin with an island of solid, random openings and ghost fluid; some tiles are uniform.
PoissonProblem rough_problem() {
    const auto kind = [](const Vec3i& c) {
        if ((c.array() < -9).any() || (c.array() >= 21).any()) return c.y() > 0 ? CellKind::air : CellKind::solid;
        return (c.cast<float>() - Vec3(-5, -5, -5)).norm() < 3.0f ? CellKind::solid : CellKind::liquid;
    };
    const auto open = [](int axis, const Vec3i& c) {
        return c.x() < -1 ? 1e-3f + random_unit(7, static_cast<std::uint64_t>(axis), counter_of(c)) : 1.0f;
    };
    const auto theta = [](int axis, const Vec3i& c) {
        return 1e-3f + random_unit(8, static_cast<std::uint64_t>(axis), counter_of(c));
    };
    return poisson_problem({-9, -9, -9}, {21, 21, 21}, kind, open, theta);
}

TEST(PoissonSystem, AppliesItsDefinition) {
    const PoissonProblem problem = rough_problem();
    const PoissonSystem system = problem.system();
    Index uniform = 0;
    for (Index t = 0; t < system.tile_count(); ++t) uniform += system.uniform(t) ? 1 : 0;
    EXPECT_GT(uniform, 0);
    EXPECT_LT(uniform, system.tile_count());
    const auto x = random_vector<float>(system, 1);
    const auto expected = image_by_definition(problem, x);
    std::vector<float> y(x.size());
    const double product = system.apply(x, y);
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_NEAR(y[i], expected[i], 1e-7 * std::abs(expected[i]) + 1e-9) << i;
        sum += expected[i] * x[i];
    }
    EXPECT_NEAR(product, sum, 1e-12 * sum);

    const std::vector<double> exact(x.begin(), x.end());
    std::vector<float> r(x.size());
    const double squares = system.residual(expected, exact, r);
    EXPECT_LT(squares, 1e-20 * sum);
}

TEST(PoissonSystem, IsSymmetricAndPositive) {
    const PoissonSystem system = rough_problem().system();
    const auto a = random_vector<float>(system, 1), b = random_vector<float>(system, 2);
    std::vector<float> image_a(a.size()), image_b(a.size());
    EXPECT_GT(system.apply(a, image_a), 0.0);
    system.apply(b, image_b);
    EXPECT_NEAR(dot(b, image_a), dot(a, image_b), 1e-6 * std::sqrt(dot(image_a, image_a) * dot(b, b)));
}

TEST(PoissonSystem, ClosesFacesToTilesThatDoNotExist) {
    const TileSet tiles(std::vector<Vec3i>{{0, 0, 0}});
    PoissonCoefficients coefficients(tiles);
    for (auto& faces : coefficients.low_faces) std::ranges::fill(faces.values(), 1.0f);
    const PoissonSystem system(tiles, coefficients);
    const std::vector<float> ones(system.size(), 1.0f);
    std::vector<float> y(system.size());
    EXPECT_EQ(system.apply(ones, y), 0.0);
    std::vector<float> diagonal(system.size());
    system.diagonal(diagonal);
    EXPECT_EQ(diagonal[0], 3.0f);
    EXPECT_EQ(diagonal[static_cast<std::size_t>(cell_in_tile(7, 3, 0))], 4.0f);
}

TEST(PoissonSystem, GivesZeroForAConstantBetweenWalls) {
    const auto inside = [](const Vec3i& c) { return (c.array() >= 0).all() && (c.array() < 20).all(); };
    const auto problem = poisson_problem(
        {0, 0, 0}, {20, 20, 20}, [&](const Vec3i& c) { return inside(c) ? CellKind::liquid : CellKind::solid; },
        [](int axis, const Vec3i& c) { return random_unit(1, static_cast<std::uint64_t>(axis), counter_of(c)); });
    const PoissonSystem system = problem.system();
    const std::vector<float> constant(system.size(), 0.7f);
    std::vector<float> y(system.size());
    system.apply(constant, y);
    for (float value : y) ASSERT_EQ(value, 0.0f);
}

}  // namespace
}  // namespace lamella
