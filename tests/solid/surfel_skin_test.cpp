// The surfels of solids that break.
#include "solid_blocks.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/geometry/shapes/box_lattice.hpp>
#include <lamella/matter/state_copy.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lamella {
namespace {

const Vec3 kSize(10.0f, 4.0f, 4.0f);
constexpr Real kCut = 5.1f;  // x of a notch through everything

// What lies beyond the notch flies off, if there is one.
SolidSetup cut_bar(bool notched) {
    SolidMatter matter;
    matter.elastic = {1e5f, 0.3f};
    SolidSetup setup = block({10, 4, 4}, 1.0f, matter);
    setup.mesh =
        box_lattice_mesh(Vec3i(5, 2, 2), [](const Vec3d& u) { return Vec3d(u.cwiseProduct(kSize.cast<double>())); });
    setup.surfels = SurfelParameters{};
    setup.distance = [](const Vec3& p) {
        const Vec3 q = (p - 0.5f * kSize).cwiseAbs() - 0.5f * kSize;
        return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
    };
    FractureParameters fracture;
    fracture.strength = 1e5f;
    fracture.toughness = 100.0f;
    if (notched) fracture.notches.push_back({Vec3(kCut, -1, -1), Vec3(0, 6, 0), Vec3(0, 0, 6)});
    setup.fracture = fracture;
    for (Index i = 0; i < setup.particles.size(); ++i)
        if (setup.particles.positions()[i].x() > kCut) setup.particles.get<Vec3Column>("v").set(i, Vec3(20, 3, 0));
    return setup;
}

struct Bar {
    explicit Bar(bool notched = true) : solver(alone(cut_bar(notched))) {}
    void run(double time) { solver.run_until(time); }
    const ParticleSet& shown() const { return solver->solids()[0].surfel_skin().shown(); }
    SoleSolver<SolidSolver> solver;
};

TEST(SurfelSkin, FollowsTheFragmentsAndFacesAppear) {
    Bar bar;
    bar.run(0.1);
    const ParticleSet& shown = bar.shown();
    const auto &rest = shown.get<Vec3Column>("rest"), &n = shown.get<Vec3Column>("N");
    const auto& inside = shown.get<ScalarColumn>("inside");
    const auto& fragment = shown.get<IndexColumn>("fragment");
    int left = 0, right = 0;
    for (Index k = 0; k < shown.size(); ++k) {
        const Vec3 m = rest[k];
        const bool is_face = inside[k] > 0.5f;
        const bool beyond = is_face ? n[k].x() < 0.0f : m.x() > kCut;
        EXPECT_LT((shown.positions()[k] - m - (beyond ? Vec3(2.0f, 0.3f, 0.0f) : Vec3(0, 0, 0))).norm(), 1e-4f);
        EXPECT_EQ(fragment[k] == fragment[0], beyond == (rest[0].x() > kCut));
        if (!is_face) continue;
        EXPECT_NEAR(m.x(), kCut, 1e-5f);
        EXPECT_GT(std::abs(n[k].x()), 1.0f - 1e-4f);
        ++(beyond ? right : left);
    }
    EXPECT_EQ(left, right);
    EXPECT_GT(left, 4 * 4 / (0.25 * 0.25));
}

// Discs do not reach across the gap between the halves, nor do faces stick out of them.
TEST(SurfelSkin, CracksCutDiscs) {
    Bar bar;
    bar.run(0.1);
    const ParticleSet& shown = bar.shown();
    const auto &t1 = shown.get<Vec3Column>("t1"), &t2 = shown.get<Vec3Column>("t2");
    for (Index k = 0; k < shown.size(); ++k)
        for (int step = 0; step < 16; ++step) {
            const Real a = std::cos(0.3927f * static_cast<Real>(step)), b = std::sin(0.3927f * static_cast<Real>(step));
            bool cut = false;
            for (const char* name : {"clip1", "clip2", "clip3"}) {
                const Vec3 clip = shown.get<Vec3Column>(name)[k];
                cut = cut || a * clip[0] + b * clip[1] > clip[2];
            }
            if (cut) continue;
            const Vec3 p = shown.positions()[k] + a * t1[k] + b * t2[k];
            const bool beyond = shown.positions()[k].x() > kCut + 1.0f;
            EXPECT_LT(beyond ? kCut + 2.0f - p.x() : p.x() - kCut, 1e-3f) << shown.positions()[k].transpose();
            const Vec3 home = p - (beyond ? Vec3(2.0f, 0.3f, 0.0f) : Vec3(0, 0, 0));
            EXPECT_LT((home - 0.5f * kSize).cwiseAbs().y(), 0.5f * kSize.y() + 0.02f);
            EXPECT_LT((home - 0.5f * kSize).cwiseAbs().z(), 0.5f * kSize.z() + 0.02f);
        }
}

std::vector<Vec3> torn_with(int threads) {
    const ThreadLimit limit(threads);
    Bar bar(false);
    for (const double time : {0.02, 0.06}) bar.run(time);
    std::vector<Vec3> all;
    for (Index k = 0; k < bar.shown().size(); ++k) all.push_back(bar.shown().positions()[k]);
    return all;
}

TEST(SurfelSkin, TheNumberOfThreadsDoesNotMatterWhileItBreaks) {
    const std::vector<Vec3> one = torn_with(1);
    EXPECT_GT(one.size(), 2600u);  // with faces
    EXPECT_EQ(torn_with(2), one);
    EXPECT_EQ(torn_with(3), one);
}

TEST(SurfelSkin, AStateGoesOnInTheMiddleOfABreak) {
    Bar first(false), second(false);
    first.run(0.02);
    first.run(0.03);
    StateCopy copy;
    copy.keep(first.solver);
    copy.restore(second.solver);
    for (Bar* bar : {&first, &second}) bar->run(0.04);
    ASSERT_EQ(first.shown().size(), second.shown().size());
    for (Index k = 0; k < first.shown().size(); ++k) {
        EXPECT_EQ(first.shown().positions()[k], second.shown().positions()[k]);
        EXPECT_EQ(first.shown().get<Vec3Column>("clip3")[k], second.shown().get<Vec3Column>("clip3")[k]);
    }
}

}  // namespace
}  // namespace lamella
