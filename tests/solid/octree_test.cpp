#include "solid_blocks.hpp"

#include <lamella/solid/sampling/octree_keiser2006.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.2f;

std::vector<Vec3> lattice(const BlockSize& size, FunctionRef<bool(const Vec3&)> inside) {
    std::vector<Vec3> points;
    for (int z = 0; z < size.z; ++z)
        for (int y = 0; y < size.y; ++y)
            for (int x = 0; x < size.x; ++x)
                if (const Vec3 p = kSpacing * Vec3(x + 0.5f, y + 0.5f, z + 0.5f); inside(p)) points.push_back(p);
    return points;
}

std::vector<OctreeCell> cells_of(const BlockSize& size, Index levels) {
    const Box3 box{Vec3::Zero(), kSpacing * Vec3(size.x, size.y, size.z)};
    return octree_cells(lattice(size, [](const Vec3&) { return true; }), box, kSpacing, levels);
}

SolidSetup octree_block(const BlockSize& size, const SolidMatter& matter, Real jitter = 0.0f) {
    const std::vector<OctreeCell> cells = cells_of(size, 2);
    SolidSetup setup = block({static_cast<int>(cells.size()), 1, 1}, kSpacing, matter);
    auto& edges = setup.particles.add<ScalarColumn>("cell");
    for (Index i = 0; i < edges.size(); ++i) {
        setup.particles.positions().set(i, cells[i].centre + jitter * kSpacing * random_in_cube(1, 0, i));
        edges[i] = kSpacing * static_cast<Real>(cells[i].edge);
    }
    return setup;
}

Bent bent_octree(const BlockSize& size, const MaterialLaws::Parameters& law, Real jitter) {
    SolidMatter matter;
    matter.elastic = {1.0f, 0.3f};
    matter.density = 1.0f;
    matter.material = law;
    SolidsSetup setup = alone(octree_block(size, matter, jitter));
    const SoleSolver<SolidSolver> solver(std::move(setup));
    Bent bent(block({4, 4, 4}, kSpacing, matter));
    bent.elasticity = solver->solids()[0].elasticity();
    bent.u.resize(bent.elasticity.shape().size());
    return bent;
}

// Every cell of the lattice is in one cell of the octree, whatever the shape.
TEST(Octree, FillsTheShapeOnce) {
    const BlockSize size{24, 20, 18};
    const auto inside = [](const Vec3& p) { return (p - Vec3(2.2f, 2.0f, 1.8f)).norm() < 1.75f; };
    const std::vector<Vec3> points = lattice(size, inside);
    const Box3 box{Vec3::Zero(), kSpacing * Vec3(size.x, size.y, size.z)};
    const std::vector<OctreeCell> cells = octree_cells(points, box, kSpacing, 3);
    std::vector<int> covered(points.size(), 0);
    for (const OctreeCell& cell : cells)
        for (std::size_t k = 0; k < points.size(); ++k)
            if ((points[k] - cell.centre).cwiseAbs().maxCoeff() < 0.5f * kSpacing * static_cast<Real>(cell.edge))
                ++covered[k];
    EXPECT_TRUE(std::ranges::all_of(covered, [](int n) { return n == 1; }));
    EXPECT_LT(10 * cells.size(), 9 * points.size());
}

// Cells that touch differ by a factor of two at most, and all at the skin are as small as can be.
TEST(Octree, IsBalancedAndFineAtTheSkin) {
    const BlockSize size{26, 26, 26};
    const std::vector<OctreeCell> cells = cells_of(size, 3);
    EXPECT_EQ(std::ranges::max(cells, {}, &OctreeCell::edge).edge, 8);
    for (const OctreeCell& a : cells) {
        const Real half = 0.5f * kSpacing * static_cast<Real>(a.edge);
        const Real to_skin = std::min(a.centre.minCoeff(), 26.0f * kSpacing - a.centre.maxCoeff()) - half;
        EXPECT_TRUE(a.edge == 1 || to_skin > 1.5f * kSpacing);
        for (const OctreeCell& b : cells) {
            const Real reach = half + 0.5f * kSpacing * static_cast<Real>(b.edge);
            const bool touch = (a.centre - b.centre).cwiseAbs().maxCoeff() < reach + 0.01f * kSpacing;
            EXPECT_TRUE(!touch || b.edge <= 2 * a.edge);
        }
    }
}

TEST(Octree, KeepsTheVolume) {
    const Bent bent = bent_octree({12, 10, 14}, StVenant::Parameters(), 0.0f);
    const RestShape& shape = bent.elasticity.shape();
    EXPECT_FALSE(shape.uniform());
    EXPECT_LT(shape.size(), 12 * 10 * 14);
    EXPECT_NEAR(shape.whole_volume(), 12 * 10 * 14 * std::pow(static_cast<double>(kSpacing), 3), 1e-5);
}

class OctreeLaw : public testing::TestWithParam<std::size_t> {
protected:
    MaterialLaws::Parameters law() const { return every_alternative<MaterialLaws::Parameters>()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Solid, OctreeLaw, testing::Values(0, 1));

// Across the borders of levels, too: with particles off their lattice.
TEST_P(OctreeLaw, ForcesAreTheGradientOfTheEnergy) {
    Bent bent = bent_octree({12, 10, 10}, law(), 0.15f);
    bent.bend(wave);
    EXPECT_LT(error_of_gradient(bent), 1e-4);
    expect_balanced(bent);
}

// Linear motion is followed exactly by fine and coarse ones: a uniform strain has the energy of its law.
TEST(Octree, AUniformStrainIsUniform) {
    Bent bent = bent_octree({12, 12, 12}, StVenant::Parameters(), 0.0f);
    bent.bend([](const Vec3& X) -> Vec3 { return {1e-3f * X.x(), 0.0f, 0.0f}; });
    const double strain = 1e-3 + 0.5e-6, volume = bent.elasticity.shape().whole_volume();
    const double exact = 0.5 * (0.7 / (1.3 * 0.4)) * strain * strain * volume;
    EXPECT_NEAR(bent.elasticity.energy(bent.u).elastic, exact, 1e-4 * exact);
}

// The contacts of an octree are those of its skin, which is the same as that of the lattice.
TEST(Octree, TouchesWithItsSkinAlone) {
    SolidMatter matter;
    const SoleSolver<SolidSolver> fine(alone(block({12, 12, 12}, kSpacing, matter)));
    const SoleSolver<SolidSolver> coarse(alone(octree_block({12, 12, 12}, matter)));
    EXPECT_LT(coarse->solids()[0].size(), fine->solids()[0].size());
    EXPECT_EQ(coarse->solids()[0].touch_points().size(), fine->solids()[0].touch_points().size());
}

// Matter that flows touches as balls, and those of the inside are none of them, at the borders of levels neither.
TEST(Octree, TouchesWithTheBallsOfItsSkinAlone) {
    SolidMatter matter;
    matter.plasticity = CreepKeiser2006::Parameters();
    const SoleSolver<SolidSolver> solver(alone(octree_block({12, 12, 12}, matter)));
    const Solid& solid = solver->solids()[0];
    EXPECT_EQ(solid.touch_points().owner_count(), 12 * 12 * 12 - 10 * 10 * 10);
}

// A block that tumbles and shakes keeps its energy and its angular momentum.
TEST(Octree, KeepsItsEnergy) {
    SolidMatter matter;
    matter.elastic = {1e4f, 0.3f};
    SolidSetup setup = octree_block({10, 10, 10}, matter);
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(
            i, cross(Vec3(0.5f, 0.2f, -0.4f), Vec3(setup.particles.positions()[i] - Vec3::Constant(1.0f))));
    SoleSolver<SolidSolver> solver(alone(std::move(setup)));
    const auto balance = [&] { return solver->solids()[0].balance(Vec3::Zero(), Vec3d::Zero()); };
    const Balance start = balance();
    for (int step = 0; step < 400; ++step) solver.step(1.0);
    const Balance end = balance();
    const auto whole = [](const Balance& b) { return b.kinetic_energy + *b.elastic_energy; };
    EXPECT_NEAR(whole(end) / whole(start), 1.0, 2e-3);
    EXPECT_LT((end.angular_momentum - start.angular_momentum).norm(), 1e-4 * start.angular_momentum.norm());
    EXPECT_NEAR(end.mass, 1000.0 * 8.0, 1e-2);
}

}  // namespace
}  // namespace lamella
