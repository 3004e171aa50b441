#include "solid_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

SolidMatter rubber() {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    matter.density = 1000.0f;
    return matter;
}

double energy_of(const Balance& b) {
    return b.kinetic_energy + b.potential_energy + *b.elastic_energy + *b.dissipated_energy;
}

// A block that tumbles, bends and shakes.
SolidsSetup tumbling() {
    SolidSetup solid = block({6, 5, 5}, 0.02f, rubber(), Vec3(0.1f, 0.1f, 0.1f));
    auto& v = solid.particles.get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) {
        const Vec3 r = solid.particles.positions()[i] - Vec3(0.16f, 0.15f, 0.15f);
        v.set(i, cross(Vec3(3.0f, 5.0f, -8.0f), r) + Vec3(3.0f * r.y(), 0.0f, 2.0f * r.x()) + Vec3(0.2f, 0.0f, 0.0f));
    }
    return alone(std::move(solid));
}

TEST(SolidSolver, KeepsEnergyAndMomentaOver4000Steps) {
    SoleSolver<SolidSolver> solver(tumbling());
    const Vec3d centre(0.16, 0.15, 0.15);
    const Balance before = solver->balances(centre).at("block");
    double worst = 0.0;
    Balance now;
    for (int k = 0; k < 4000; ++k) {
        solver.step(1.0);
        if (k % 50 != 49) continue;
        now = solver->balances(centre).at("block");
        worst = std::max(worst, std::abs(energy_of(now) / energy_of(before) - 1.0));
    }
    EXPECT_LT(worst, 1e-3);
    EXPECT_LT((now.momentum - before.momentum).norm(), 4e-4 * before.mass * 0.2);
    double turning = 0.0;
    for (Index i = 0; i < solver->solids()[0].size(); ++i)
        turning += solver->solids()[0].mass(i) * cross(Vec3d(solver->solids()[0].position(i).cast<double>() - centre),
                                                       Vec3d(solver->solids()[0].velocity(i).cast<double>()))
                                                     .norm();
    EXPECT_LT((now.angular_momentum - before.angular_momentum).norm(), 4e-4 * turning);
}

// What is held goes where it is told, and the rest follows.
TEST(SolidSolver, AHeldEndFollowsItsKeyframes) {
    SolidSetup solid = block({12, 4, 4}, 0.02f, rubber());
    auto& held = solid.particles.get<IndexColumn>("held");
    for (Index i = 0; i < held.size(); ++i)
        if (solid.particles.positions()[i].x() < 0.05f) held[i] = 0;
    HeldPart part;
    part.motion.keys = {{0.0f, Vec3::Zero(), Vec3::Zero()}, {0.2f, Vec3(0.0f, 0.1f, 0.0f), Vec3(90.0f, 0.0f, 0.0f)}};
    part.until = 0.3;
    solid.held.push_back(part);
    SoleSolver<SolidSolver> solver(alone(std::move(solid)));
    solver.run_until(0.2);
    const Solid& there = solver->solids()[0];
    const RigidTransform pose = part.motion.at(0.2);
    double others = 0.0;
    for (Index i = 0; i < there.size(); ++i) {
        const Vec3 X = there.elasticity().shape().place(i);
        if (X.x() < 0.05f)
            EXPECT_LT((there.position(i) - pose.apply(X)).norm(), 1e-6f);
        else
            others = std::max<double>(others, (there.position(i) - X).norm());
    }
    EXPECT_GT(others, 0.05);
    solver.run_until(0.4);  // let go
    EXPECT_GT(there.velocity(0).norm(), 0.0f);
}

// A dropped block: it bounces less high than it fell, what is lost is in the ledger, and what the floor was given is
// what the block has lost.
TEST(SolidSolver, ADroppedBlockLosesWhatTheLedgerSays) {
    auto setup = alone(block({5, 5, 5}, 0.02f, rubber(), Vec3(0.0f, 0.02f, 0.0f)));
    setup.walls.min.y() = 0.0f;
    setup.gravity = Vec3(0.0f, -9.81f, 0.0f);
    SoleSolver<SolidSolver> solver(setup);
    const Vec3d origin = Vec3d::Zero();
    const Balance before = solver->balances(origin).at("block");
    solver.run_until(0.4);
    const Balance after = solver->balances(origin).at("block");
    const auto [loads, seconds] = solver.world().take_loads();
    EXPECT_GT(*after.dissipated_energy, 0.0);
    EXPECT_NEAR(energy_of(after), energy_of(before), 0.02 * before.potential_energy);
    EXPECT_NEAR(after.momentum.y(), -9.81 * before.mass * seconds - loads.walls.impulse.y(),
                2e-3 * 9.81 * before.mass * seconds);
    for (Index i = 0; i < solver->solids()[0].size(); ++i) EXPECT_GT(solver->solids()[0].position(i).y(), 0.0f);
}

// On a slope of a given friction a block stays, or slides with g (sin - mu cos).
struct Slide {
    double way;    // m
    double speed;  // gained, m/s
};
Slide slid(Real friction, double seconds) {
    SolidSetup solid = block({6, 4, 4}, 0.02f, rubber(), Vec3(0.0f, 0.0f, 0.0f));
    solid.friction = friction;
    auto setup = alone(std::move(solid));
    setup.walls.min.y() = 0.0f;
    const Real slope = 30.0f * 3.14159265f / 180.0f;
    setup.gravity = 9.81f * Vec3(std::sin(slope), -std::cos(slope), 0.0f);
    ForceField drag;  // until it has come to rest on the slope, or slides without shaking
    drag.force = WindForce{Vec3::Zero(), 30.0f};
    drag.stop = 0.5;
    setup.forces = ForceFields({drag}, Vec3d::Zero());
    SoleSolver<SolidSolver> solver(setup);
    solver.run_until(0.5);
    const Solid& solid_now = solver->solids()[0];
    const auto mean = [&](auto&& of) {
        double sum = 0.0;
        for (Index i = 0; i < solid_now.size(); ++i) sum += of(i);
        return sum / solid_now.size();
    };
    const auto x = [&](Index i) { return solid_now.position(i).x(); };
    const auto v = [&](Index i) { return solid_now.velocity(i).x(); };
    const double place = mean(x), speed = mean(v);
    solver.run_until(0.5 + seconds);
    return {mean(x) - place, mean(v) - speed};
}

TEST(SolidSolver, ABlockOnASlopeStaysOrSlidesAsFrictionSays) {
    EXPECT_NEAR(slid(0.8f, 0.3).way, 0.0, 1e-3);
    const double rate = 9.81 * (0.5 - 0.2 * std::sqrt(0.75));
    EXPECT_NEAR(slid(0.2f, 0.3).speed, 0.3 * rate, 0.03 * 0.3 * rate);
}

// A stretched and held bar creeps until its distortion is at the limit.
TEST(CreepKeiser2006, AHeldBarKeepsTheLimit) {
    SolidMatter matter = rubber();
    matter.plasticity = CreepKeiser2006::Parameters{0.01f, 50.0f, 10.0f};
    for (const auto& law : every_alternative<MaterialLaws::Parameters>()) {
        matter.material = law;
        Bent bent(block({5, 5, 5}, 0.02f, matter));
        bent.bend([](const Vec3& X) -> Vec3 { return {0.05f * X.x(), -0.02f * X.y(), -0.02f * X.z()}; });
        for (int k = 0; k < 400; ++k) bent.elasticity.find_stresses(bent.u, 2e-3f);
        Mat3 strain = Mat3::Zero();
        strain.diagonal() = Vec3(0.05f + 0.00125f, -0.02f + 0.0002f, -0.02f + 0.0002f);
        const Real whole = deviator(strain).norm();
        const auto inside = bent.elasticity.inside(bent.elasticity.gradient(bent.u, 7), 7);
        EXPECT_NEAR(inside.flowed, whole - 0.01f, 0.02f * whole + 0.0005f) << law.index();
        if (std::holds_alternative<NeoHooke::Parameters>(law)) {  // the other's stress is not Cauchy's
            EXPECT_NEAR(inside.von_mises, std::sqrt(6.0) * matter.elastic.shear() * 0.01, 0.05 * inside.von_mises);
        }
        EXPECT_GT(bent.elasticity.energy(bent.u).dissipated, 0.0);
    }
}

// Metal under tension has the yield stress and its hardening, and keeps its volume while it flows.
TEST(J2Simo1988, TensionFollowsTheHardeningLine) {
    SolidMatter matter;
    matter.elastic = {1e9f, 0.3f};
    matter.material = NeoHooke::Parameters();
    matter.plasticity = J2Simo1988::Parameters{1e6f, 1e7f};
    const NeoHooke law({}, matter.elastic);
    const J2Simo1988 metal(std::get<J2Simo1988::Parameters>(matter.plasticity), matter.elastic);
    SymmetricTensor plastic = NeoHooke::at_rest();
    Real flow = 0.0f;
    for (int k = 1; k <= 200; ++k) {
        const Real stretch = 1.0f + 0.001f * k;
        Real low = 0.8f, high = 1.0f;
        SymmetricTensor tried = plastic;
        Real flowed = flow;
        Mat3 cauchy;
        for (int bisection = 0; bisection < 30; ++bisection) {
            const Real across = 0.5f * (low + high);
            Mat3 G = Mat3::Zero();
            G.diagonal() = Vec3(stretch - 1.0f, across - 1.0f, across - 1.0f);
            NeoHooke::Trial trial(law, G, plastic);
            flowed = flow;
            trial.keep(metal.share_left(trial, 0.0f, 0.0f, flowed));
            tried = trial.plastic();
            cauchy = trial.stress() * (Mat3::Identity() + G).transpose() / trial.volume();
            (cauchy(1, 1) > 0.0f ? high : low) = across;
        }
        plastic = tried;
        flow = flowed;
        if (k < 20) continue;
        EXPECT_NEAR(cauchy(0, 0), 1e6f + 1e7f * flow, 0.01f * cauchy(0, 0)) << stretch;
    }
    EXPECT_NEAR(flow, std::log(1.2f) - 2.82e6f / 1e9f, 0.002f);
    EXPECT_NEAR(determinant(full(plastic)), 1.0f, 1e-4f);
}

}  // namespace
}  // namespace lamella
