#include "poisson_problems.hpp"

#include <lamella/eulerian/multigrid_mcadams2010.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

double dot(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

// Liquid of every kind: a pool with a hole, drops, cut faces and ghost fluid.
PoissonProblem rough_pool(Index n) {
    const auto kind = [n](const Vec3i& c) {
        if (c.y() < 0 || c.x() < 0 || c.z() < 0 || c.x() >= n || c.z() >= n) return CellKind::solid;
        if ((c - Vec3i(n / 3, 0, n / 2)).cast<float>().norm() < 0.2f * static_cast<float>(n)) return CellKind::solid;
        if (c.y() < n / 2) return CellKind::liquid;
        return c.y() < n && random_unit(4, 0, counter_of(c)) < 0.05f ? CellKind::liquid : CellKind::air;
    };
    const auto open = [n](int axis, const Vec3i& c) {
        return c.y() < n / 4 ? std::pow(10.0f, -3.0f * random_unit(7, static_cast<std::uint64_t>(axis), counter_of(c)))
                             : 1.0f;
    };
    const auto theta = [](int axis, const Vec3i& c) {
        return 1e-3f + random_unit(8, static_cast<std::uint64_t>(axis), counter_of(c));
    };
    return poisson_problem({0, 0, 0}, {n, n, n}, kind, open, theta);
}

TEST(Multigrid, IsSymmetricAndPositiveDefinite) {
    const PoissonSystem system = rough_pool(30).system();
    MultigridMcAdams2010 multigrid;
    multigrid.build(system);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto a = random_vector<float>(system, 2 * seed), b = random_vector<float>(system, 2 * seed + 1);
        std::vector<float> image_a(a.size()), image_b(a.size());
        const double product = multigrid.apply(a, image_a);
        multigrid.apply(b, image_b);
        EXPECT_GT(product, 0.0);
        EXPECT_NEAR(product, dot(a, image_a), 1e-6 * product);
        EXPECT_NEAR(dot(b, image_a), dot(a, image_b), 1e-6 * std::sqrt(dot(image_a, image_a) * dot(b, b)));
    }
}

TEST(Multigrid, BringsTheErrorDownByItself) {
    const auto problem = poisson_problem({0, 0, 0}, {32, 32, 32}, box_with_open_top({0, 0, 0}, {32, 32, 32}));
    const PoissonSystem system = problem.system();
    MultigridMcAdams2010 multigrid;
    multigrid.build(system);
    // The error e of x = 0 for b = A e; a smooth one, which sweeps alone would leave.
    std::vector<float> error(system.size(), 1.0f), image(system.size()), correction(system.size());
    const double before = system.apply(error, image);
    multigrid.apply(image, correction);
    for (std::size_t i = 0; i < error.size(); ++i) error[i] -= correction[i];
    EXPECT_LT(system.apply(error, image), 0.1 * before);  // the square of the error in energy
}

TEST(Multigrid, IsExactWhereNoTwoCellsAreCoupled) {
    const auto problem = poisson_problem({0, 0, 0}, {24, 24, 24}, [](const Vec3i& c) {
        return c.unaryExpr([](Index i) { return i & 3; }) == Vec3i(1, 1, 1) ? CellKind::liquid : CellKind::air;
    });
    const PoissonSystem system = problem.system();
    MultigridMcAdams2010 multigrid;
    multigrid.build(system);
    const auto r = random_vector<float>(system, 3);
    std::vector<float> z(r.size());
    multigrid.apply(r, z);
    for (std::size_t i = 0; i < r.size(); ++i) ASSERT_NEAR(z[i], r[i] / 6.0f, 1e-6f);
}

TEST(Multigrid, IsNotConfusedByASmallerSystemAfterALargerOne) {
    const PoissonSystem large = rough_pool(40).system(), small = rough_pool(20).system();
    MultigridMcAdams2010 used, fresh;
    used.build(large);
    const auto r = random_vector<float>(large, 1);
    std::vector<float> z(r.size());
    used.apply(r, z);
    used.build(small);
    fresh.build(small);
    const auto s = random_vector<float>(small, 1);
    std::vector<float> from_used(s.size()), from_fresh(s.size());
    used.apply(s, from_used);
    fresh.apply(s, from_fresh);
    EXPECT_EQ(from_used, from_fresh);
}

}  // namespace
}  // namespace lamella
