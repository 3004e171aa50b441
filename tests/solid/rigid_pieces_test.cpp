// Fragments too small to be elastic.
#include "solid_blocks.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/matter/state_copy.hpp>
#include <lamella/solid/fracture/rigid_pieces.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr double kMass = 0.5, kSpacing = 0.1;

struct Matter {
    std::vector<Vec3> x, v;
    Vec3d momentum() const {
        Vec3d sum = Vec3d::Zero();
        for (const Vec3& each : v) sum += kMass * each.cast<double>();
        return sum;
    }
    Vec3d angular() const {
        Vec3d sum = Vec3d::Zero();
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += kMass * cross(Vec3d(x[i].cast<double>()), Vec3d(v[i].cast<double>()));
        return sum;
    }
    double kinetic() const {
        double sum = 0.0;
        for (const Vec3& each : v) sum += 0.5 * kMass * each.cast<double>().squaredNorm();
        return sum;
    }
};

// A chain along x, or with some particles beside it.
Matter crumb(Index chain, Index beside) {
    Matter m;
    for (Index i = 0; i < chain + beside; ++i) {
        const Real along = static_cast<Real>(i < chain ? i : i - chain), across = i < chain ? 0.0f : 1.0f;
        m.x.emplace_back(0.1f * Vec3(3.0f + along, 1.0f + across, 2.0f));
        m.v.emplace_back(random_in_cube(1, 0, static_cast<std::uint64_t>(i)));
    }
    return m;
}

struct Sums {
    Vec3d momentum = Vec3d::Zero(), angular = Vec3d::Zero();
    double kinetic = 0.0;
};

Sums sums_of(const RigidPieces& pieces) {
    Sums sums;
    pieces.for_each([&](Index, const Vec3d& x, const Vec3d& v) {
        sums.momentum += kMass * v;
        sums.angular += kMass * cross(x, v);
        sums.kinetic += 0.5 * kMass * v.squaredNorm();
    });
    sums.angular += pieces.spin().momentum;
    sums.kinetic += pieces.spin().energy;
    return sums;
}

RigidPieces rigid(const Matter& m) {
    RigidPieces pieces(kMass, kSpacing);
    std::vector<Index> all(m.x.size());
    std::iota(all.begin(), all.end(), 0);
    pieces.begin(
        all, [&](Index i) { return m.x[i]; }, [&](Index i) { return m.v[i]; });
    return pieces;
}

TEST(RigidPieces, KeepBothMomentaAndGainNoEnergy) {
    for (const auto& [chain, beside] : {std::pair(1, 0), std::pair(2, 0), std::pair(4, 0), std::pair(4, 2)}) {
        const Matter m = crumb(chain, beside);
        const Sums sums = sums_of(rigid(m));
        EXPECT_LT((sums.momentum - m.momentum()).norm(), 1e-14);
        EXPECT_LT((sums.angular - m.angular()).norm(), 1e-14);
        EXPECT_LE(sums.kinetic, m.kinetic() * (1.0 + 1e-12));
    }
}

TEST(RigidPieces, TumbleFreely) {
    RigidPieces pieces = rigid(crumb(4, 2));
    const Sums before = sums_of(pieces);
    const auto distance = [&] {
        std::vector<Vec3d> x(6);
        pieces.for_each([&](Index i, const Vec3d& at, const Vec3d&) { x[i] = at; });
        return (x[0] - x[5]).norm();
    };
    const double apart = distance();
    for (int k = 0; k < 2000; ++k) pieces.drift(2e-3);
    const Sums after = sums_of(pieces);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12);
    EXPECT_LT((after.angular - before.angular).norm(), 1e-9 * before.angular.norm());
    EXPECT_NEAR(after.kinetic, before.kinetic, 1e-3 * before.kinetic);
    EXPECT_NEAR(distance(), apart, 1e-12);
}

TEST(RigidPieces, ArePushedAndTurnedByForces) {
    RigidPieces pieces = rigid(crumb(3, 2));
    const Sums before = sums_of(pieces);
    const Vec3 a(1, 2, -3);
    Vec3d at = Vec3d::Zero();
    pieces.for_each([&](Index i, const Vec3d& x, const Vec3d&) {
        if (i == 4) at = x;
    });
    pieces.kick([&](Index i) { return i == 4 ? a : Vec3(Vec3::Zero()); }, 0.1);
    const Sums after = sums_of(pieces);
    const Vec3d push = 0.1 * kMass * a.cast<double>();
    EXPECT_LT((after.momentum - before.momentum - push).norm(), 1e-14);
    EXPECT_LT((after.angular - before.angular - cross(at, push)).norm(), 1e-14);
}

TEST(RigidPieces, FallApartAsTheyMove) {
    RigidPieces pieces = rigid(crumb(4, 2));
    for (int k = 0; k < 10; ++k) pieces.drift(0.01);
    const Sums before = sums_of(pieces);
    const std::vector<Index> names{0, 0, 7, 7, 0, 9};
    pieces.fall_apart(names);
    EXPECT_EQ(pieces.count(), 3);
    const Sums after = sums_of(pieces);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-14);
    EXPECT_LT((after.angular - before.angular).norm(), 1e-14);
    EXPECT_NEAR(after.kinetic, before.kinetic, 1e-13);
}

// A block from which a cut has taken one layer, which turns and would drift apart.
SolidSetup with_a_layer(Real closing) {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    SolidSetup setup = block({7, 4, 4}, 1.0f, matter);
    FractureParameters fracture;
    fracture.strength = fracture.toughness = 1e9f;
    fracture.notches.push_back({Vec3(6.01f, -1, -1), Vec3(0, 6, 0), Vec3(0, 0, 6)});
    setup.fracture = fracture;
    setup.contact_damping = 0.0f;
    setup.distance = [half = Vec3(3.5f, 2, 2)](const Vec3& p) {
        const Vec3 q = (p - half).cwiseAbs() - half;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    for (Index i = 0; i < setup.particles.size(); ++i) {
        const Vec3 at = setup.particles.positions()[i];
        const Vec3 spin(0.02f, 0.4f, 0.3f);
        setup.particles.get<Vec3Column>("v").set(
            i, at.x() > 6.0f ? Vec3(cross(spin, Vec3(at - Vec3(6.5f, 2, 2))) - closing * Vec3::UnitX())
                             : Vec3(Vec3::Zero()));
    }
    return setup;
}

struct Layer {
    explicit Layer(Real closing) : solver(alone(with_a_layer(closing))) {}
    const Solid& solid() const { return solver->solids()[0]; }
    Balance balance() const { return solver->balances(Vec3d::Zero()).at("block"); }
    void steps(int n) {
        for (int k = 0; k < n; ++k) solver.step(1e9);
    }
    Real across() const {  // between two corners of the layer
        std::vector<Vec3> corners;
        for (Index i = 0; i < solid().size(); ++i) {
            const Vec3 at = solid().elasticity().shape().place(i);
            if (at.x() > 6.0f && (at.y() < 1.0f || at.y() > 3.0f) && (at.z() < 1.0f || at.z() > 3.0f))
                corners.push_back(solid().position(i));
        }
        return (corners.front() - corners.back()).norm();
    }
    SoleSolver<SolidSolver> solver;
};

TEST(RigidPieces, ALayerFliesOnWhole) {
    Layer layer(-1.0f);
    ASSERT_EQ(layer.solid().rigid_pieces().count(), 1);
    EXPECT_EQ(layer.solid().rigid_pieces().particles(0).size(), 16u);
    const Balance before = layer.balance();
    const Real across = layer.across();
    layer.steps(300);
    const Balance after = layer.balance();
    EXPECT_NEAR(layer.across(), across, 1e-4f);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-6 * before.momentum.norm());
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 1e-5 * before.angular_momentum.norm());
    EXPECT_NEAR(after.kinetic_energy, before.kinetic_energy, 1e-3 * before.kinetic_energy);
    layer.solver.reach_frame(layer.solver.world().time());
    EXPECT_GT(layer.solid().shown_mesh().vertex_count(), 0);
}

// It comes back onto the block: both bounce, and the momenta stay.
TEST(RigidPieces, KeepColliding) {
    Layer layer(0.3f);
    const Balance before = layer.balance();
    layer.steps(150);
    const Balance after = layer.balance();
    double piece = 0.0, rest = 0.0;
    for (Index i = 0; i < layer.solid().size(); ++i)
        (layer.solid().elasticity().shape().place(i).x() > 6.0f ? piece : rest) += layer.solid().velocity(i).x();
    EXPECT_LT(rest, -0.3);                // the block was hit
    EXPECT_GT(piece, -0.3 * 16.0 * 0.8);  // and the layer lost what it has
    const double scale = std::sqrt(2.0 * before.mass * before.kinetic_energy);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-5 * scale);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 1e-4 * scale * 7.0);
    const auto sum = [](const Balance& b) { return b.kinetic_energy + *b.elastic_energy + *b.dissipated_energy; };
    EXPECT_NEAR(sum(after), sum(before), 0.02 * before.kinetic_energy);
}

TEST(RigidPieces, AreTheSameForAnyThreadsAndAfterAState) {
    const auto bits = [](const Layer& layer) {
        std::vector<Vec3> all;
        for (Index i = 0; i < layer.solid().size(); ++i) all.push_back(layer.solid().displacement(i));
        return all;
    };
    Layer one(0.3f), two(0.3f), three(0.3f);
    {
        const ThreadLimit limit(1);
        one.steps(80);
    }
    two.steps(40);
    StateCopy copy;
    copy.keep(*two.solver);
    two.steps(40);
    EXPECT_EQ(bits(one), bits(two));
    copy.restore(*three.solver);
    three.steps(40);
    EXPECT_EQ(bits(one), bits(three));
}

}  // namespace
}  // namespace lamella
