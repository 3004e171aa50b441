// Bodies that answer to the pressure while it is solved for.
#include "test_liquid.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/sph/sph_operators.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.1f;

// A cube of 4^3 boundary particles that hangs in the middle of a block of liquid, and answers.
struct Pool {
    explicit Pool(double mass = 100.0) {
        setup = block_in_tank({10, 10, 10}, {10, 10, 10}, kSpacing);
        Body cube;
        cube.name = "cube";
        cube.motion = MovedBySolver{};
        for (int k = 0; k < 64; ++k)
            cube.samples.emplace_back(kSpacing *
                                      (Vec3i(k % 4, k / 4 % 4, k / 16).cast<Real>() + Vec3(3.6f, 3.4f, 3.5f)));
        cube.rest_distance = [](const Vec3& p) { return (p - Vec3(0.51f, 0.49f, 0.5f)).cwiseAbs().maxCoeff() - 0.2f; };
        setup.bodies.push_back(cube);
        now = states_at(setup.bodies, 0.0);
        BodyState& state = now.of[0];
        state.answer.centre = Vec3d(0.52, 0.5, 0.47);
        state.answer.inverse_mass = Vec3d::Constant(1.0 / mass);
        Mat3d inertia;
        inertia << 3, 0.2, 0, 0.2, 2, 0.1, 0, 0.1, 4;
        state.answer.inverse_inertia = 100.0 / mass * inertia;
        const auto& x = setup.particles.positions();
        std::vector<Vec3> wet;
        for (Index i = 0; i < x.size(); ++i)
            if (cube.rest_distance(x[i]) > 0.2f * kSpacing)
                wet.emplace_back(x[i] + 0.1f * kSpacing * random_in_cube(3, 1, static_cast<std::uint64_t>(i)));
        setup.particles = {};
        setup.particles.resize(static_cast<Index>(wet.size()));
        auto& places = setup.particles.add<Vec3Column>("P");
        for (Index i = 0; i < places.size(); ++i) places.set(i, wet[static_cast<std::size_t>(i)]);
    }

    // The liquid with everything found.
    SphLiquid liquid() const {
        SphLiquid made(setup, SphKernel{KernelKind::cubic_spline, 2.0f * kSpacing}, setup.walls, setup.bodies);
        made.particles = setup.particles;
        for (const char* column : {"v", "acceleration"}) made.particles.add<Vec3Column>(column);
        for (const char* column : {"density", "pressure"}) made.particles.add<ScalarColumn>(column);
        made.particles.add<IndexColumn>("phase");
        return made;
    }
    void prepare(SphLiquid& made) const {
        made.find_neighbours(now);
        made.compute_density();
        made.push.start(made);
        made.coupling.find(made, made.push.near(), now);
    }

    SphSetup setup;
    BodyStates now;
};

std::vector<Real> some_pressures(Index n) {
    std::vector<Real> p;
    for (Index i = 0; i < n; ++i)
        p.push_back(500.0f + 400.0f * random_in_cube(5, 2, static_cast<std::uint64_t>(i)).x());
    return p;
}

// What each pair of a particle and a boundary particle gives the cube, at the place of the latter.
struct PairSum {
    Vec3d impulse = Vec3d::Zero();
    Vec3d turn = Vec3d::Zero();
};
template <class F>
void for_each_pair(const SphLiquid& liquid, F&& f) {
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (!set.moves) continue;
        for (Index i = 0; i < liquid.size(); ++i)
            for (Index b = 0; b < set.particles.size(); ++b) {
                const Vec3 x = liquid.places.vec(i) - set.places.vec(b);
                if (x.norm() < liquid.support)
                    f(i, set.places.vec(b), set.places.w(b) * liquid.kernel.slope_over_r(x.norm()) * x);
            }
    }
}

TEST(RigidCoupling, gives_a_body_the_pushes_of_all_pairs) {
    const Pool pool;
    SphLiquid liquid = pool.liquid();
    pool.prepare(liquid);
    const std::vector<Real> p = some_pressures(liquid.size());
    constexpr double kStep = 0.01;
    const BodyAnswer& answer = pool.now.of[0].answer;
    PairSum sum;
    for_each_pair(liquid, [&](Index i, const Vec3& at, const Vec3& slope) {
        const Vec3d push =
            std::pow(double{kSpacing}, 3) * kStep * p[static_cast<std::size_t>(i)] * slope.cast<double>();
        sum.impulse += push;
        sum.turn += cross(Vec3d(at.cast<double>() - answer.centre), push);
    });
    const Vec3d velocity = answer.inverse_mass.cwiseProduct(sum.impulse), spin = answer.inverse_inertia * sum.turn;
    std::vector<double> expected(static_cast<std::size_t>(liquid.size()), 0.0);
    for_each_pair(liquid, [&](Index i, const Vec3& at, const Vec3& slope) {
        const Vec3d moved = velocity + cross(spin, Vec3d(at.cast<double>() - answer.centre));
        expected[static_cast<std::size_t>(i)] += moved.dot(slope.cast<double>());
    });
    liquid.coupling.expect_no_change();
    liquid.coupling.answer(p, kStep);
    double largest = 0.0;
    for (const double e : expected) largest = std::max(largest, std::abs(e));
    ASSERT_GT(largest, 0.0);
    for (Index i = 0; i < liquid.size(); ++i)
        EXPECT_NEAR(liquid.coupling.give_way(i), expected[static_cast<std::size_t>(i)], 1e-4 * largest);
}

// p . (w M^-1 w^T p) is at most the sum of p_i^2 times the bounds of the rows, whatever p.
TEST(RigidCoupling, bounds_what_the_answers_add_to_the_matrix) {
    const Pool pool(1.0);
    SphLiquid liquid = pool.liquid();
    pool.prepare(liquid);
    for (const bool like_its_row : {false, true}) {
        std::vector<Real> p = some_pressures(liquid.size());
        if (like_its_row)
            for (Index i = 0; i < liquid.size(); ++i) p[static_cast<std::size_t>(i)] = liquid.response.vec(i).y();
        liquid.coupling.expect_no_change();
        liquid.coupling.answer(p, 1.0);
        double product = 0.0, bound = 0.0;
        for (Index i = 0; i < liquid.size(); ++i) {
            const double q = p[static_cast<std::size_t>(i)];
            product += q * liquid.coupling.give_way(i);
            bound += q * q * liquid.coupling.diagonal(i);
        }
        EXPECT_GT(product, 0.0);
        EXPECT_LE(product, bound);
    }
}

TEST(RigidCoupling, adds_what_the_liquid_gave_before_and_what_else_acts) {
    Pool pool;
    pool.now.of[0].answer.acceleration = Vec3d(0, -9.81, 0);
    SphLiquid liquid = pool.liquid();
    pool.prepare(liquid);
    BodyLoads given(1);
    given.on[0].impulse = Vec3d(0, 100.0 * 9.81 * 0.01, 0);  // holds it
    given.on[0].angular = cross(pool.now.of[0].answer.centre, given.on[0].impulse);
    liquid.coupling.expect(given, 0.01);
    for (Index i = 0; i < liquid.size(); ++i) EXPECT_NEAR(liquid.coupling.give_way(i), 0.0f, 1e-5f);
}

// What a liquid gives to walls and bodies is what it loses, also where a particle touches both.
TEST(RigidCoupling, exchanges_what_sums_to_nothing) {
    Pool pool;
    pool.setup.gravity = Vec3::Zero();
    pool.setup.probed.wall_loads = true;
    SphSolver solver(pool.setup);
    double largest = 0.0;
    for (int step = 0; step < 5; ++step) {
        const auto momentum = [&] { return sum_of(solver.balances(Vec3d::Zero())).momentum; };
        const Vec3d before = momentum();
        pool.now.of[0].drift = Vec3d(0.3, -0.5, 0.2);
        const double dt = std::min(solver.longest_step(pool.now), 0.002);
        BodyLoads loads(1);
        ASSERT_EQ(solver.try_step({dt, pool.now, pool.now, loads}), StepOutcome::done);
        const Vec3d lost = before - momentum(), given = loads.on[0].impulse + loads.walls.impulse;
        const double size = loads.on[0].impulse.norm() + loads.walls.impulse.norm();
        largest = std::max(largest, size);
        EXPECT_LT((lost - given).norm(), 1e-5 * std::max(size, largest)) << step;
    }
    EXPECT_GT(largest, 0.0);
}

// A cube in oil without walls, and one implicit step of the viscosity alone.
struct ViscousStep {
    Vec3d velocity;  // of the cube
    BodyLoad load;
    Vec3d lost;  // momentum of the oil

    ViscousStep(Pool pool, Real viscosity, const Vec3& oil, double dt) {
        pool.setup.walls.clear();
        pool.setup.materials[0].viscosity = viscosity;
        SphLiquid liquid = pool.liquid();
        auto& v = liquid.particles.get<Vec3Column>("v");
        for (Index i = 0; i < v.size(); ++i) v.set(i, oil);
        pool.prepare(liquid);
        liquid.coupling.expect(BodyLoads(1), dt);
        ViscosityWeiler2018 solve({.tolerance = 1e-6f, .max_iterations = 2000}, liquid);
        EXPECT_TRUE(solve.smooth(liquid, dt).converged);
        load = liquid.push.loads(liquid, dt).on[0];
        const BodyState& cube = pool.now.of[0];
        velocity = cube.drift + dt * cube.answer.acceleration + cube.answer.inverse_mass.cwiseProduct(load.impulse);
        const double mass = std::pow(double{kSpacing}, 3) * double{liquid.rest_density};
        lost = Vec3d::Zero();
        for (Index i = 0; i < v.size(); ++i) lost += mass * (oil - v[i]).cast<double>();
    }
};

// What weighs a tenth of the oil in its place is taken along, whatever the viscosity, and not thrown back.
TEST(RigidCoupling, viscosity_does_not_throw_a_light_body_back) {
    for (const Real viscosity : {1e2f, 1e3f, 1e4f}) {
        Pool pool(6.4);
        pool.now.of[0].drift = Vec3d(1, 0, 0);
        const ViscousStep step(pool, viscosity, Vec3::Zero(), 0.004);
        EXPECT_GT(step.velocity.x(), 0.0) << viscosity;
        EXPECT_LT(step.velocity.x(), 0.6) << viscosity;
        EXPECT_LT((step.lost - step.load.impulse).norm(), 1e-5 * step.load.impulse.norm()) << viscosity;
    }
}

// A body that falls freely with the oil around it feels no viscosity.
TEST(RigidCoupling, viscosity_sees_that_bodies_fall) {
    constexpr double kStep = 0.004;
    Pool pool(64.0);
    pool.now.of[0].answer.acceleration = Vec3d(0, -9.81, 0);
    const Vec3 falls(0, static_cast<Real>(-9.81 * kStep), 0);
    EXPECT_LT(ViscousStep(pool, 1e3f, falls, kStep).load.impulse.norm(), 1e-3 * 64.0 * 9.81 * kStep);
}

TEST(RigidCoupling, gives_the_same_bits_for_any_number_of_threads) {
    const Pool pool;
    std::vector<Real> first;
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        SphLiquid liquid = pool.liquid();
        pool.prepare(liquid);
        liquid.coupling.expect_no_change();
        liquid.coupling.answer(some_pressures(liquid.size()), 0.01);
        std::vector<Real> found;
        for (Index i = 0; i < liquid.size(); ++i) {
            found.push_back(liquid.coupling.give_way(i));
            found.push_back(liquid.coupling.diagonal(i));
        }
        if (first.empty()) first = found;
        EXPECT_EQ(found, first);
    }
}

}  // namespace
}  // namespace lamella
