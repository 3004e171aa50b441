// A sheet of one layer in a frame, drawn together by air pressure and tension (He 2014, Fig. 6).
#include "test_liquid.hpp"

#include <lamella/core/random.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.005f;
constexpr Index kSide = 16;

SphSetup framed_sheet(const ThinFeatures::Parameters& thin) {
    SphSetup setup;
    setup.spacing = kSpacing;
    setup.gravity = Vec3::Zero();
    setup.materials[0].viscosity = 0.5f;
    setup.expected_speed = 0.5f;
    setup.domain.box = {Vec3::Constant(-0.1f), Vec3::Constant(0.2f)};
    setup.parameters.kernel = KernelKind::mueller2003;
    setup.parameters.support = 2.5f;
    setup.parameters.viscosity = ViscosityMueller2003::Parameters{};
    setup.parameters.surface_tension = SurfaceTensionHe2014::Parameters{0.03f, false, false};
    setup.parameters.air_pressure = AirPressureHe2014::Parameters{200.0f};
    setup.parameters.thin_features = thin;
    setup.particles.resize(kSide * kSide);
    auto& x = setup.particles.add<Vec3Column>("P");
    Body frame;
    Index n = 0;
    for (Index a = -3; a < kSide + 3; ++a)
        for (Index b = -3; b < kSide + 3; ++b) {
            const Vec3 p = kSpacing * Vec3(static_cast<Real>(a) + 0.5f, 0.0f, static_cast<Real>(b) + 0.5f);
            const bool inside = a >= 0 && b >= 0 && a < kSide && b < kSide;
            if (!inside) frame.samples.push_back(p);
            if (!inside) continue;
            x.set(n, p + 0.01f * kSpacing * random_in_cube(1, 1, static_cast<std::uint64_t>(n)));
            ++n;
        }
    setup.bodies.push_back(frame);
    return setup;
}

// The diameter of the largest empty circle in the sheet, in spacings; the lattice itself has 1.41.
Real largest_hole(const SphSolver& solver) {
    const auto& x = solver.particles().positions();
    Real hole = 0.0f;
    for (Index a = 0; a <= 4 * kSide; ++a)
        for (Index b = 0; b <= 4 * kSide; ++b) {
            const Vec3 p = 0.25f * kSpacing * Vec3(static_cast<Real>(a), 0, static_cast<Real>(b));
            const Real side = kSpacing * static_cast<Real>(kSide);
            Real nearest = std::min({p.x(), p.z(), side - p.x(), side - p.z()}) + 0.5f * kSpacing;
            for (Index i = 0; i < x.size(); ++i)
                nearest = std::min(nearest, std::hypot(x[i].x() - p.x(), x[i].z() - p.z()));
            hole = std::max(hole, nearest);
        }
    return 2.0f * hole / kSpacing;
}

TEST(ThinFeatures, AFramedSheetTearsWithoutAndHoldsWithThem) {
    SoleSolver<SphSolver> without(framed_sheet(NoThinFeatures::Parameters{}));
    without.run_until(0.3);
    EXPECT_GT(largest_hole(without), 3.0f);
    SoleSolver<SphSolver> with(framed_sheet(ThinFeaturesCorrected::Parameters{}));
    with.run_until(0.6);
    EXPECT_LT(largest_hole(with), 1.8f);
}

TEST(ThinFeatures, AsPrintedTheyOnlyDelayTheTear) {
    SoleSolver<SphSolver> printed(framed_sheet(ThinFeaturesPrinted::Parameters{}));
    printed.run_until(0.6);
    EXPECT_GT(largest_hole(printed), 3.0f);
}

// What they add to the velocities of a cube in one step: nothing inside and on its faces; along its edges, where
// the neighbourhood is thin, little beside what the air pressure adds.
TEST(ThinFeatures, LeaveABodyOfWaterAlone) {
    static constexpr Index kCells = 16;
    const auto after_a_step = [](const ThinFeatures::Parameters& thin) {
        SphSetup setup = block_in_tank({kCells, kCells, kCells}, {kCells, kCells, kCells}, kSpacing);
        setup.walls.clear();
        setup.gravity = Vec3::Zero();
        setup.domain.box = setup.domain.box.padded(1.0f);
        setup.parameters.support = 2.5f;
        setup.parameters.kernel = KernelKind::mueller2003;
        setup.parameters.air_pressure = AirPressureHe2014::Parameters{200.0f};
        setup.parameters.thin_features = thin;
        SoleSolver<SphSolver> solver(std::move(setup));
        solver.step(1e-4);
        return solver->particles();
    };
    const ParticleSet without = after_a_step(NoThinFeatures::Parameters{});
    const ParticleSet with = after_a_step(ThinFeaturesCorrected::Parameters{});
    Real by_air = 0.0f;
    Real at_faces = 0.0f;
    Real at_edges = 0.0f;
    for (Index i = 0; i < with.size(); ++i) {
        const Vec3 v = without.get<Vec3Column>("v")[i];
        const Real difference = (with.get<Vec3Column>("v")[i] - v).norm();
        int faces_near = 0;
        for (int a = 0; a < 3; ++a) {
            const Real x = without.positions()[i][a] / kSpacing;
            faces_near += std::min(x, static_cast<Real>(kCells) - x) < 5.0f ? 1 : 0;  // two supports
        }
        by_air = std::max(by_air, v.norm());
        (faces_near < 2 ? at_faces : at_edges) = std::max(faces_near < 2 ? at_faces : at_edges, difference);
    }
    EXPECT_GT(by_air, 0.0f);
    EXPECT_LT(at_faces, 1e-3f * by_air);
    EXPECT_LT(at_edges, 0.1f * by_air);
}

}  // namespace
}  // namespace lamella
