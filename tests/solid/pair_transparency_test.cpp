#include "crack_block.hpp"

#include <lamella/core/disjoint_sets.hpp>
#include <lamella/matter/state_copy.hpp>

#include <gtest/gtest.h>

#include <set>

namespace lamella {
namespace {

using testing::Block;
using testing::kSupport;

struct SomePair {
    Index i, j;
    Vec3d a, b;
};

std::vector<SomePair> all_pairs(const Block& block, const PairTransparency& pairs) {
    std::vector<SomePair> all;
    for (Index i = 0; i < block.places.size(); ++i)
        for (Index k = pairs.pairs().begins[i]; k < pairs.pairs().begins[i + 1]; ++k) {
            const Index j = pairs.pairs().others[k];
            all.push_back({i, j, block.places[i].cast<double>(), block.places[j].cast<double>()});
        }
    return all;
}

// A square across the whole block through a point, without a front.
void add_plane(CrackSheets& sheets, const Vec3d& at, const Vec3d& normal) {
    Vec3d x = cross(normal, Vec3d(0.3, -0.5, 0.8)).normalized();
    const Vec3d y = cross(normal, x);
    const std::vector<Vec3d> corners{at - 40 * x - 40 * y, at + 40 * x - 40 * y, at + 40 * x + 40 * y,
                                     at - 40 * x + 40 * y};
    sheets.add_sheet(corners, std::vector<Vec3i>{{0, 1, 2}, {0, 2, 3}});
}

TEST(PairTransparency, APlaneCutsExactlyThePairsAcross) {
    const Block block({7, 6, 5});
    for (const Vec3d& normal : {Vec3d(1, 0, 0), Vec3d(0.48, 0.6, 0.64), Vec3d(-0.6, 0.0, 0.8)}) {
        const Vec3d at(3.51, 3.02, 2.53);
        CrackSheets sheets;
        add_plane(sheets, at, normal);
        PairTransparency pairs = block.transparency();
        pairs.update(sheets);
        Index across = 0;
        for (const SomePair& p : all_pairs(block, pairs)) {
            const bool apart = (normal.dot(p.a - at) >= 0.0) != (normal.dot(p.b - at) >= 0.0);
            across += apart ? 1 : 0;
            ASSERT_EQ(pairs.parted(pairs.pairs().pair(p.i, p.j)), apart) << p.i << ' ' << p.j;
        }
        EXPECT_GT(across, 100);
        EXPECT_EQ(pairs.waiting(), 0);
    }
}

TEST(PairTransparency, ParticlesOnASheetLieOnOneSideOfIt) {
    const Block block({6, 4, 4});
    CrackSheets sheets;
    add_plane(sheets, Vec3d(2.5, 2, 2), Vec3d::UnitX());  // through a layer of particles
    PairTransparency pairs = block.transparency();
    pairs.update(sheets);
    for (const SomePair& p : all_pairs(block, pairs))
        ASSERT_EQ(pairs.parted(pairs.pairs().pair(p.i, p.j)), (p.a.x() > 2.0) != (p.b.x() > 2.0));
}

TEST(PairTransparency, GrowsWithTheDistanceBehindTheFront) {
    const Block block({8, 10, 4});
    CrackSheets sheets;
    const double front = 5.13, at = 4.01;
    testing::add_edge_crack(sheets, block, at, front);
    PairTransparency pairs = block.transparency();
    pairs.update(sheets);
    Index partly = 0;
    for (const SomePair& p : all_pairs(block, pairs)) {
        const double share = (at - p.a.x()) / (p.b.x() - p.a.x());
        const Vec3d x = p.a + share * (p.b - p.a);
        const bool across = share > 0.0 && share < 1.0 && x.y() < front;
        const double h = kSupport, e = std::pow(2.0 * (front - x.y()) / h, 2), base = 1.0 - (p.b - p.a).norm() / h;
        const Real found = pairs.extension(pairs.pairs().pair(p.i, p.j));
        if (!across) {
            ASSERT_EQ(found, 0.0f);
        } else if (base - e < 0.1 * base) {
            ASSERT_EQ(found, PairTransparency::kParted);
        } else {
            ASSERT_NEAR(found, e, 1e-5);
            ++partly;
        }
    }
    EXPECT_GT(partly, 10);
}

TEST(PairTransparency, OnlyGrowsAndTellsEveryChangeOnce) {
    const Block block({8, 10, 4});
    CrackSheets sheets;
    testing::add_edge_crack(sheets, block, 4.01, 5.0);
    PairTransparency pairs = block.transparency();
    std::vector<Real> known(static_cast<std::size_t>(pairs.pairs().pair_count()), 0.0f);
    for (const double front : {5.0, 5.2, 4.7, 5.6}) {  // back, too
        for (FrontNode& node : sheets.fronts()[0].nodes) node.position.y() = front;
        pairs.update(sheets);
        std::set<std::pair<Index, Index>> told;
        pairs.take_changes([&](Index i, Index j, Real extension) {
            Real& before = known[pairs.pairs().pair(i, j)];
            EXPECT_GT(extension, before);
            EXPECT_TRUE(told.insert({i, j}).second);
            before = extension;
        });
        for (Index k = 0; k < pairs.pairs().pair_count(); ++k) ASSERT_EQ(known[k], pairs.extension(k));
    }
}

TEST(PairTransparency, AStateThatComesBackIsTold) {
    const Block block({8, 10, 4});
    CrackSheets sheets;
    testing::add_edge_crack(sheets, block, 4.01, 5.0);
    PairTransparency pairs = block.transparency();
    pairs.update(sheets);
    pairs.take_changes([](Index, Index, Real) {});
    StateCopy copy;
    copy.keep(pairs);
    const Index waiting = pairs.waiting();
    for (FrontNode& node : sheets.fronts()[0].nodes) node.position.y() = 9.0;
    pairs.update(sheets);
    Index forth = 0, back = 0;
    pairs.take_changes([&](Index, Index, Real) { ++forth; });
    EXPECT_LT(pairs.waiting(), waiting);
    copy.restore(pairs);
    pairs.take_changes([&](Index i, Index j, Real extension) {
        ++back;
        EXPECT_EQ(extension, pairs.extension(pairs.pairs().pair(i, j)));
    });
    EXPECT_EQ(forth, back);
    EXPECT_EQ(pairs.waiting(), waiting);
}

}  // namespace
}  // namespace lamella
