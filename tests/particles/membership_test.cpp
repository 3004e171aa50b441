#include <lamella/core/random.hpp>
#include <lamella/particles/membership.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace lamella {
namespace {

constexpr Real kLink = 1.6f;

struct Bodies {
    explicit Bodies(const std::vector<Vec3>& points) : grid(2.0f) {
        particles.resize(static_cast<Index>(points.size()));
        auto& x = particles.add<Vec3Column>("P");
        for (Index i = 0; i < x.size(); ++i)
            x.set(i, points[static_cast<std::size_t>(i)] + 0.1f * random_in_cube(1, 0, static_cast<std::uint64_t>(i)));
        grid.build(particles);
        neighbours.find(grid, particles.positions());
    }
    // The labels of all particles as seen from the cell of the particle nearest to a point.
    std::vector<Index> labels(const Vec3& from, Locality locality, Index wild) const {
        std::vector<Index> cells(static_cast<std::size_t>(grid.cell_count()));
        std::iota(cells.begin(), cells.end(), 0);
        const Membership m(grid, neighbours, cells, kLink, wild, locality);
        std::vector<Index> rows(static_cast<std::size_t>(particles.size()));
        std::iota(rows.begin(), rows.end(), 0);
        std::vector<Index> result;
        m.labels(grid.cell_of(nearest(from)), rows, result);
        return result;
    }
    Index nearest(const Vec3& p) const {
        Index best = 0;
        for (Index i = 0; i < particles.size(); ++i)
            if ((at(i) - p).norm() < (at(best) - p).norm()) best = i;
        return best;
    }
    Vec3 at(Index i) const { return particles.positions()[i]; }

    ParticleSet particles;
    NeighbourGrid grid;
    Neighbours neighbours;
};

void add_slab(std::vector<Vec3>& points, const Vec3i& from, const Vec3i& to, Real lift = 0.0f) {
    for (Index x = from.x(); x < to.x(); ++x)
        for (Index y = from.y(); y < to.y(); ++y)
            for (Index z = from.z(); z < to.z(); ++z)
                points.emplace_back(Vec3i(x, y, z).cast<Real>() + Vec3(0, lift, 0));
}

// Two slabs, 2 apart, joined at x = 0: a fold.
std::vector<Vec3> fold_points() {
    std::vector<Vec3> points;
    add_slab(points, {0, 0, 0}, {30, 3, 8});
    add_slab(points, {0, 4, 0}, {30, 7, 8}, 0.2f);
    add_slab(points, {-2, 0, 0}, {0, 7, 8});
    return points;
}

TEST(Clusters, AreTheComponentsOfADoubleLoop) {
    std::vector<Vec3> points;
    for (std::uint64_t i = 0; i < 400; ++i) points.push_back(6.0f * random_in_cube(4, 0, i));
    const Bodies b(points);
    const Clusters clusters(b.grid, b.neighbours, 1.0f);
    const std::vector<Index> component = clusters.components();
    std::vector<Index> expected(points.size());
    std::iota(expected.begin(), expected.end(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (Index i = 0; i < b.particles.size(); ++i)
            for (Index j = 0; j < b.particles.size(); ++j)
                if (expected[j] < expected[i] && (b.at(i) - b.at(j)).norm() < 1.0f) {
                    expected[i] = expected[j];
                    changed = true;
                }
    }
    for (Index i = 0; i < b.particles.size(); ++i)
        for (Index j = 0; j < i; ++j)
            ASSERT_EQ(component[clusters.of(i)] == component[clusters.of(j)], expected[i] == expected[j]);
}

TEST(Membership, KeepsSeparateBodiesApart) {
    std::vector<Vec3> points;
    add_slab(points, {0, 0, 0}, {10, 4, 10});
    add_slab(points, {0, 5, 0}, {10, 9, 10}, 1.0f);
    const Bodies b(points);
    for (const Locality locality : {Locality::whole, Locality::near}) {
        const auto labels = b.labels({5, 3, 5}, locality, 100);
        ASSERT_FALSE(labels.empty());
        EXPECT_NE(labels[b.nearest({5, 3, 5})], labels[b.nearest({5, 6, 5})]);
        EXPECT_EQ(labels[b.nearest({5, 3, 5})], labels[b.nearest({4, 1, 6})]);
    }
}

TEST(Membership, FollowsLinksLocally) {
    const Bodies b(fold_points());
    const Vec3 far(25, 2, 4);
    EXPECT_EQ(b.labels(far, Locality::whole, 100)[b.nearest(far)],
              b.labels(far, Locality::whole, 100)[b.nearest({25, 4.2f, 4})]);
    const auto labels = b.labels(far, Locality::near, 100);
    ASSERT_FALSE(labels.empty());
    EXPECT_NE(labels[b.nearest(far)], labels[b.nearest({25, 4.2f, 4})]);
    EXPECT_TRUE(b.labels({0, 2, 4}, Locality::near, 100).empty());
}

TEST(Membership, SmallComponentsBelongToEverybody) {
    std::vector<Vec3> points;
    add_slab(points, {0, 0, 0}, {10, 4, 10});
    add_slab(points, {4, 6, 4}, {6, 8, 6});
    const Bodies b(points);
    EXPECT_TRUE(b.labels({5, 3, 5}, Locality::near, 100).empty());
    EXPECT_FALSE(b.labels({5, 3, 5}, Locality::near, 2).empty());
    EXPECT_EQ(b.labels({5, 3, 5}, Locality::whole, 100)[b.nearest({5, 7, 5})], Membership::kWild);
}

}  // namespace
}  // namespace lamella
