// Pressure systems of space that repeats.
#include "poisson_problems.hpp"

#include <lamella/eulerian/pressure_solve.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Index kDepth = 12;

// A pool that repeats along x and z after so many tiles, with holes and uneven faces.
struct PeriodicPool {
    Vec3i period;

    Vec3i wrapped(Vec3i c) const {
        for (const int a : {0, 2}) {
            const Index cells = kTileWidth * period[a];
            c[a] = (c[a] + cells) % cells;
        }
        return c;
    }
    PoissonProblem problem() const {
        const auto kind = [this](const Vec3i& c) {
            if (c.y() < 0) return CellKind::solid;
            const bool hole = random_unit(4, 0, counter_of(wrapped(c))) < 0.1f;
            return c.y() >= kDepth || hole ? CellKind::air : CellKind::liquid;
        };
        const auto open = [this](int axis, const Vec3i& c) {
            return 0.1f + random_unit(3, static_cast<std::uint64_t>(axis), counter_of(wrapped(c)));
        };
        const Vec3i high(kTileWidth * period.x(), 2 * kTileWidth, kTileWidth * period.z());
        PoissonProblem problem = poisson_problem({0, 0, 0}, high, kind, open);
        problem.tiles = problem.tiles.with_period(period);
        return problem;
    }
};

class PeriodicSystem : public testing::TestWithParam<Vec3i> {
protected:
    const PeriodicPool pool_{GetParam()};
    const PoissonProblem problem_ = pool_.problem();
    const PoissonSystem system_ = problem_.system();
};
INSTANTIATE_TEST_SUITE_P(Periods, PeriodicSystem,
                         testing::Values(Vec3i(1, 0, 1), Vec3i(2, 0, 4), Vec3i(3, 0, 2), Vec3i(6, 0, 5)));

TEST_P(PeriodicSystem, AppliesItsDefinitionAcrossTheSeam) {
    const auto p = random_vector<float>(system_, 1);
    std::vector<float> image(p.size());
    system_.apply(p, image);
    TileField<float> field(problem_.tiles);
    std::ranges::copy(p, field.values().begin());
    for (Index t = 0; t < problem_.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i cell = problem_.tiles.first_cell(t) + coordinates_in_tile(c);
            const auto value = [&](const Vec3i& at) { return field.at(problem_.tiles, pool_.wrapped(at), 0.0f); };
            float expected = problem_.coefficients.dirichlet.tile(t)[c] * value(cell);
            for (int a = 0; a < 3; ++a) {
                const Vec3i step = Vec3i::Unit(a);
                const auto& faces = problem_.coefficients.low_faces[static_cast<std::size_t>(a)];
                const float high = faces.at(problem_.tiles, pool_.wrapped(cell + step), 0.0f);
                expected += faces.tile(t)[c] * (value(cell) - value(cell - step));
                expected += high * (value(cell) - value(cell + step));
            }
            ASSERT_NEAR(image[static_cast<std::size_t>(t * kTileCells + c)], expected, 1e-5f) << cell.transpose();
        }
}

TEST_P(PeriodicSystem, HasASymmetricPreconditioner) {
    MultigridMcAdams2010 multigrid;
    multigrid.build(system_);
    const auto dot = [](const auto& a, const auto& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
        return sum;
    };
    const auto a = random_vector<float>(system_, 2), b = random_vector<float>(system_, 3);
    std::vector<float> image_a(a.size()), image_b(a.size());
    EXPECT_GT(multigrid.apply(a, image_a), 0.0);
    multigrid.apply(b, image_b);
    EXPECT_NEAR(dot(b, image_a), dot(a, image_b), 1e-6 * std::sqrt(dot(image_a, image_a) * dot(b, b)));
}

TEST_P(PeriodicSystem, IsSolvedInFewIterations) {
    const auto random = random_vector<double>(system_, 1);
    TileField<double> b(problem_.tiles), x(problem_.tiles);
    std::ranges::copy(random, b.values().begin());
    PressureSolve solver;
    const auto result = solver.solve(system_, b, x, 1e-6, 200);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.iterations, 18);
    EXPECT_EQ(result.removed, 0.0);
}

// Nothing but liquid on all sides.
TEST(PeriodicSpace, ThatIsFullHasAPressureUpToAConstant) {
    const TileSet tiles = tiles_of_box({0, 0, 0}, {16, 24, 8}).with_period({2, 3, 1});
    PoissonCoefficients coefficients(tiles);
    for (auto& faces : coefficients.low_faces) std::ranges::fill(faces.values(), 1.0f);
    const PoissonSystem system(tiles, coefficients);
    const auto random = random_vector<double>(system, 1);
    TileField<double> b(tiles), x(tiles);
    std::ranges::copy(random, b.values().begin());
    PressureSolve solver;
    const auto result = solver.solve(system, b, x, 1e-6, 200);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(result.iterations, 30);  // two of the axes have an odd number of tiles
    EXPECT_GT(result.removed, 0.0);
    double sum = 0.0;
    for (const double value : x.values()) sum += value;
    EXPECT_NEAR(sum, 0.0, 1e-9 * static_cast<double>(system.size()));
}

}  // namespace
}  // namespace lamella
