// Cracks that open where they were painted, and what leads them.
#include "crack_block.hpp"
#include "solid_blocks.hpp"

#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/matter/state_copy.hpp>
#include <lamella/solid/fracture/crack_growth.hpp>
#include <lamella/solid/fracture/crack_strip.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lamella {
namespace {

using testing::Block;

// Around the block at a place along x, on its skin.
PaintedCrack ring(const Vec3& size, Real x) {
    PaintedCrack crack;
    crack.points = {Vec3(x, 0, 0), Vec3(x, size.y(), 0), Vec3(x, size.y(), size.z()), Vec3(x, 0, size.z())};
    crack.closed = true;
    return crack;
}

// A block under one stress everywhere, with a painted crack.
struct Painted {
    Painted(const Vec3i& counts, const PaintedCrack& crack, const Mat3& stress = Mat3::Zero())
        : block(counts),
          body(block.body()),
          pairs(block.transparency()),
          stresses(static_cast<std::size_t>(block.places.size()), stress),
          health(stresses.size(), 1.0f),
          strip(crack, body) {
        strip.add_to(sheets);
    }
    bool open(double time) { return strip.open(sheets, StressField(pairs.cells(), stresses, health), body, time); }
    void run(double way) {
        std::vector<std::vector<NodeMotion>> motions;
        for (const CrackFront& front : sheets.fronts()) motions.emplace_back(front.nodes.size(), NodeMotion{0.0, way});
        move_fronts(sheets, motions, body, 1.0);
        pairs.update(sheets);
    }
    Index parted_wrongly(Real x) const {
        Index wrong = 0;
        for (Index i = 0; i < block.places.size(); ++i)
            for (Index k = pairs.pairs().begins[i]; k < pairs.pairs().begins[i + 1]; ++k)
                if (pairs.parted(k) != ((block.places[i].x() < x) != (block.places[pairs.pairs().others[k]].x() < x)))
                    ++wrong;
        return wrong;
    }

    Block block;
    RestBody body;
    PairTransparency pairs;
    std::vector<Mat3> stresses;
    std::vector<Real> health;
    CrackSheets sheets;
    CrackStrip strip;
};

TEST(PaintedCrack, ARingRunsThrough) {
    Painted p({8, 9, 6}, ring(Vec3(8, 9, 6), 4.01f));
    EXPECT_TRUE(p.open(0.0));
    EXPECT_FALSE(p.open(0.0));
    ASSERT_EQ(p.sheets.fronts().size(), 1u);
    EXPECT_TRUE(p.sheets.fronts()[0].closed);
    for (int step = 0; step < 200 && !p.sheets.fronts().empty(); ++step) p.run(0.11);
    EXPECT_TRUE(p.sheets.fronts().empty());
    EXPECT_EQ(p.parted_wrongly(4.01f), 0);
}

// Whatever has opened runs on while the rest is closed: the fronts of both grow together without a slit.
TEST(PaintedCrack, ASeamOpensByItsTimes) {
    PaintedCrack crack = ring(Vec3(8, 9, 6), 4.01f);
    crack.times = {0.0f, 20.0f, 60.0f};
    Painted p({8, 9, 6}, crack);
    std::vector<Index> open;
    for (int step = 0; step < 300; ++step) {
        p.open(step);
        open.push_back(p.strip.open_count());
        p.run(0.11);
        if (step == 40) {
            Index waiting = 0;
            for (const CrackFront& front : p.sheets.fronts())
                waiting += static_cast<Index>(std::ranges::count_if(front.nodes, &FrontNode::waiting));
            EXPECT_EQ(waiting, 2);
        }
    }
    const Index n = p.strip.column_count();
    EXPECT_NEAR(open[20], n / 2, 1);  // half of the way at the second of three times
    EXPECT_NEAR(open[40], 3 * n / 4, 1);
    EXPECT_EQ(open.back(), n);
    EXPECT_TRUE(std::ranges::is_sorted(open));
    EXPECT_TRUE(p.sheets.fronts().empty());
    EXPECT_EQ(p.parted_wrongly(4.01f), 0);
}

TEST(PaintedCrack, OpensUnderItsTension) {
    PaintedCrack crack = ring(Vec3(8, 9, 6), 4.01f);
    crack.strength = 100.0f;
    const Mat3 along = Vec3(1, 0, 0).asDiagonal(), across = Vec3(0, 1, 1).asDiagonal();
    Painted weak({8, 9, 6}, crack, 99.0f * along), strong({8, 9, 6}, crack, 101.0f * along),
        beside({8, 9, 6}, crack, 1000.0f * across);
    EXPECT_FALSE(weak.open(0.0));
    EXPECT_TRUE(strong.open(0.0));
    EXPECT_EQ(strong.strip.open_count(), strong.strip.column_count());
    EXPECT_FALSE(beside.open(0.0));
}

TEST(PaintedCrack, AnOpenCurveEndsWhereItWasPainted) {
    PaintedCrack crack;
    crack.points = {Vec3(4.01f, 9, 2.2f), Vec3(4.01f, 9, 6.2f)};
    crack.depth = 3.0f;
    Painted p({8, 9, 8}, crack);
    EXPECT_TRUE(p.open(0.0));
    p.pairs.update(p.sheets);
    Index parted = 0;
    for (Index i = 0; i < p.block.places.size(); ++i)
        for (Index k = p.pairs.pairs().begins[i]; k < p.pairs.pairs().begins[i + 1]; ++k) {
            const Vec3 a = p.block.places[i], b = p.block.places[p.pairs.pairs().others[k]], middle = 0.5f * (a + b);
            if (p.pairs.extension(k) == 0.0f) continue;
            ++parted;
            EXPECT_NE(a.x() < 4.01f, b.x() < 4.01f);
            EXPECT_GT(middle.y(), 5.0f);
            EXPECT_GT(middle.z(), 1.0f);
            EXPECT_LT(middle.z(), 7.4f);
        }
    EXPECT_GT(parted, 40);
}

TEST(PaintedCrack, IsRefusedOffTheSkin) {
    const auto words = [](const PaintedCrack& crack) -> std::string {
        try {
            Painted({8, 9, 6}, crack);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    PaintedCrack crack = ring(Vec3(8, 9, 6), 4.0f);
    EXPECT_EQ(words(crack), "");
    crack.points[2].z() = 8.0f;
    EXPECT_NE(words(crack).find("point 2 of the curve lies 2 m off the skin"), std::string::npos) << words(crack);
    crack.points = {Vec3(4, 9, 3), Vec3(4, 0, 3)};
    crack.closed = false;
    EXPECT_NE(words(crack).find("more points"), std::string::npos) << words(crack);
    crack.points = {Vec3(4, 9, 3)};
    EXPECT_NE(words(crack).find("needs 2"), std::string::npos) << words(crack);
    crack = ring(Vec3(8, 9, 6), 4.0f);
    crack.depth = 0.5f;
    EXPECT_NE(words(crack).find("1.2 spacings"), std::string::npos) << words(crack);
}

// (5.6.6): the way under a shear, led more and more by the one that the crack has.
TEST(PaintedCrack, HistoryLeadsTheWay) {
    const Block block({12, 12, 6});
    const PairTransparency pairs = block.transparency();
    Mat3 shear = Mat3::Zero();
    shear(0, 1) = shear(1, 0) = 1.0f;
    const std::vector<Mat3> stresses(static_cast<std::size_t>(block.places.size()), shear);
    const std::vector<Real> health(stresses.size(), 1.0f);
    CrackSheets sheets;
    testing::add_edge_crack(sheets, block, 6.01, 5.0);
    CrackFront& front = sheets.fronts()[0];
    for (FrontNode& node : front.nodes) node.turned = 1;
    const auto angle = [&](double history) {
        const auto law = [&](Index, const Vec3d&) { return CrackLaw{0.1, 1.0, history}; };
        const auto motions = scan_front(front, StressField(pairs.cells(), stresses, health), law, 1.0);
        return std::abs(motions[static_cast<std::size_t>(front.size() / 2)].angle);
    };
    const double free = angle(0.0);
    EXPECT_GT(free, 0.5);
    EXPECT_NEAR(angle(0.5), 0.5 * free, 1e-6);  // half way between two directions
    EXPECT_LT(angle(1.0), 1e-12);
}

// Halves that fly apart along x, with a painted ring.
SolidSetup torn(const PaintedCrack& crack, Real strength) {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    SolidSetup setup = block({16, 5, 5}, 1.0f, matter);
    FractureParameters fracture;
    fracture.strength = strength;
    fracture.toughness = 5.0f;
    setup.fracture = fracture;
    setup.distance = [half = Vec3(8, 2.5f, 2.5f)](const Vec3& p) {
        const Vec3 q = (p - half).cwiseAbs() - half;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    if (!crack.points.empty()) setup.control.strips.emplace_back(crack, RestBody{setup.distance, 1.0});
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(i, Vec3(0.025f * (setup.particles.positions()[i].x() - 8.0f), 0, 0));
    return setup;
}

std::vector<Vec3> displacements(const Solid& solid) {
    std::vector<Vec3> all;
    for (Index i = 0; i < solid.size(); ++i) all.push_back(solid.displacement(i));
    return all;
}

// Mean place at rest of each fragment that has more than a few particles.
std::vector<Real> large_pieces(const Solid& solid) {
    std::vector<Real> sums(static_cast<std::size_t>(solid.fracture()->fragments().count()), 0.0f), counts = sums, all;
    for (Index i = 0; i < solid.size(); ++i) {
        sums[solid.fracture()->fragments().of(i)] += solid.elasticity().shape().place(i).x();
        ++counts[solid.fracture()->fragments().of(i)];
    }
    for (std::size_t k = 0; k < sums.size(); ++k)
        if (counts[k] > 8.0f) all.push_back(sums[k] / counts[k]);
    std::ranges::sort(all);
    return all;
}

TEST(PaintedCrack, ABarBreaksThereAndTheBooksClose) {
    PaintedCrack crack = ring(Vec3(16, 5, 5), 5.01f);
    crack.strength = 300.0f;
    crack.toughness = 0.5f;
    crack.history = 1.0f;
    SoleSolver<SolidSolver> solver(alone(torn(crack, 1e6f)));
    const auto balance = [&] { return solver->balances(Vec3d::Zero()).at("block"); };
    const Balance before = balance();
    for (int k = 0; k < 200; ++k) solver.step(1e9);
    const Balance after = balance();
    const Solid& bar = solver->solids()[0];
    EXPECT_EQ(bar.fracture()->started(), 1);
    const std::vector<Real> pieces = large_pieces(bar);
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_NEAR(pieces[0], 2.5f, 0.2f);
    EXPECT_NEAR(pieces[1], 10.5f, 0.2f);
    const double size = before.kinetic_energy;
    EXPECT_NEAR(after.kinetic_energy + *after.elastic_energy + *after.dissipated_energy, size, 0.02 * size);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-5 * std::sqrt(2.0 * before.mass * size));
}

TEST(PaintedCrack, PaintedStrengthSaysWhereItBreaks) {
    SolidSetup setup = torn({}, 1000.0f);
    setup.control.strength_factor = [](const Vec3& p) { return p.x() > 4.0f && p.x() < 7.0f ? 1.0f : 20.0f; };
    SoleSolver<SolidSolver> solver(alone(std::move(setup)));
    for (int k = 0; k < 150; ++k) solver.step(1e9);
    const Solid& bar = solver->solids()[0];
    EXPECT_GT(bar.fracture()->started(), 0);
    for (const Vec3d& vertex : bar.fracture()->sheets().vertices()) {
        EXPECT_GT(vertex.x(), 2.0);
        EXPECT_LT(vertex.x(), 9.0);
    }
}

TEST(PaintedCrack, IsTheSameForAnyThreadsAndAfterAState) {
    PaintedCrack crack = ring(Vec3(16, 5, 5), 5.01f);
    crack.times = {0.0f, 2.0f};
    crack.toughness = 1.0f;
    const auto make = [&] { return SoleSolver<SolidSolver>(alone(torn(crack, 1e6f))); };
    auto one = make();
    {
        const ThreadLimit limit(1);
        for (int k = 0; k < 50; ++k) one.step(1e9);
    }
    auto two = make();
    for (int k = 0; k < 24; ++k) two.step(1e9);
    StateCopy copy;
    copy.keep(*two);
    for (int k = 0; k < 20; ++k) two.step(1e9);
    copy.restore(*two);
    for (int k = 0; k < 26; ++k) two.step(1e9);
    EXPECT_EQ(displacements(one->solids()[0]), displacements(two->solids()[0]));
    auto three = make();
    copy.restore(*three);
    const Index open = three->solids()[0].fracture()->strips()[0].open_count();
    EXPECT_GT(open, 0);
    EXPECT_LT(open, three->solids()[0].fracture()->strips()[0].column_count());
    for (int k = 0; k < 26; ++k) three.step(1e9);
    EXPECT_EQ(displacements(one->solids()[0]), displacements(three->solids()[0]));
}

}  // namespace
}  // namespace lamella
