#include "test_points.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/rest_pairs.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace lamella {
namespace {

// A jittered block whose supports differ from particle to particle.
struct Solid {
    explicit Solid(const Vec3i& counts, Real largest = 3.0f) {
        const auto points = testing::lattice_block(counts, 0.2f);
        set(points);
        for (Index i = 0; i < rest.size(); ++i) supports[i] = 1.2f + (largest - 1.2f) * random_unit(6, 0, i);
    }
    void set(const std::vector<Vec3>& points) {
        rest.resize(static_cast<Index>(points.size()));
        supports.resize(rest.size());
        for (Index i = 0; i < rest.size(); ++i) rest.set(i, points[i]);
    }
    Index size() const { return rest.size(); }

    Vec3Column rest;
    ScalarColumn supports;
};

std::vector<Index> row_by_brute_force(const Solid& solid, Index i, const PeriodicBox& box = {}) {
    std::vector<Index> row;
    for (Index j = 0; j < solid.size(); ++j)
        if (j != i && box.nearest(solid.rest[i] - solid.rest[j]).norm() < solid.supports[i]) row.push_back(j);
    return row;
}

std::vector<Index> row_of(const RestPairs& pairs, Index i) { return {pairs.others(i).begin(), pairs.others(i).end()}; }

TEST(RestPairs, AreThoseOfBruteForce) {
    const Solid solid({9, 8, 7});
    const RestPairs pairs(solid.rest, solid.supports);
    ASSERT_EQ(pairs.particle_count(), solid.size());
    bool one_sided = false;
    for (Index i = 0; i < solid.size(); ++i) {
        const auto row = row_by_brute_force(solid, i);
        ASSERT_EQ(row_of(pairs, i), row) << i;
        for (const Index j : row) one_sided = one_sided || pairs.slot(j, i) < 0;
    }
    EXPECT_TRUE(one_sided);
}

TEST(RestPairs, WrapAroundPeriodicAxes) {
    const Solid solid({9, 9, 9});
    const PeriodicBox box = testing::periodic_cube(9.0f);
    const RestPairs pairs(solid.rest, solid.supports, box);
    for (Index i = 0; i < solid.size(); ++i) ASSERT_EQ(row_of(pairs, i), row_by_brute_force(solid, i, box)) << i;
}

TEST(RestPairs, TheReverseListHasEverySlotOnce) {
    const Solid solid({9, 8, 7});
    const RestPairs pairs(solid.rest, solid.supports);
    std::set<Index> seen;
    for (Index i = 0; i < solid.size(); ++i) {
        EXPECT_TRUE(std::is_sorted(pairs.reverse(i).begin(), pairs.reverse(i).end()));
        for (const Index s : pairs.reverse(i)) {
            EXPECT_EQ(pairs.other(s), i);
            EXPECT_EQ(pairs.slot(pairs.owner(s), i), s);
            EXPECT_TRUE(seen.insert(s).second);
        }
        for (Index s = pairs.begin(i); s < pairs.end(i); ++s) EXPECT_EQ(pairs.owner(s), i);
    }
    EXPECT_EQ(static_cast<Index>(seen.size()), pairs.slot_count());
}

// Whole numbers, so that the sum is exactly zero.
TEST(RestPairs, BothDirectionsCancel) {
    const Solid solid({6, 6, 6});
    const RestPairs pairs(solid.rest, solid.supports);
    std::int64_t total = 0, largest = 0;
    for (Index i = 0; i < solid.size(); ++i) {
        std::int64_t f = 0;
        for (Index s = pairs.begin(i); s < pairs.end(i); ++s) f += s % 97;
        for (const Index s : pairs.reverse(i)) f -= s % 97;
        total += f;
        largest = std::max(largest, std::abs(f));
    }
    EXPECT_EQ(total, 0);
    EXPECT_GT(largest, 0);
}

TEST(RestPairs, AreTheSameForAnyNumberOfThreads) {
    const Solid solid({20, 20, 20});
    std::vector<std::vector<Index>> rows;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        const RestPairs pairs(solid.rest, solid.supports);
        rows.emplace_back();
        for (Index s = 0; s < pairs.slot_count(); ++s) rows.back().push_back(pairs.other(s));
        for (Index i = 0; i < solid.size(); ++i)
            rows.back().insert(rows.back().end(), pairs.reverse(i).begin(), pairs.reverse(i).end());
    }
    EXPECT_EQ(rows[0], rows[1]);
    EXPECT_EQ(rows[0], rows[2]);
}

TEST(RestPairs, ThatAreCutAreGoneInBothLists) {
    const Solid solid({6, 6, 6});
    RestPairs pairs(solid.rest, solid.supports);
    const RestPairs whole = pairs;
    const auto apart = [&](Index i, Index j) { return (solid.rest[i].x() < 3.0f) != (solid.rest[j].x() < 3.0f); };
    std::vector<char> marked;
    for (Index s = 0; s < pairs.slot_count(); ++s) marked.push_back(!apart(pairs.owner(s), pairs.other(s)));
    const std::vector<Index> kept = pairs.keep(marked);
    EXPECT_LT(pairs.slot_count(), whole.slot_count());
    ASSERT_EQ(static_cast<Index>(kept.size()), pairs.slot_count());
    for (Index s = 0; s < pairs.slot_count(); ++s) {
        EXPECT_EQ(pairs.owner(s), whole.owner(kept[s]));
        EXPECT_EQ(pairs.other(s), whole.other(kept[s]));
    }
    std::size_t reversed = 0;
    for (Index i = 0; i < solid.size(); ++i) {
        auto row = row_by_brute_force(solid, i);
        std::erase_if(row, [&](Index j) { return apart(i, j); });
        EXPECT_EQ(row_of(pairs, i), row);
        for (const Index s : pairs.reverse(i)) EXPECT_EQ(pairs.other(s), i);
        reversed += pairs.reverse(i).size();
    }
    EXPECT_EQ(reversed, kept.size());
}

TEST(RestPairs, OfNothingAndOfOne) {
    Solid none({0, 0, 0}), one({1, 1, 1});
    EXPECT_EQ(RestPairs(none.rest, none.supports).particle_count(), 0);
    const RestPairs pairs(one.rest, one.supports);
    EXPECT_EQ(pairs.particle_count(), 1);
    EXPECT_EQ(pairs.slot_count(), 0);
    EXPECT_TRUE(pairs.reverse(0).empty());
}

TEST(RestPairs, NeedPositiveSupports) {
    for (const Real bad :
         {0.0f, -1.0f, std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()}) {
        Solid solid({3, 3, 3});
        solid.supports[5] = bad;
        EXPECT_THROW(RestPairs(solid.rest, solid.supports), RunError);
    }
}

}  // namespace
}  // namespace lamella
