#include "solid_blocks.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/matter/state_copy.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kE = 1e5f, kDensity = 1000.0f;

SolidSetup breakable(const BlockSize& size, Real strength, Real toughness) {
    SolidMatter matter;
    matter.elastic = {kE, 0.3f};
    matter.density = kDensity;
    SolidSetup setup = block(size, 1.0f, matter);
    FractureParameters fracture;
    fracture.strength = strength;
    fracture.toughness = toughness;
    setup.fracture = fracture;
    const Vec3 half = 0.5f * Vec3(static_cast<Real>(size.x), static_cast<Real>(size.y), static_cast<Real>(size.z));
    setup.distance = [half](const Vec3& p) {
        const Vec3 q = (p - half).cwiseAbs() - half;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    return setup;
}

// Halves that fly apart along x.
SolidSetup torn(Real strength = 0.01f * kE) {
    SolidSetup setup = breakable({16, 5, 5}, strength, 5.0f);
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(i, Vec3(0.025f * (setup.particles.positions()[i].x() - 8.0f), 0, 0));
    return setup;
}

struct Torn {
    Torn() : Torn(torn()) {}
    explicit Torn(SolidSetup setup) : solver(alone(std::move(setup))) {}
    const Solid& solid() const { return solver->solids()[0]; }
    Balance balance() const { return solver->balances(Vec3d::Zero()).at("block"); }
    void steps(int n) {
        for (int k = 0; k < n; ++k) solver.step(1e9);
    }
    SoleSolver<SolidSolver> solver;
};

TEST(Fracture, ABarThatIsTornBreaksAndTheBooksClose) {
    Torn bar;
    const Balance before = bar.balance();
    bar.steps(200);
    const Balance after = bar.balance();
    EXPECT_GE(bar.solid().fracture()->fragments().count(), 2);
    EXPECT_GT(bar.solid().fracture_energy(), 0.0);
    EXPECT_EQ(after.mass, before.mass);
    const double size = before.kinetic_energy;
    const double sum = after.kinetic_energy + *after.elastic_energy + *after.dissipated_energy;
    EXPECT_NEAR(sum, size, 0.02 * size);
    const double scale = std::sqrt(2.0 * before.mass * size);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-5 * scale);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 1e-4 * scale * 16.0);
}

TEST(Fracture, AStrongBarDoesNotBreak) {
    Torn bar(torn(kE));
    bar.steps(90);
    EXPECT_EQ(bar.solid().fracture()->started(), 0);
    EXPECT_EQ(bar.solid().fracture()->fragments().count(), 1);
}

TEST(Fracture, PartsThatWereCutApartDoNotPull) {
    SolidSetup setup = breakable({10, 4, 4}, kE, 100.0f);
    setup.fracture->notches.push_back({Vec3(5.01f, -1, -1), Vec3(0, 6, 0), Vec3(0, 0, 6)});
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(i,
                                                 Vec3(setup.particles.positions()[i].x() > 5.0f ? 1.0f : 0.0f, 0, 0));
    Torn bar(std::move(setup));
    bar.steps(12);
    EXPECT_EQ(bar.solid().fracture()->fragments().count(), 2);
    for (Index i = 0; i < bar.solid().size(); ++i) {  // each goes its way as it was
        const Real v = bar.solid().elasticity().shape().place(i).x() > 5.0f ? 1.0f : 0.0f;
        EXPECT_NEAR((bar.solid().velocity(i) - Vec3(v, 0, 0)).norm(), 0.0f, 0.02f) << i;
    }
}

// A block bent at random, through which a crack has come half way, or all the way.
struct CutBlock {
    explicit CutBlock(bool through) : bent(block({8, 8, 5}, 1.0f, matter())) {
        const RestShape& shape = bent.elasticity.shape();
        bent.bend([](const Vec3& x) -> Vec3 {
            return 0.05f * Vec3(std::sin(x.y()), std::sin(0.7f * x.z() + x.x()), std::sin(x.x() - x.y()));
        });
        FractureParameters parameters;
        parameters.strength = parameters.toughness = 1e9f;
        parameters.notches.push_back({Vec3(4.2f, -1, -1), Vec3(0.3f, through ? 10.0f : 5.2f, 0), Vec3(0, 0, 7)});
        Fracture fracture(parameters, shape, matter(), [](const Vec3& p) {
            const Vec3 half(4, 4, 2.5f), q = (p - half).cwiseAbs() - half;
            return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
        });
        bent.elasticity.allow_cracks();
        bent.elasticity.part(fracture.take_changes(), {}, bent.u);
    }
    static SolidMatter matter() {
        SolidMatter m;
        m.elastic = {kE, 0.3f};
        return m;
    }
    Bent bent;
};

TEST(Fracture, ForcesAtACrackAreTheGradientOfTheEnergy) {
    CutBlock cut(false);
    Bent& bent = cut.bent;
    const auto forces = bent.forces();
    const auto push = [](Index i) -> Vec3 { return random_in_cube(4, 0, static_cast<std::uint64_t>(i)); };
    double work = 0.0;
    for (Index i = 0; i < bent.u.size(); ++i) work += forces[i].cast<double>().dot(push(i).cast<double>());
    const auto energy_at = [&](Real way) {
        QuadArray u = bent.u;
        for (Index i = 0; i < u.size(); ++i) u.set(i, bent.u.vec(i) + way * push(i), 0.0f);
        return bent.elasticity.energy(u).elastic;
    };
    const Real step = 2e-3f;
    EXPECT_NEAR((energy_at(-step) - energy_at(step)) / (2.0 * step), work, 1e-3 * std::abs(work));
}

TEST(Fracture, NothingPullsAcrossACrackThatIsThrough) {
    CutBlock cut(true);
    const auto forces = cut.bent.forces();
    Vec3d side = Vec3d::Zero();
    double sum = 0.0;
    for (Index i = 0; i < cut.bent.u.size(); ++i) {
        if (cut.bent.elasticity.shape().place(i).x() < 4.3f) side += forces[i].cast<double>();
        sum += forces[i].cast<double>().norm();
    }
    EXPECT_LT(side.norm(), 1e-6 * sum);
}

TEST(Fracture, IsTheSameForAnyThreadsAndAfterAState) {
    const auto bits = [](Torn& bar) {
        std::vector<Vec3> all;
        for (Index i = 0; i < bar.solid().size(); ++i) all.push_back(bar.solid().displacement(i));
        return all;
    };
    Torn one;
    {
        const ThreadLimit limit(1);
        one.steps(90);
    }
    Torn two;
    two.steps(65);
    StateCopy copy;
    copy.keep(*two.solver);
    two.steps(30);
    EXPECT_GT(two.solid().fracture()->started(), 0);
    copy.restore(*two.solver);
    two.steps(25);
    EXPECT_EQ(bits(one), bits(two));
    Torn three;  // as after a checkpoint
    copy.restore(*three.solver);
    three.steps(25);
    EXPECT_EQ(bits(one), bits(three));
}

TEST(Fracture, MeshesOfFragmentsAreShown) {
    Torn bar;
    bar.steps(200);
    bar.solver.reach_frame(bar.solver.world().time());
    const TriangleMesh& mesh = bar.solid().shown_mesh();
    const MeshReport report = check_mesh(mesh);
    EXPECT_TRUE(report.closed());
    EXPECT_NEAR(report.volume, 400.0, 20.0);
    const auto& fragment = mesh.attributes.get<IndexColumn>("fragment");
    EXPECT_GE(*std::ranges::max_element(fragment.span()), 1);
}

}  // namespace
}  // namespace lamella
