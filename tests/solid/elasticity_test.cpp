#include "solid_blocks.hpp"

#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace lamella {
namespace {

SolidMatter matter_of(const MaterialLaws::Parameters& law, Real E = 1.0f, Real nu = 0.3f) {
    SolidMatter matter;
    matter.elastic = {E, nu};
    matter.density = 1.0f;
    matter.material = law;
    return matter;
}

class EveryLaw : public testing::TestWithParam<std::size_t> {
protected:
    MaterialLaws::Parameters law() const { return every_alternative<MaterialLaws::Parameters>()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Solid, EveryLaw, testing::Values(0, 1));

// The work of the forces on a small way is what the energy loses on it; on a jittered block whose supports differ.
TEST_P(EveryLaw, ForcesAreTheGradientOfTheEnergy) {
    Bent bent(block({5, 5, 5}, 0.2f, matter_of(law()), Vec3::Zero(), 0.15f));
    bent.bend(wave);
    EXPECT_LT(error_of_gradient(bent), 2e-5);
}

TEST_P(EveryLaw, ForcesHaveNeitherSumNorMoment) {
    Bent bent(block({6, 4, 5}, 0.2f, matter_of(law()), Vec3::Zero(), 0.1f));
    bent.bend(wave);
    expect_balanced(bent);
}

// What is turned is not strained: the transform of the rest shape (5.4.3) is not needed.
TEST_P(EveryLaw, NothingComesOfATurn) {
    Bent bent(block({5, 5, 5}, 0.2f, matter_of(law())));
    Motion turn;
    turn.keys.push_back({0.0f, Vec3(0.1f, 0.2f, -0.3f), Vec3(40.0f, 100.0f, -70.0f)});
    const RigidTransform pose = turn.at(0.0);
    bent.bend([&](const Vec3& X) -> Vec3 { return pose.apply(X) - X; });
    for (const Vec3& force : bent.forces()) EXPECT_LT(force.norm(), 1e-6f);
    EXPECT_LT(std::abs(bent.elasticity.energy(bent.u).elastic), 1e-9);
    // and a strained one has turned forces
    bent.bend(wave);
    const auto before = bent.forces();
    bent.bend([&](const Vec3& X) -> Vec3 { return pose.apply(X + wave(X)) - X; });
    const auto after = bent.forces();
    for (std::size_t i = 0; i < after.size(); ++i) EXPECT_LT((after[i] - pose.rotation * before[i]).norm(), 2e-6f);
}

// A stretched block has the stress of the law everywhere, and sound goes as the constants say.
TEST(Elasticity, AUniformStrainHasTheStressOfTheConstants) {
    Bent bent(block({6, 6, 6}, 1.0f / 6.0f, matter_of(StVenant::Parameters(), 2.0f, 0.25f)));
    bent.bend([](const Vec3& X) -> Vec3 { return {1e-3f * X.x(), 0.0f, 0.0f}; });
    const double strain = 1e-3 + 0.5e-6;
    EXPECT_NEAR(bent.elasticity.energy(bent.u).elastic, 0.5 * 2.4 * strain * strain, 1e-6 * 2.4 * strain * strain);
}

// The softest modes of a free cube after the six rigid ones are those of a cube (2.83 sound speeds of shear a length),
// not ones that alternate from particle to particle.
TEST(Elasticity, ACubeHasNoSoftModes) {
    const Real d = 1.0f / 6.0f;
    const SolidMatter matter = matter_of(StVenant::Parameters());
    Bent bent(block({6, 6, 6}, d, matter));
    const Index n = 3 * bent.u.size();
    const Real step = 1e-5f;
    Eigen::MatrixXd K(n, n);
    for (Index column = 0; column < n; ++column) {
        bent.bend([](const Vec3&) -> Vec3 { return Vec3::Zero(); });
        bent.u.set(column / 3, step * Vec3::Unit(column % 3), 0.0f);
        const auto forces = bent.forces();
        for (Index row = 0; row < n; ++row) K(row, column) = -forces[row / 3][row % 3] / step;
    }
    const double mass = d * d * d;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 / mass * (K + K.transpose()),
                                                                Eigen::EigenvaluesOnly);
    const double shear = std::sqrt(matter.elastic.shear());
    const auto frequency = [&](Index k) { return std::sqrt(std::max(solver.eigenvalues()[k], 0.0)) / shear; };
    EXPECT_LT(frequency(5), 0.05);
    EXPECT_GT(frequency(6), 0.8 * 2.83);
    EXPECT_LT(frequency(6), 1.15 * 2.83);
    EXPECT_LT(0.6 * std::sqrt(solver.eigenvalues()[n - 1]) * d / std::sqrt(matter.elastic.pressure_wave()), 1.5);
}

// A block that is drawn out to twice its length and has flowed there: ways at rest are as long as they are now.
TEST(NeoHooke, WaysFollowTheFlow) {
    SolidMatter matter = matter_of(NeoHooke::Parameters());
    matter.plasticity = CreepKeiser2006::Parameters{0.0f, 1000.0f, 10.0f};
    Bent bent(block({4, 4, 4}, 0.25f, matter));
    EXPECT_FLOAT_EQ(bent.elasticity.flowed_length({0.3f, 0.4f, 0.0f}, 0), 0.5f);
    const Real across = std::sqrt(0.5f);
    bent.bend([&](const Vec3& X) -> Vec3 { return {X.x(), (across - 1.0f) * X.y(), (across - 1.0f) * X.z()}; });
    bent.elasticity.find_stresses(bent.u, 1.0f);
    EXPECT_NEAR(bent.elasticity.flowed_length({1.0f, 0.0f, 0.0f}, 20), 2.0f, 1e-3f);
    EXPECT_NEAR(bent.elasticity.flowed_length({0.0f, 1.0f, 0.0f}, 20), across, 1e-3f);
}

// Uniaxial compression of St. Venant's material becomes ever harder, down to a third.
TEST(StVenant, DoesNotGiveWayUnderPressure) {
    const ElasticConstants constants{1.0f, 0.3f};
    const StVenant law({}, constants);
    Real before = 0.0f, across = 0.0f;
    for (Real stretch = 0.99f; stretch > 0.3f; stretch -= 0.01f) {
        Mat3 G = Mat3::Zero();
        G(0, 0) = stretch - 1.0f;
        const auto stress = [&](Real a) {
            G(1, 1) = G(2, 2) = a;
            return StVenant::Trial(law, G, StVenant::at_rest()).stress();
        };
        Real low = -0.5f, high = 2.0f;  // free at its sides
        for (int k = 0; k < 50; ++k) (stress(across = 0.5f * (low + high))(1, 1) > 0.0f ? high : low) = across;
        const Real force = stress(across)(0, 0);
        EXPECT_LT(force, before) << stretch;
        before = force;
    }
}

TEST(RestShape, RefusesAPlaneAndAChain) {
    const SolidMatter matter = matter_of(StVenant::Parameters());
    EXPECT_THROW(Bent(block({5, 5, 1}, 0.1f, matter)), InputError);
    EXPECT_THROW(Bent(block({9, 1, 1}, 0.1f, matter)), InputError);
    EXPECT_NO_THROW(Bent(block({5, 5, 2}, 0.1f, matter)));
}

}  // namespace
}  // namespace lamella
