#include "test_points.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/weak_springs_ando2011.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

using testing::lattice_block;
using testing::nearest_distance;
using testing::periodic_cube;
using testing::SortedParticles;

void step(SortedParticles& set, const WeakSpringMethod& method) {
    measure_sheets(set.grid, 1.0f, {}, {}, set.particles);
    apply_springs(method, set.grid, 1.0f, 0.006, set.particles);
    set.sort();
}

std::vector<Vec3> random_points(Index n, Real edge, std::uint64_t seed) {
    std::vector<Vec3> points;
    for (Index i = 0; i < n; ++i)
        points.push_back(0.5f * edge * (random_in_cube(seed, 0, static_cast<std::uint64_t>(i)) + Vec3::Ones()));
    return points;
}

Real least_distance(const SortedParticles& set) {
    Real least = 1e9f;
    for (Index i = 0; i < set.size(); ++i) least = std::min(least, nearest_distance(set, i));
    return least;
}

// The relative standard deviation of the density with W = 1 - (r / 2)^2.
double density_deviation(const SortedParticles& set) {
    double sum = 0.0;
    double squares = 0.0;
    for (Index i = 0; i < set.size(); ++i) {
        double rho = 0.0;
        for (Index j = 0; j < set.size(); ++j)
            rho += std::max(0.0, 1.0 - set.grid.box().nearest(set.x()[i] - set.x()[j]).squaredNorm() / 4.0);
        sum += rho;
        squares += rho * rho;
    }
    const double mean = sum / set.size();
    return std::sqrt(squares / set.size() - mean * mean) / mean;
}

// Random points in a cylinder along y, as many as fill it: those of a thread stay, those of a trunk part.
TEST(WeakSprings, LeaveThreadsAlone) {
    const auto moved = [](Real radius) {
        std::vector<Vec3> points;
        for (const Vec3& p : random_points(11'000, 22.0f, 5))
            if (Vec3(p.x() - 11, 0, p.z() - 11).norm() < radius) points.push_back(p);
        SortedParticles set(points);
        const Vec3Column before = set.x();
        measure_sheets(set.grid, 1.0f, {}, {}, set.particles);
        apply_springs(TangentialSprings{0.1f}, set.grid, 1.0f, 0.006, set.particles);
        double far = 0.0, count = 0.0;
        for (Index i = 0; i < set.size(); ++i) {
            if (std::abs(before[i].y() - 11.0f) > 5.0f) continue;  // far from the ends
            far += (set.x()[i] - before[i]).norm() > 0.0f ? 1.0 : 0.0;
            count += 1.0;
        }
        return far / count;
    };
    EXPECT_LT(moved(2.0f), 0.3);
    EXPECT_GT(moved(5.0f), 0.8);
}

TEST(WeakSprings, PartTwoParticlesByTheEquation) {
    SortedParticles set({{0, 0, 0}, {0.6f, 0, 0}});
    step(set, TangentialSprings{0.1f});
    EXPECT_NEAR(set.x()[0].x(), -0.1f * (1 - 0.36f), 1e-6f);
    EXPECT_NEAR(set.x()[1].x(), 0.6f + 0.1f * (1 - 0.36f), 1e-6f);
    SortedParticles printed({{0, 0, 0}, {0.6f, 0, 0}});
    step(printed, PrintedSprings{25.0f});  // times 0.006 s
    EXPECT_NEAR(printed.x()[0].x(), -0.15f * (1 - 0.36f), 1e-6f);
}

TEST(WeakSprings, PartParticlesAtOnePlace) {
    SortedParticles set({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    step(set, TangentialSprings{0.1f});
    EXPECT_GT(least_distance(set), 0.05f);
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < set.size(); ++i) sum += set.x()[i] - Vec3::Ones();
    EXPECT_LT(sum.norm(), 1e-6f);
}

TEST(WeakSprings, MoveNoFartherThanAQuarterOfASpacing) {
    SortedParticles set(random_points(400, 3.0f, 1));  // 15 times too dense
    const auto& id = set.particles.get<IndexColumn>("id");
    std::vector<Vec3> before(static_cast<std::size_t>(set.size()));
    for (Index i = 0; i < set.size(); ++i) before[static_cast<std::size_t>(id[i])] = set.x()[i];
    step(set, PrintedSprings{});
    for (Index i = 0; i < set.size(); ++i)
        EXPECT_LE((set.x()[i] - before[static_cast<std::size_t>(id[i])]).norm(), 0.25f + 1e-6f);
}

TEST(WeakSprings, LeaveSheetsFlat) {
    const auto thickness = [](const WeakSpringMethod& method) {
        std::vector<Vec3> points = lattice_block({16, 1, 16}, 0.3f);
        for (Vec3& p : points) p = Vec3(0.8f * p.x(), 0.1f * p.y(), 0.8f * p.z());  // the springs are tense
        SortedParticles set(points);
        for (int k = 0; k < 10; ++k) step(set, method);
        const auto y = set.x().component(1).span();
        return std::ranges::max(y) - std::ranges::min(y);
    };
    EXPECT_LT(thickness(TangentialSprings{}), 0.12f);  // 0.06 at the start
    EXPECT_GT(thickness(PrintedSprings{}), 0.3f);
}

TEST(WeakSprings, SpreadRandomParticles) {
    SortedParticles set(random_points(1000, 10.0f, 2), periodic_cube(10.0f));
    const double before = density_deviation(set);
    for (int k = 0; k < 200; ++k) step(set, TangentialSprings{});
    EXPECT_GT(least_distance(set), 0.9f);
    EXPECT_LT(density_deviation(set), before / 2.2);
}

// Linear stability ends at k = d / (4 r): 0.273 for this lattice.
TEST(WeakSprings, AreStableOnACompressedLattice) {
    const auto rms_move = [](const WeakSpringMethod& method) {
        std::vector<Vec3> points = lattice_block({10, 10, 10}, 0.01f);
        for (Vec3& p : points) p *= 0.916f;
        SortedParticles set(points, periodic_cube(9.16f));
        double squares = 0.0;
        for (int k = 0; k < 150; ++k) {
            const Vec3Column before = set.x();
            measure_sheets(set.grid, 1.0f, {}, {}, set.particles);
            apply_springs(method, set.grid, 1.0f, 0.01, set.particles);
            squares = 0.0;
            for (Index i = 0; i < set.size(); ++i)
                squares += set.grid.box().nearest(set.x()[i] - before[i]).squaredNorm();
            set.sort();
        }
        return std::sqrt(squares / set.size());
    };
    EXPECT_LT(rms_move(PrintedSprings{20.0f}), 0.05);  // k = 0.2: the lattice melts slowly
    EXPECT_GT(rms_move(PrintedSprings{40.0f}), 0.12);  // it swings
}

TEST(WeakSprings, KeepAUniformVelocityAndSampleALinearOne) {
    SortedParticles set(lattice_block({8, 8, 8}, 0.3f));
    auto& v = set.particles.get<Vec3Column>("v");
    for (Index i = 0; i < set.size(); ++i) v.set(i, {1.0f, 0.0f, set.x()[i].x()});
    for (Index& units : set.particles.add<IndexColumn>(kMassColumn).span()) units = kWholeMass / 2;
    step(set, TangentialSprings{});
    for (Index i = 0; i < set.size(); ++i) {
        EXPECT_NEAR(v[i].x(), 1.0f, 1e-5f);
        EXPECT_NEAR(v[i].z(), set.x()[i].x(), 0.25f);
    }
}

TEST(WeakSprings, DependNeitherOnThreadsNorOnTheOrderOfTheInput) {
    std::vector<Vec3> points = lattice_block({12, 4, 12}, 0.4f);
    const auto result = [&] {
        SortedParticles set(points);
        auto& id = set.particles.get<IndexColumn>("id");
        for (Index i = 0; i < set.size(); ++i) id[i] = i;  // by position
        step(set, TangentialSprings{});
        return std::vector<Real>(set.x().component(1).span().begin(), set.x().component(1).span().end());
    };
    const auto once = result();
    std::ranges::reverse(points);
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(result(), once) << threads;
    }
}

}  // namespace
}  // namespace lamella
