#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/particles/neighbour_lists.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

std::vector<Vec3> random_points(int n, const Vec3& size, std::uint64_t seed) {
    std::vector<Vec3> points;
    for (int i = 0; i < n; ++i) points.push_back(0.5f * size.cwiseProduct(random_in_cube(seed, 0, i)));
    return points;
}

// A column that holds its own row numbers, so that a pack of rows shows which ones it loads.
const std::vector<float>& row_numbers() {
    static const std::vector<float> numbers = [] {
        std::vector<float> n(1 << 18);
        std::iota(n.begin(), n.end(), 0.0f);
        return n;
    }();
    return numbers;
}

std::vector<Index> found_by(const auto& range) {
    std::vector<Index> rows;
    range.for_each_pack([&](const auto& j) {
        std::array<float, kPackWidth> row{};
        j.load(row_numbers().data()).copy_to(row.data(), simd::element_aligned);
        for (int lane = 0; lane < kPackWidth; ++lane)
            if (j.inside[lane]) rows.push_back(static_cast<Index>(row[lane]));
    });
    std::sort(rows.begin(), rows.end());
    return rows;
}

// Points in cells, their neighbours as ranges and as lists.
struct Found {
    Found(const std::vector<Vec3>& points, Real radius, const PeriodicBox& box = {})
        : set(particles_from_points(points)), grid(radius, box) {
        grid.build(set);
        neighbours.find(grid, set.positions());
        places = quads_of(set.positions());
        lists.find(neighbours, places, places, grid.box());
    }
    Found(const Found&) = delete;
    Found& operator=(const Found&) = delete;

    ParticleSet set;
    NeighbourGrid grid;
    Neighbours neighbours;
    QuadArray places;
    NeighbourLists lists;
};

// Every particle's neighbours, by cells and by lists, are those of the double loop.
void expect_exact(std::vector<Vec3> points, Real radius, const PeriodicBox& box = {}) {
    for (Vec3& p : points) p = box.wrapped(p);
    const Found found(points, radius, box);
    const ParticleSet& set = found.set;
    const Vec3Column& x = set.positions();
    for (Index i = 0; i < set.size(); ++i) {
        std::vector<Index> expected;
        for (Index j = 0; j < set.size(); ++j)
            if (box.nearest(x[i] - x[j]).squaredNorm() < radius * radius) expected.push_back(j);
        ASSERT_EQ(found_by(found.neighbours.of(i)), expected) << "particle " << i;
        ASSERT_EQ(found_by(found.lists.of(i)), expected) << "particle " << i;
        ASSERT_EQ(count(found.neighbours.of(i)), static_cast<Index>(expected.size()));
    }
}

TEST(Neighbours, AreThoseOfTheDoubleLoop) { expect_exact(random_points(800, Vec3(10, 7, 5), 1), 1.0f); }

TEST(Neighbours, OnCellBordersAndAcrossZero) {
    std::vector<Vec3> lattice;
    for (int i = 0; i < 512; ++i) lattice.push_back(Vec3i(i / 64 - 4, i / 8 % 8 - 4, i % 8 - 4).cast<Real>());
    expect_exact(lattice, 1.0f);
    expect_exact(lattice, 1.0001f);
    expect_exact(lattice, 2.0f);
}

TEST(Neighbours, CoincidentParticlesAndNone) {
    expect_exact(std::vector<Vec3>(50, Vec3(0.3f, -2.0f, 1.0f)), 0.5f);
    expect_exact({}, 1.0f);
    expect_exact({Vec3(1, 2, 3)}, 1.0f);
}

TEST(Neighbours, FarOutliersAndLargeCoordinates) {
    auto points = random_points(300, Vec3(4, 4, 4), 2);
    points.push_back(Vec3(131072, -131072, 131072));
    points.push_back(Vec3(131072, -131072, 131071));
    expect_exact(points, 2.0f);
    for (Vec3& p : points) p += Vec3(131000, 130000, -131000);
    points.resize(300);
    expect_exact(points, 2.0f);
}

TEST(Neighbours, OnPeriodicAxes) {
    PeriodicBox box;
    box.min = Vec3(-2, -1, 0);
    box.period = Vec3(4, 3.1f, 5);
    for (int mask = 1; mask < 8; ++mask) {
        box.axes = {(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0};
        expect_exact(random_points(400, Vec3(4, 3, 5), 3 + mask), 1.0f, box);
    }
    EXPECT_THROW(NeighbourGrid(1.5f, box), InputError);
}

TEST(Neighbours, WithinASmallerRadiusAndInAnotherSet) {
    ParticleSet fluid = particles_from_points(random_points(300, Vec3(6, 6, 6), 9));
    ParticleSet wall = particles_from_points(random_points(200, Vec3(7, 2, 7), 10));
    NeighbourGrid fluid_grid(1.0f);
    NeighbourGrid wall_grid(1.0f);
    fluid_grid.build(fluid);
    wall_grid.build(wall);
    Neighbours in_wall;
    in_wall.find(fluid_grid, fluid.positions(), wall_grid, wall.positions());
    for (Index i = 0; i < fluid.size(); ++i)
        for (Real radius : {1.0f, 0.5f}) {
            Index expected = 0;
            for (Index j = 0; j < wall.size(); ++j)
                expected += (fluid.positions()[i] - wall.positions()[j]).squaredNorm() < radius * radius ? 1 : 0;
            ASSERT_EQ(count(in_wall.of(i, radius)), expected);
        }
}

TEST(NeighbourGrid, RangesInABoxHoldEveryParticleOfIt) {
    ParticleSet set = particles_from_points(random_points(2000, Vec3(20, 9, 9), 4));
    NeighbourGrid grid(1.0f);
    grid.build(set);
    const Box3 box{Vec3(-3, -1, -2), Vec3(4, 2.5f, 1)};
    std::vector<int> seen(2000, 0);
    grid.for_each_range_in_box(box, [&](ParticleRange r) {
        for (Index i = r.begin; i < r.end; ++i) ++seen[i];
    });
    for (Index i = 0; i < set.size(); ++i) {
        EXPECT_LE(seen[i], 1);
        EXPECT_TRUE(seen[i] == 1 || !box.contains(set.positions()[i]));
    }
}

std::uint64_t hash_of(const ParticleSet& set) {
    Hasher hasher;
    for (int c = 0; c < 3; ++c) hasher.update(set.positions().component(c).span());
    hasher.update(set.get<IndexColumn>("id").span());
    return hasher.digest();
}

TEST(NeighbourGrid, OrderDependsNeitherOnThreadsNorOnTheOrderOfTheInput) {
    auto points = random_points(5000, Vec3(9, 9, 9), 5);
    points.push_back(points[17]);
    ParticleSet first = particles_from_points(points);
    ParticleSet second = first;
    std::vector<Index> backwards(points.size());
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    second.reorder(backwards);
    NeighbourGrid grid(1.0f);
    {
        const ThreadLimit one(1);
        grid.build(first);
    }
    const ThreadLimit three(3);
    grid.build(second);
    EXPECT_EQ(hash_of(first), hash_of(second));
}

TEST(NeighbourGrid, RefusesPositionsThatAreNotFinite) {
    ParticleSet set =
        particles_from_points(std::vector{Vec3(0, 0, 0), Vec3(0, std::numeric_limits<Real>::quiet_NaN(), 0)});
    NeighbourGrid grid(1.0f);
    EXPECT_THROW(grid.build(set), RunError);
}

TEST(NeighbourGrid, TakesAtMostFortyBytesAParticle) {
    ParticleSet set = particles_from_points(random_points(100'000, Vec3(46, 46, 46), 6));
    NeighbourGrid grid(2.0f);
    grid.build(set);
    Neighbours neighbours;
    neighbours.find(grid, set.positions());
    EXPECT_LE((grid.memory_bytes() + neighbours.memory_bytes()) / set.size(), 40u);
}

TEST(ClosePairs, CountsParticlesWithAnotherTooNear) {
    const std::vector<Vec3> points{{0, 0, 0},     {0.4f, 0, 0}, {1, 0, 0},   {1, 0, 0},
                                   {1, 0.45f, 0}, {3, 0, 0},    {9.9f, 0, 0}};
    const Vec3Column x = particles_from_points(points).positions();
    EXPECT_EQ(count_close(x, 0.5f), 5);
    EXPECT_EQ(count_close(x, 0.3f), 2);
    PeriodicBox box;
    box.axes = {true, false, false};
    box.period = Vec3(10, 0, 0);
    EXPECT_EQ(count_close(x, 0.5f, box), 6);
    EXPECT_EQ(count_close(Vec3Column(), 0.5f), 0);
}

std::vector<Index> rows_of(const RowPack& pack) {
    std::vector<Index> rows;
    for (Index k = 0; k < pack.count(); ++k) rows.push_back(pack.base() + pack.offsets()[k]);
    return rows;
}

TEST(RowPack, HoldsTheFirstRowsUpToOneThatIsTooFar) {
    const std::array<Index, kPackWidth> near{13, 14, 15, 40, 65543, 12, 11, 10};
    EXPECT_EQ(rows_of(RowPack(near.data(), 3)), (std::vector<Index>{13, 14, 15}));
    EXPECT_EQ(rows_of(RowPack(near.data(), 8)), (std::vector<Index>{13, 14, 15, 40, 65543, 12, 11, 10}));
    const std::array<Index, kPackWidth> far{13, 14, 65544, 15, 16, 17, 18, 19};
    EXPECT_EQ(rows_of(RowPack(far.data(), 8)), (std::vector<Index>{13, 14}));
    const std::array<Index, kPackWidth> before{2000000000, 2000000001, 7, 8, 9, 10, 11, 12};
    EXPECT_EQ(rows_of(RowPack(before.data(), 8)), (std::vector<Index>{2000000000, 2000000001}));
    EXPECT_EQ(sizeof(RowPack), 20u);
}

// Two layers of 66,564 points: the rows of neighbours in the other one are too far away for a pack.
TEST(NeighbourLists, HoldRowsThatAreFarApart) {
    constexpr Index kEdge = 258;
    std::vector<Vec3> points;
    for (const Real z : {-0.5f, 0.5f})
        for (Index j = 0; j < kEdge; ++j)
            for (Index i = 0; i < kEdge; ++i) points.emplace_back(i, j, z);
    const Found found(points, 2.0f);
    for (Index i = 0; i < found.set.size(); i += 997)
        ASSERT_EQ(found_by(found.lists.of(i)), found_by(found.neighbours.of(i))) << i;
}

}  // namespace
}  // namespace lamella
