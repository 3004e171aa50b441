#include "test_points.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_insertion_ando2011.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>
#include <lamella/particles/sheets/sheets_ando2011.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

using testing::lattice_block;
using testing::periodic_cube;
using testing::SortedParticles;

// Gives each particle f(id) of the mass of a whole one.
template <class F>
void give_mass(SortedParticles& set, F&& f) {
    const auto& id = set.particles.get<IndexColumn>("id");
    auto& units = set.particles.add<IndexColumn>(kMassColumn);
    for (Index i = 0; i < set.size(); ++i) units[i] = static_cast<Index>(f(id[i]) * kWholeMass);
}

struct Measured {
    ScalarColumn filling;
    ScalarColumn stretch;
    Vec3Column normal;
};

Measured measured(SortedParticles set, std::span<const std::uint8_t> near_solid = {}) {
    measure_sheets(set.grid, 1.0f, {}, near_solid, set.particles);
    return {set.particles.get<ScalarColumn>("filling"), set.particles.get<ScalarColumn>("stretch"),
            set.particles.get<Vec3Column>("normal")};
}

// Eq. 2 by a double loop over all images.
double filling_by_loop(const SortedParticles& set, Index i) {
    double sum = 0.0;
    const MassShares mass(set.particles);
    std::vector<Vec3> shifts;
    set.grid.box().for_each_image({Vec3::Constant(-9.0f), Vec3::Constant(18.0f)},
                                  [&](const Vec3& shift) { shifts.push_back(shift); });
    const Vec3Column& x = set.x();
    const Vec3 p = x[i];
    for (Index j = 0; j < set.size(); ++j)
        for (const Vec3& shift : shifts)
            sum += mass(j) * std::max(1.0f - (p - x[j] + shift).squaredNorm() / 16.0f, 0.0f);
    return sum / 107.750;
}

TEST(SheetMeasure, TheLatticeIsFull) {
    SortedParticles set(lattice_block({12, 12, 12}), periodic_cube(12.0f));
    give_mass(set, [](Index) { return 0.3f; });  // so that no cell counts as full
    const Measured measure = measured(set);
    for (const Real rho : measure.filling.span()) EXPECT_NEAR(rho, 0.3f, 2e-5f);
}

// Slabs of n layers: s3 / s1 is about ((n^2 - 1) / 12) / (16 / 6) for thin ones. With four layers only the outer ones
// are in the window, and their mean lies off the middle of the slab.
TEST(SheetMeasure, LayersHaveTheirStretch) {
    const std::array<double, 4> expected{0.0, 0.10, 0.256, 0.444};
    for (Index n = 1; n <= 4; ++n) {
        const SortedParticles set(lattice_block({20, n, 20}));
        const Measured measure = measured(set);
        for (Index i = 0; i < set.size(); ++i) {
            const Vec3 from_middle = set.x()[i] - Vec3(10.0f, set.x()[i].y(), 10.0f);
            if (from_middle.norm() > 3.0f || !SheetWindow{}.contains(measure.filling[i])) continue;
            EXPECT_NEAR(measure.stretch[i], expected[static_cast<std::size_t>(n - 1)], 0.012) << n << " layers";
            EXPECT_NEAR(std::abs(measure.normal[i].y()), 1.0f, 1e-4f);
        }
    }
}

TEST(SheetMeasure, OneAndTwoLayersAreThinAndMoreAreNot) {
    for (Index n = 1; n <= 4; ++n) {
        const SortedParticles set(lattice_block({20, n, 20}, 0.2f));
        const Measured measure = measured(set);
        const auto thin = std::ranges::count_if(measure.stretch.span(), [](Real s) { return s <= 0.2f; });
        EXPECT_EQ(thin, n <= 2 ? set.size() : 0) << n << " layers";
    }
}

TEST(SheetMeasure, PoolsAndDropsAreNotThin) {
    for (const Real jitter : {0.0f, 0.2f}) {
        const SortedParticles pool(lattice_block({24, 12, 24}, jitter));
        const Measured measure = measured(pool);
        EXPECT_GT(std::ranges::min(measure.stretch.span()), 0.5f) << jitter;
    }
    for (const Real radius : {2.0f, 3.0f, 5.0f}) {
        std::vector<Vec3> ball = lattice_block({12, 12, 12}, 0.2f);
        std::erase_if(ball, [&](const Vec3& p) { return (p - Vec3::Constant(6.0f)).norm() > radius; });
        EXPECT_GT(std::ranges::min(measured(SortedParticles(ball)).stretch.span()), 0.5f) << radius;
    }
}

// A pool with a surface of any direction, cut out of a jittered lattice.
std::vector<Vec3> tilted_pool(const Vec3& normal, Real jitter, std::uint64_t seed) {
    std::vector<Vec3> points = lattice_block({20, 20, 20}, jitter, seed);
    std::erase_if(points, [&](const Vec3& p) { return normal.normalized().dot(p - Vec3::Constant(10.0f)) > 3.0f; });
    return points;
}

TEST(SheetMeasure, NothingBelowTheWindowsEndIsTakenForFull) {
    std::uint64_t seed = 1;
    Index searched = 0;
    Index all = 0;
    for (const Vec3& normal : {Vec3(0, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0.3f, 1, -0.5f), Vec3(2, 1, 0.1f)})
        for (const Real jitter : {0.0f, 0.2f, 0.5f}) {
            const SortedParticles set(tilted_pool(normal, jitter, seed++));
            const ScalarColumn filling = measured(set).filling;
            for (Index i = 0; i < set.size(); i += 3) {
                const double expected = filling_by_loop(set, i);
                if (filling[i] == 1.0f) {
                    EXPECT_GT(expected, 0.7) << normal.transpose() << ", jitter " << jitter;
                } else {
                    EXPECT_NEAR(filling[i], expected, 1e-5);
                    ++searched;
                }
                ++all;
            }
        }
    EXPECT_LT(searched, all * 3 / 4);  // 20 spacings across: most is near a surface
}

TEST(SheetMeasure, CountsMassesAndImages) {
    SortedParticles set(lattice_block({7, 2, 9}, 0.4f), {{true, false, true}, Vec3::Zero(), Vec3(7.0f, 0.0f, 9.0f)});
    give_mass(set, [](Index id) { return 0.1f + random_unit(3, 0, static_cast<std::uint64_t>(id)); });
    const Measured measure = measured(set);
    for (Index i = 0; i < set.size(); ++i) EXPECT_NEAR(measure.filling[i], filling_by_loop(set, i), 1e-5);
    EXPECT_LT(std::ranges::max(measure.stretch.span()), 0.2f);  // a sheet without a rim
}

TEST(SheetMeasure, FilmsOnSolidsAndHandfulsAreNoSheets) {
    const SortedParticles film(lattice_block({12, 1, 12}));
    std::vector<std::uint8_t> near_solid(static_cast<std::size_t>(film.size()), 1);
    near_solid[5] = 0;
    const Measured measure = measured(film, near_solid);
    EXPECT_LE(measure.stretch[5], 0.01f);
    EXPECT_EQ(measure.stretch[6], 1.0f);
    EXPECT_EQ(measure.normal[6], Vec3(Vec3::Zero()));

    SortedParticles four({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
    give_mass(four, [](Index) { return 3.0f; });  // dense enough for the window
    EXPECT_EQ(measured(four).stretch[0], 1.0f);
}

// A sheet that is stretched in its middle, above a pool that nothing happens to.
TEST(SheetMeasure, AgainItIsAsIfAllWereMeasured) {
    std::vector<Vec3> points = lattice_block({40, 1, 40}, 0.2f);
    for (Vec3& p : points) p.x() += 5.0f * std::tanh((p.x() - 20.0f) / 6.0f);
    for (const Vec3& p : lattice_block({40, 10, 40}, 0.2f)) points.emplace_back(p - Vec3(0, 20, 0));
    SortedParticles set(points);
    set.particles.get<Vec3Column>("v") = set.x();  // all go apart
    SheetsAndo2011::add_columns(set.particles);
    MassLedger ledger;
    measure_sheets(set.grid, 1.0f, {}, {}, set.particles);
    const Index before = set.size();
    ASSERT_GT(insert_children(set.grid, 1.0f, 0.2f, set.particles, ledger, [&](Index) { return before; }), 50);
    set.sort();
    const auto& id = set.particles.get<IndexColumn>("id");
    std::vector<Index> inserted;
    for (Index i = 0; i < set.size(); ++i)
        if (id[i] >= before) inserted.push_back(i);

    const Measured expected = measured(set);
    measure_sheets_again(set.grid, 1.0f, {}, inserted, set.particles);
    for (Index i = 0; i < set.size(); ++i) {
        ASSERT_EQ(set.particles.get<ScalarColumn>("filling")[i], expected.filling[i]);
        ASSERT_EQ(set.particles.get<ScalarColumn>("stretch")[i], expected.stretch[i]);
        ASSERT_EQ(set.particles.get<Vec3Column>("normal")[i], expected.normal[i]);
    }
}

TEST(SheetMeasure, DependsNeitherOnThreadsNorOnTheOrderOfTheInput) {
    std::vector<Vec3> points = lattice_block({16, 3, 16}, 0.3f);
    const auto hashable = [](const Measured& m) {
        std::vector<Real> all(m.filling.span().begin(), m.filling.span().end());
        all.insert(all.end(), m.stretch.span().begin(), m.stretch.span().end());
        for (Index i = 0; i < m.normal.size(); ++i) all.push_back(m.normal[i].sum());
        return all;
    };
    const auto once = hashable(measured(SortedParticles(points)));
    std::ranges::reverse(points);
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(hashable(measured(SortedParticles(points))), once) << threads;
    }
}

}  // namespace
}  // namespace lamella
