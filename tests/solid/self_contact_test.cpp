// A solid that meets itself: the legs of a fork are thrown at one another.
#include "same_contacts.hpp"
#include "solid_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;
constexpr BlockSize kSize{11, 26, 4};  // of which are legs of 3 and a base of 4
constexpr Real kLeg = 3.0f, kBase = 4.0f, kShorter = 4.0f;

SolidMatter rubber() {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    matter.density = 1000.0f;
    matter.material = NeoHooke::Parameters();
    return matter;
}

Real to_box(const Vec3& p, const Vec3& low, const Vec3& high) {
    const Vec3 q = (p - 0.5f * (low + high)).cwiseAbs() - 0.5f * (high - low);
    return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
}

Real to_fork(const Vec3& p) {
    const Vec3 size(kSize.x, kSize.y, kSize.z);
    const Real whole = to_box(p, Vec3::Zero(), kSpacing * size);
    const Real slot =
        to_box(p, kSpacing * Vec3(kLeg, kBase, -9), kSpacing * Vec3(size.x() - kLeg, size.y() + 9, size.z() + 9));
    const Real end = to_box(p, kSpacing * Vec3(kLeg, size.y() - kShorter, -9), kSpacing * (size + Vec3::Constant(9)));
    return std::max({whole, -slot, -end});
}

// The ends of its legs, of which one is shorter, come nearer at a twentieth of the speed of sound.
SolidsSetup fork() {
    SolidSetup setup = block(kSize, kSpacing, rubber());
    setup.distance = to_fork;
    ParticleSet& p = setup.particles;
    std::vector<Vec3> places;
    for (Index i = 0; i < p.size(); ++i)
        if (const Vec3 X = p.positions()[i]; to_fork(X) < 0.0f) places.push_back(X);
    p.resize(static_cast<Index>(places.size()));
    const Real v = 0.025f * static_cast<Real>(rubber().elastic.sound_speed(1000.0));
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3& X = places[i];
        const Real along = std::max(X.y() / kSpacing - kBase, 0.0f) / (kSize.y - kBase);
        const Real side = X.x() < 0.5f * kSize.x * kSpacing ? 1.0f : -1.0f;
        p.positions().set(i, X);
        p.get<Vec3Column>("v").set(i, along * v * Vec3(side, 0, 0.2f * side));
        p.get<IndexColumn>("id")[i] = i;
        p.get<IndexColumn>("held")[i] = -1;
    }
    return alone(std::move(setup));
}

// Between the legs, at the end of the shorter one.
double gap(const Solid& solid) {
    double left = -1e9, right = 1e9;
    for (Index i = 0; i < solid.size(); ++i) {
        const Vec3 X = solid.elasticity().shape().place(i);
        if (X.y() < (kSize.y - 8.0f) * kSpacing || X.y() > (kSize.y - kShorter) * kSpacing) continue;
        if (X.x() < 0.5f * kSize.x * kSpacing)
            left = std::max<double>(left, solid.position(i).x());
        else
            right = std::min<double>(right, solid.position(i).x());
    }
    return right - left - kSpacing;
}

TEST(SelfContact, LegsThatMeetBounceAndKeepBothMomentaAndTheBooks) {
    SoleSolver<SolidSolver> solver(fork());
    const Solid& solid = solver->solids()[0];
    const auto books = [&] { return solver->balances(Vec3d::Zero()).at("block"); };
    const auto energy = [](const Balance& b) { return b.kinetic_energy + *b.elastic_energy + *b.dissipated_energy; };
    const Balance before = books();
    double least = gap(solid);
    std::int64_t touched = 0;
    for (int k = 0; k < 500; ++k) {
        solver.step(1.0);
        touched = std::max(touched, solver->contact().touching());
        least = std::min(least, gap(solid));
    }
    const Balance after = books();
    EXPECT_GT(touched, 10);
    EXPECT_LT(least, 0.0);
    EXPECT_GT(least, -0.5 * kSpacing);
    EXPECT_GT(gap(solid), kSpacing);
    const double momentum = std::sqrt(2.0 * before.mass * before.kinetic_energy);
    EXPECT_LT((after.momentum - before.momentum).norm(), 4e-6 * momentum);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 4e-6 * momentum * kSize.y * kSpacing);
    EXPECT_NEAR(energy(after), energy(before), 0.01 * before.kinetic_energy);
}

TEST(SelfContact, CrushedMatterIsNoContact) {
    SolidSetup setup = block({8, 8, 8}, kSpacing, rubber());
    setup.distance = [](const Vec3& p) { return to_box(p, Vec3::Zero(), Vec3::Constant(8.0f * kSpacing)); };
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(
            i, -140.0f * (setup.particles.positions()[i] - Vec3::Constant(4.0f * kSpacing)));
    SoleSolver<SolidSolver> solver(alone(std::move(setup)));
    const Solid& solid = solver->solids()[0];
    Real smallest = 1.0f;
    for (int k = 0; k < 60; ++k) {
        solver.step(1.0);
        smallest = std::min(smallest, solid.bounds().size().x() / (7.0f * kSpacing));
        ASSERT_EQ(solver->contact().touching(), 0);
    }
    EXPECT_LT(smallest, 0.6f);
}

TEST(SelfContact, IsTheSameForAnyThreadsAndAfterAState) { expect_same_contacts(fork, 220, 20); }

}  // namespace
}  // namespace lamella
