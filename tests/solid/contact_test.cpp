// Solids that meet one another.
#include "same_contacts.hpp"
#include "solid_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.02f;

SolidMatter rubber() {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    matter.density = 1000.0f;
    matter.material = NeoHooke::Parameters();
    return matter;
}

double sound() { return rubber().elastic.sound_speed(1000.0); }

SolidSetup box(const std::string& name, const BlockSize& size, const Vec3& corner, Real jitter = 0.0f) {
    SolidSetup setup = block(size, kSpacing, rubber(), corner, jitter);
    setup.name = name;
    const Vec3 half =
        0.5f * kSpacing * Vec3(static_cast<Real>(size.x), static_cast<Real>(size.y), static_cast<Real>(size.z));
    setup.distance = [half, centre = Vec3(corner + half)](const Vec3& p) {
        const Vec3 q = (p - centre).cwiseAbs() - half;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    return setup;
}

// Of a radius in spacings.
SolidSetup ball(const std::string& name, Real radius, const Vec3& centre) {
    const int n = 2 * static_cast<int>(std::ceil(radius));
    SolidSetup setup = block({n, n, n}, kSpacing, rubber());
    setup.name = name;
    setup.distance = [centre, r = radius * kSpacing](const Vec3& p) { return (p - centre).norm() - r; };
    auto& p = setup.particles;
    const Vec3 shift = centre - Vec3::Constant(0.5f * static_cast<Real>(n) * kSpacing);
    std::vector<Vec3> inside;
    for (Index i = 0; i < p.size(); ++i)
        if (const Vec3 at = p.positions()[i] + shift; setup.distance(at) < 0.0f) inside.push_back(at);
    p.resize(static_cast<Index>(inside.size()));
    for (Index i = 0; i < p.size(); ++i) {
        p.positions().set(i, inside[i]);
        p.get<IndexColumn>("id")[i] = i;
        p.get<IndexColumn>("held")[i] = -1;
    }
    const double r = radius * kSpacing;
    setup.volume = static_cast<Real>(4.0 / 3.0 * std::numbers::pi * r * r * r / p.size());
    return setup;
}

void set_velocity(SolidSetup& solid, const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
    Vec3 centre = Vec3::Zero();
    const Index n = solid.particles.size();
    for (Index i = 0; i < n; ++i) centre += solid.particles.positions()[i] / static_cast<Real>(n);
    for (Index i = 0; i < n; ++i)
        solid.particles.get<Vec3Column>("v").set(i,
                                                 velocity + cross(spin, Vec3(solid.particles.positions()[i] - centre)));
}

SolidsSetup together(std::vector<SolidSetup> solids) {
    SolidsSetup setup = alone(std::move(solids.front()));
    for (std::size_t k = 1; k < solids.size(); ++k) setup.solids.push_back(std::move(solids[k]));
    return setup;
}

Balance sum_of(const SolidSolver& solver) {
    Balance sum;
    sum.elastic_energy = sum.dissipated_energy = 0.0;
    for (const auto& [name, one] : solver.balances(Vec3d::Zero())) {
        sum.mass += one.mass;
        sum.momentum += one.momentum;
        sum.angular_momentum += one.angular_momentum;
        sum.kinetic_energy += one.kinetic_energy;
        sum.potential_energy += one.potential_energy;
        *sum.elastic_energy += *one.elastic_energy;
        *sum.dissipated_energy += *one.dissipated_energy;
    }
    return sum;
}

double energy_of(const Balance& b) {
    return b.kinetic_energy + b.potential_energy + *b.elastic_energy + *b.dissipated_energy;
}

Vec3d mean_of(const Solid& solid, auto&& of) {
    Vec3d sum = Vec3d::Zero();
    for (Index i = 0; i < solid.size(); ++i) sum += of(i).template cast<double>();
    return sum / solid.size();
}
Vec3d velocity_of(const Solid& solid) {
    return mean_of(solid, [&](Index i) { return solid.velocity(i); });
}
Vec3d centre_of(const Solid& solid) {
    return mean_of(solid, [&](Index i) { return solid.position(i); });
}

// A corner of one meets the side of the other, both turn.
SolidsSetup oblique() {
    SolidSetup a = box("a", {6, 5, 5}, Vec3(0, 0, 0), 0.1f), b = box("b", {4, 4, 4}, Vec3(0.14f, 0.05f, 0.03f), 0.1f);
    set_velocity(a, Vec3(1, 0, 0), Vec3(0, 3, 2));
    set_velocity(b, Vec3(-1, -0.3f, 0), Vec3(-8, 9, 10));
    return together({std::move(a), std::move(b)});
}

TEST(SolidContact, KeepsBothMomentaAndTheBooks) {
    SoleSolver<SolidSolver> solver(oblique());
    const Balance before = sum_of(*solver);
    std::int64_t touched = 0;
    for (int k = 0; k < 150; ++k) {
        solver.step(1.0);
        touched = std::max(touched, solver->contact().touching());
    }
    const Balance after = sum_of(*solver);
    EXPECT_GT(touched, 10);
    EXPECT_GT((velocity_of(solver->solids()[0]) - Vec3d(1, 0, 0)).norm(), 0.2);
    const double momentum = std::sqrt(2.0 * before.mass * before.kinetic_energy);
    EXPECT_LT((after.momentum - before.momentum).norm(), 2e-6 * momentum);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 2e-6 * momentum * 0.1);
    EXPECT_NEAR(energy_of(after), energy_of(before), 0.01 * before.kinetic_energy);
    EXPECT_GT(*after.dissipated_energy, 0.0);
}

// Speed of two balls apart over that at which they met.
double restitution(double speed, Real damping, Real radius) {
    const Real r = radius * kSpacing, v = static_cast<Real>(speed);
    std::vector<SolidSetup> balls;
    balls.push_back(ball("left", radius, Vec3(0, 0, 0)));
    balls.push_back(ball("right", radius, Vec3(2.0f * r + 0.3f * kSpacing, 0, 0)));
    set_velocity(balls[0], Vec3(v, 0, 0));
    set_velocity(balls[1], Vec3(-v, 0, 0));
    for (SolidSetup& one : balls) one.contact_damping = damping;
    SoleSolver<SolidSolver> solver(together(std::move(balls)));
    const auto solids = solver->solids();
    solver.run_until(12.0 * r / sound() + 0.6 * kSpacing / speed);
    EXPECT_EQ(solver->contact().touching(), 0);
    return (velocity_of(solids[1]) - velocity_of(solids[0])).x() / (2.0 * speed);
}

TEST(SolidContact, BallsBounceAndNeverTooFast) {
    for (const double share : {0.001, 0.01, 0.05})
        for (const Real radius : {4.5f, 5.4f}) {
            const double elastic = restitution(share * sound(), 0.0f, radius);
            EXPECT_GT(elastic, 0.97) << share << " " << radius;
            EXPECT_LE(elastic, 1.0) << share << " " << radius;
            const double damped = restitution(share * sound(), 0.3f, radius);
            EXPECT_GT(damped, 0.85) << share << " " << radius;
            EXPECT_LT(damped, elastic) << share << " " << radius;
        }
}

// How deep the points of one solid come into the other, where both are boxes that hardly bend.
double depth_between(const Solid& lower, const Solid& upper) {
    double top = -1e9, bottom = 1e9;
    for (Index i = 0; i < lower.size(); ++i) top = std::max<double>(top, lower.position(i).y());
    for (Index i = 0; i < upper.size(); ++i) bottom = std::min<double>(bottom, upper.position(i).y());
    return top + kSpacing - bottom;
}

TEST(SolidContact, NothingPassesThroughAtATwentiethOfTheSpeedOfSound) {
    std::vector<SolidSetup> plates;
    plates.push_back(box("lower", {8, 3, 8}, Vec3(0, 0, 0)));
    plates.push_back(box("upper", {7, 3, 7}, Vec3(0.013f, 0.065f, 0.007f)));
    const auto v = static_cast<Real>(0.025 * sound());
    set_velocity(plates[0], Vec3(0, v, 0));
    set_velocity(plates[1], Vec3(0, -v, 0));
    SoleSolver<SolidSolver> solver(together(std::move(plates)));
    double deepest = -1.0;
    for (int k = 0; k < 150; ++k) {
        solver.step(1.0);
        deepest = std::max(deepest, depth_between(solver->solids()[0], solver->solids()[1]));
    }
    EXPECT_GT(deepest, 0.0);
    EXPECT_LT(deepest, 0.5 * kSpacing);
    EXPECT_GT((velocity_of(solver->solids()[1]) - velocity_of(solver->solids()[0])).y(), v);
}

ForceFields drag_until(double time) {
    ForceField drag;
    drag.force = WindForce{Vec3::Zero(), 30.0f};
    drag.stop = time;
    return {{drag}, Vec3d::Zero()};
}

TEST(SolidContact, AStackOfTwoRests) {
    std::vector<SolidSetup> blocks;
    blocks.push_back(box("lower", {5, 4, 5}, Vec3(0, 0, 0)));
    blocks.push_back(box("upper", {4, 4, 4}, Vec3(0.013f, 0.08f, 0.007f)));
    SolidsSetup setup = together(std::move(blocks));
    setup.walls.min.y() = 0.0f;
    setup.gravity = Vec3(0, -9.81f, 0);
    setup.forces = drag_until(0.5);  // matter itself rings on
    SoleSolver<SolidSolver> solver(setup);
    const auto centre = [&](int k) { return centre_of(solver->solids()[k]); };
    const std::array before{centre(0), centre(1)};
    solver.run_until(1.0);
    for (const int k : {0, 1}) {
        EXPECT_LT((centre(k) - before[k]).norm(), 0.15 * kSpacing) << k;
        EXPECT_LT(velocity_of(solver->solids()[k]).norm(), 2e-3) << k;
    }
    const auto [loads, seconds] = solver.world().take_loads();
    EXPECT_NEAR(loads.walls.impulse.y(), -9.81 * sum_of(*solver).mass * seconds, 0.01 * 9.81 * seconds);
}

// A block on another one that is held: down a slope it stays, or slides with g (sin - mu cos).
struct Slide {
    double way;    // m
    double speed;  // gained, m/s
};
Slide slid_on_solid(Real friction, double seconds) {
    std::vector<SolidSetup> blocks;
    blocks.push_back(box("slope", {20, 3, 6}, Vec3(0, 0, 0)));
    blocks.push_back(box("block", {6, 4, 4}, Vec3(0.033f, 0.06f, 0.021f)));
    blocks[0].held.emplace_back();
    std::ranges::fill(blocks[0].particles.get<IndexColumn>("held").span(), 0);
    for (SolidSetup& one : blocks) one.friction = friction;
    SolidsSetup setup = together(std::move(blocks));
    const Real slope = 30.0f * std::numbers::pi_v<Real> / 180.0f;
    setup.gravity = 9.81f * Vec3(std::sin(slope), -std::cos(slope), 0.0f);
    setup.forces = drag_until(0.4);  // until it has come to rest on the slope, or slides without shaking
    SoleSolver<SolidSolver> solver(setup);
    solver.run_until(0.4);
    const Solid& block = solver->solids()[1];
    const Vec3d place = centre_of(block), velocity = velocity_of(block);
    solver.run_until(0.4 + seconds);
    return {(centre_of(block) - place).norm(), (velocity_of(block) - velocity).x()};
}

TEST(SolidContact, ABlockOnAHeldSolidStaysOrSlidesAsFrictionSays) {
    EXPECT_LT(slid_on_solid(0.8f, 0.3).way, 5e-4);
    const double rate = 9.81 * (0.5 - 0.2 * std::sqrt(0.75));
    EXPECT_NEAR(slid_on_solid(0.2f, 0.2).speed, 0.2 * rate, 0.03 * 0.2 * rate);
}

TEST(SolidContact, IsTheSameForAnyThreadsAndAfterAState) { expect_same_contacts(oblique, 20, 20); }

// A bar that a notch has cut through, whose halves are thrown at one another.
SolidsSetup halves() {
    SolidSetup bar = box("bar", {12, 5, 5}, Vec3(0, 0, 0));
    bar.fracture.emplace();
    bar.fracture->strength = bar.fracture->toughness = 1e9f;
    bar.fracture->notches.push_back({Vec3(0.121f, -1, -1), Vec3(0, 2, 0), Vec3(0, 0, 2)});
    for (Index i = 0; i < bar.particles.size(); ++i) {
        const Vec3 x = bar.particles.positions()[i];
        const bool left = x.x() < 0.121f;
        bar.particles.get<Vec3Column>("v").set(
            i,
            Vec3(left ? 0.3f : -0.3f, 0, 0) + cross(Vec3(left ? 2.0f : -1.0f, 0, 0), Vec3(x - Vec3(0, 0.05f, 0.05f))));
    }
    return alone(std::move(bar));
}

TEST(SolidContact, FragmentsPushOneAnotherAndKeepBothMomenta) {
    SoleSolver<SolidSolver> solver(halves());
    const Solid& bar = solver->solids()[0];
    ASSERT_EQ(bar.fracture()->fragments().count(), 2);
    const Balance before = sum_of(*solver);
    double nearest = 1.0;
    for (int k = 0; k < 120; ++k) {
        solver.step(1.0);
        double left = -1.0, right = 1.0;
        for (Index i = 0; i < bar.size(); ++i) {
            const bool first = bar.elasticity().shape().place(i).x() < 0.121f;
            (first ? left : right) =
                first ? std::max<double>(left, bar.position(i).x()) : std::min<double>(right, bar.position(i).x());
        }
        nearest = std::min(nearest, right - left);
    }
    EXPECT_GT(nearest, 0.5 * kSpacing);
    const Balance after = sum_of(*solver);
    double apart = 0.0;
    for (Index i = 0; i < bar.size(); ++i)
        apart += bar.velocity(i).x() * (bar.elasticity().shape().place(i).x() < 0.121f ? -1.0 : 1.0) / bar.size();
    EXPECT_GT(apart, 0.15);
    const double momentum = std::sqrt(2.0 * before.mass * before.kinetic_energy);
    EXPECT_LT((after.momentum - before.momentum).norm(), 2e-6 * momentum);
    EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(), 4e-6 * momentum * 0.1);
    EXPECT_NEAR(energy_of(after), energy_of(before), 0.02 * before.kinetic_energy);
}

}  // namespace
}  // namespace lamella
