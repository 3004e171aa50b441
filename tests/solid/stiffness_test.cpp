// Matter that is not the same in all directions.
#include "solid_blocks.hpp"

#include <lamella/core/error.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/solid/stiffness_parameters.hpp>

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <array>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// Wood, in units of its stiffest modulus.
OrthotropicStiffness wood(const Vec3& rotation = Vec3::Zero()) {
    OrthotropicStiffness s;
    s.youngs_moduli = Vec3(1.0f, 0.1f, 0.06f);
    s.poisson_ratios = Vec3(0.4f, 0.35f, 0.3f);
    s.shear_moduli = Vec3(0.02f, 0.06f, 0.08f);
    s.rotation = rotation;
    return s;
}

SolidMatter matter_of(const MaterialLaws::Parameters& law, const Stiffness& stiffness) {
    SolidMatter matter;
    matter.elastic = elastic_constants(stiffness, 1.0f, 0.3f);
    matter.density = 1.0f;
    matter.material = law;
    return matter;
}

class GivenStiffness : public testing::TestWithParam<std::size_t> {
protected:
    MaterialLaws::Parameters law() const { return every_alternative<MaterialLaws::Parameters>()[GetParam()]; }
    MaterialLaws::Method method(const Stiffness& s) const {
        return MaterialLaws::make(law(), elastic_constants(s, 1.0f, 0.3f));
    }
};
INSTANTIATE_TEST_SUITE_P(Stiffness, GivenStiffness, testing::Values(0, 1));

TEST_P(GivenStiffness, ForcesAreTheGradientOfTheEnergy) {
    Bent bent(block({5, 5, 5}, 0.2f, matter_of(law(), wood(Vec3(20, 30, 50))), Vec3::Zero(), 0.15f));
    bent.bend(wave);
    EXPECT_LT(error_of_gradient(bent), 1e-4);
}

TEST_P(GivenStiffness, TurnedMatterHasTurnedForcesWithoutAMoment) {
    Bent bent(block({6, 4, 5}, 0.2f, matter_of(law(), wood(Vec3(0, 0, 40)))));
    Motion turn;
    turn.keys.push_back({0.0f, Vec3::Zero(), Vec3(40.0f, 100.0f, -70.0f)});
    const RigidTransform pose = turn.at(0.0);
    bent.bend([&](const Vec3& X) -> Vec3 { return pose.apply(X) - X; });
    for (const Vec3& force : bent.forces()) EXPECT_LT(force.norm(), 1e-6f);
    bent.bend(wave);
    const auto before = bent.forces();
    bent.bend([&](const Vec3& X) -> Vec3 { return pose.apply(X + wave(X)) - X; });
    const auto after = bent.forces();
    Vec3d moment = Vec3d::Zero();
    double sizes = 0.0;
    for (Index i = 0; i < bent.u.size(); ++i) {
        EXPECT_LT((after[i] - pose.rotation * before[i]).norm(), 2e-6f);
        const Vec3d x = (bent.elasticity.shape().place(i) + bent.u.vec(i)).cast<double>(), f = after[i].cast<double>();
        moment += cross(x, f);
        sizes += f.norm();
    }
    EXPECT_LT(moment.norm(), 2e-6 * sizes);
}

// Stretched along x with free sides: Young's modulus of a bar whose fibres lie at an angle.
double modulus_along_x(const MaterialLaws::Method& law) {
    return std::visit(
        [](const auto& l) {
            using Law = std::remove_cvref_t<decltype(l)>;
            const Real stretch = 1e-4f;
            Mat3 G = Mat3::Zero();
            G(0, 0) = stretch;
            const std::array<std::array<int, 2>, 5> free{{{1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
            const auto residual = [&](const Mat3& g) {
                const Mat3 P = typename Law::Trial(l, g, Law::at_rest()).stress();
                Eigen::Matrix<double, 5, 1> r;
                for (int k = 0; k < 5; ++k) r[k] = P(free[k][0], free[k][1]);
                return r;
            };
            for (int newton = 0; newton < 4; ++newton) {  // the law is linear for such strains
                const auto r = residual(G);
                Eigen::Matrix<double, 5, 5> slope;
                for (int k = 0; k < 5; ++k) {
                    Mat3 there = G;
                    there(free[k][0], free[k][1]) += stretch;
                    if (free[k][0] != free[k][1]) there(free[k][1], free[k][0]) += stretch;
                    slope.col(k) = (residual(there) - r) / stretch;
                }
                const Eigen::Matrix<double, 5, 1> step = slope.partialPivLu().solve(r);
                for (int k = 0; k < 5; ++k) {
                    const auto change = static_cast<Real>(step[k]);
                    G(free[k][0], free[k][1]) -= change;
                    if (free[k][0] != free[k][1]) G(free[k][1], free[k][0]) -= change;
                }
            }
            return static_cast<double>(typename Law::Trial(l, G, Law::at_rest()).stress()(0, 0) / stretch);
        },
        law);
}

TEST_P(GivenStiffness, ABarOfTurnedFibresHasTheModulusOfTheAngle) {
    for (const double degrees : {0.0, 15.0, 30.0, 45.0, 60.0, 90.0}) {
        const double c = std::cos(degrees * std::numbers::pi / 180.0), s = std::sin(degrees * std::numbers::pi / 180.0);
        const OrthotropicStiffness w = wood(Vec3(0, 0, static_cast<Real>(degrees)));
        const double E1 = w.youngs_moduli[0], E2 = w.youngs_moduli[1], G12 = w.shear_moduli[2],
                     nu12 = w.poisson_ratios[2];
        const double exact =
            1.0 / (c * c * c * c / E1 + s * s * s * s / E2 + (1.0 / G12 - 2.0 * nu12 / E1) * s * s * c * c);
        EXPECT_NEAR(modulus_along_x(method(w)), exact, 2e-3 * exact) << degrees;
    }
}

TEST_P(GivenStiffness, AMatrixThatKnowsNoDirectionsIsTheIsotropicLaw) {
    MatrixStiffness m;
    const ElasticConstants constants{2.0f, 0.25f};
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) m.rows[k][j] = constants.lame();
        m.rows[k][k] += 2.0f * constants.shear();
        m.rows[3 + k][3 + k] = constants.shear();
    }
    m.rotation = Vec3(10, 20, 30);
    const ElasticConstants same = elastic_constants(m, 1.0f, 0.3f);
    EXPECT_NEAR(same.youngs_modulus, 2.0f, 1e-5f);
    EXPECT_NEAR(same.poisson_ratio, 0.25f, 1e-6f);
    Mat3 G;
    G << 0.1f, 0.02f, -0.03f, 0.04f, -0.1f, 0.01f, 0.02f, 0.05f, 0.07f;
    const auto stress = [&](const ElasticConstants& c) {
        return std::visit(
            [&](const auto& l) {
                using Law = std::remove_cvref_t<decltype(l)>;
                const typename Law::Trial trial(l, G, Law::at_rest());
                EXPECT_GT(trial.stiffness(), 0.9f);
                return trial.stress();
            },
            MaterialLaws::make(law(), c));
    };
    EXPECT_LT((stress(same) - stress(constants)).norm(), 1e-5f * stress(constants).norm());
}

// Sound along the fibres is faster than the mean: steps follow it, and the energy stays.
TEST_P(GivenStiffness, ABlockOfWoodRingsAndKeepsItsEnergy) {
    SolidSetup setup = block({6, 6, 6}, 1.0f, matter_of(law(), wood(Vec3(0, 0, 30))));
    for (Index i = 0; i < setup.particles.size(); ++i)
        setup.particles.get<Vec3Column>("v").set(i, Vec3(0.01f * (setup.particles.positions()[i].x() - 3.0f),
                                                         0.01f * setup.particles.positions()[i].z(), 0));
    SoleSolver<SolidSolver> solver(alone(std::move(setup)));
    const auto balance = [&] { return solver->balances(Vec3d::Zero()).at("block"); };
    const double before = balance().kinetic_energy;
    for (int k = 0; k < 300; ++k) solver.step(1e9);
    const Balance after = balance();
    EXPECT_NEAR(after.kinetic_energy + *after.elastic_energy, before, 5e-3 * before);
    EXPECT_GT(*after.elastic_energy, 0.0);
}

TEST(Stiffness, IsRefusedWhereItIsNone) {
    MatrixStiffness m;
    for (int k = 0; k < 6; ++k) m.rows[k][k] = 1.0f;
    EXPECT_NO_THROW(elastic_constants(m, 1.0f, 0.3f));
    const auto words = [&] {
        try {
            elastic_constants(m, 1.0f, 0.3f);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    m.rows[0][1] = 0.5f;
    EXPECT_NE(words().find("not symmetric: row 2, column 1"), std::string::npos) << words();
    m.rows[1][0] = 0.5f;
    EXPECT_EQ(words(), "");
    m.rows[0][1] = m.rows[1][0] = 1.5f;
    EXPECT_NE(words().find("not positive definite"), std::string::npos) << words();
    OrthotropicStiffness w = wood();
    w.poisson_ratios[2] = 4.0f;  // above the root of E1 / E2
    EXPECT_THROW(elastic_constants(w, 1.0f, 0.3f), InputError);
}

}  // namespace
}  // namespace lamella
