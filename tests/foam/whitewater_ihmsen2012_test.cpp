#include "liquids.hpp"

#include <lamella/foam/whitewater_ihmsen2012.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

const Vec3 kGravity(0.0f, -9.81f, 0.0f);
constexpr Real kSupport = kWhitewaterSupport * kSpacing;

struct Measured {
    ParticleSet liquid;
    WhitewaterPotentials potentials;

    explicit Measured(ParticleSet set, Real least_speed = 0.01f) : liquid(std::move(set)) {
        NeighbourGrid grid(kSupport);
        grid.build(liquid);
        Neighbours neighbours;
        neighbours.find(grid, liquid.positions());
        potentials = whitewater_potentials(liquid, neighbours, kSpacing, kGravity, least_speed);
    }
    Index nearest(const Vec3& p) const {
        Index best = 0;
        for (Index i = 0; i < liquid.size(); ++i)
            if ((liquid.positions()[i] - p).norm() < (liquid.positions()[best] - p).norm()) best = i;
        return best;
    }
    Real trapped_air(const Vec3& p) const { return potentials.trapped_air[static_cast<std::size_t>(nearest(p))]; }
};

const Box3 kBlock{Vec3::Constant(-0.16f), Vec3::Constant(0.16f)};

VelocityAt halves(Real towards) {
    return [=](const Vec3& p) { return Vec3((p.x() < 0.0f ? 1.0f : -1.0f) * towards, 0.0f, 0.0f); };
}

// The sum as the paper prints it, in double, over the lattice.
double brute_force(const Measured& of, Index i) {
    const auto& P = of.liquid.positions();
    const auto& v = of.liquid.get<Vec3Column>("v");
    double sum = 0.0;
    for (Index j = 0; j < of.liquid.size(); ++j) {
        const Vec3d x = (P[i] - P[j]).cast<double>(), u = (v[i] - v[j]).cast<double>();
        if (x.norm() < kSupport && j != i && u.norm() > 0.0)
            sum += u.norm() * (1.0 - u.dot(x) / (u.norm() * x.norm())) * (1.0 - x.norm() / kSupport);
    }
    return sum / (M_PI / 3.0 * 8.0);
}

TEST(TrappedAir, IsTheSumOfThePaper) {
    const Measured at(lattice(kBlock, halves(0.8f)));
    for (const Vec3& p : {Vec3(0.01f, 0.0f, 0.0f), Vec3(0.03f, 0.02f, 0.0f), Vec3(-0.01f, 0.15f, -0.15f)})
        EXPECT_NEAR(at.trapped_air(p), brute_force(at, at.nearest(p)), 1e-5);
}

// At the plane where two half spaces meet at a relative speed U, half of the neighbours approach: their share of the
// kernel is a half, the mean of 1 + cos over the hemisphere 3/2, so the potential is 3/4 U. The particles next to the
// plane lie half a spacing from it, which the integral over the remaining cap gives less: 3/4 is the bound.
TEST(TrappedAir, OfCollidingHalfSpacesIsProportionalToTheSpeedAndBounded) {
    const Measured slow(lattice(kBlock, halves(0.5f))), fast(lattice(kBlock, halves(2.0f)));
    const Vec3 p(0.01f, 0.0f, 0.0f);
    EXPECT_NEAR(fast.trapped_air(p), 4.0f * slow.trapped_air(p), 1e-4f);
    EXPECT_LT(slow.trapped_air(p), 0.75f);
    EXPECT_GT(slow.trapped_air(p), 0.25f);
    EXPECT_EQ(slow.trapped_air(Vec3(0.07f, 0.0f, 0.0f)), 0.0f);
}

TEST(TrappedAir, OfWhatMovesTogetherOrApartIsNone) {
    const Measured together(block(kBlock, Vec3(3.0f, -2.0f, 1.0f)));
    for (const Real air : together.potentials.trapped_air) EXPECT_EQ(air, 0.0f);
    // Straight apart: 1 - cos = 0. Across the line of motion it is a shear, which counts once.
    const Measured apart(lattice(kBlock, [](const Vec3& p) { return Vec3(10.0f * p); }));
    for (const Real air : apart.potentials.trapped_air) EXPECT_NEAR(air, 0.0f, 1e-5f);
    const Measured nearing(lattice(kBlock, [](const Vec3& p) { return Vec3(-10.0f * p); }));
    EXPECT_GT(nearing.trapped_air(Vec3(0.03f, 0.03f, 0.01f)), 0.1f);
}

TEST(WaveCrest, OfAPlaneIsNoneAndOfAnEdgeMuch) {
    const Measured cube(lamella::block(kBlock, Vec3(0.0f, 1.0f, 0.0f)));
    const auto at = [&](const Vec3& p) {
        return cube.potentials.wave_crest[static_cast<std::size_t>(cube.nearest(p))];
    };
    EXPECT_NEAR(at({0.01f, 0.15f, 0.01f}), 0.0f, 1e-4f);
    EXPECT_EQ(at({0.01f, 0.01f, 0.01f}), 0.0f);
    EXPECT_GT(at({0.15f, 0.15f, 0.01f}), 0.3f);
    EXPECT_EQ(at({0.15f, -0.15f, 0.01f}), 0.0f) << "it moves into the liquid there";
}

// Layers of particles around an axis, or a point, that move along y: a cylinder along z, or a ball.
ParticleSet layers(Real radius, bool ball) {
    ParticleSet set;
    auto& P = set.add<Vec3Column>("P");
    const auto add = [&](const Vec3& p) {
        set.resize(set.size() + 1);
        P.set(set.size() - 1, p);
    };
    for (Real r = radius; r > radius - 3.5f * kSpacing; r -= kSpacing) {
        const auto around = static_cast<int>(std::round(2.0f * std::numbers::pi_v<Real> * r / kSpacing));
        const auto on_ball =
            static_cast<int>(std::round(4.0f * std::numbers::pi_v<Real> * r * r / (kSpacing * kSpacing)));
        for (int k = 0; ball && k < on_ball; ++k) {  // a spiral of equal areas
            const Real y = 1.0f - (2.0f * static_cast<Real>(k) + 1.0f) / static_cast<Real>(on_ball);
            const Real angle = 2.39996323f * static_cast<Real>(k), across = std::sqrt(1.0f - y * y);
            add(r * Vec3(across * std::cos(angle), y, across * std::sin(angle)));
        }
        for (int k = 0; !ball && k < around * 12; ++k) {
            const Real angle =
                2.0f * std::numbers::pi_v<Real> * static_cast<Real>(k % around) / static_cast<Real>(around);
            add({r * std::cos(angle), r * std::sin(angle), kSpacing * static_cast<Real>(k / around - 6)});
        }
    }
    auto& v = set.add<Vec3Column>("v");
    for (Index i = 0; i < set.size(); ++i) v.set(i, Vec3::UnitY());
    return set;
}

// Of a surface with the principal curvatures a and b, 1 - n_i . n_j is (a x)^2 / 2 + (b y)^2 / 2, which a layer of
// particles sums to pi h^4 / 40 d^2 (a^2 + b^2): 1.26 (d / R)^2 of a cylinder, twice that of a ball.
TEST(WaveCrest, GoesWithTheSquareOfTheCurvature) {
    const auto crest = [](Real radius, bool ball) {
        const Measured at(layers(radius * kSpacing, ball));
        double sum = 0.0;
        int count = 0;
        for (Index i = 0; i < at.liquid.size(); ++i) {
            const Vec3 p = at.liquid.positions()[i];
            const Real r = std::hypot(p.x(), p.y(), ball ? p.z() : 0.0f);
            if (r < (radius - 0.5f) * kSpacing || p.y() < 0.9f * r || std::abs(p.z()) > 3.0f * kSpacing) continue;
            sum += at.potentials.wave_crest[static_cast<std::size_t>(i)];
            ++count;
        }
        return sum / count * radius * radius;
    };
    EXPECT_NEAR(crest(10.0f, false), 1.26, 0.2);
    EXPECT_NEAR(crest(6.0f, false), 1.26, 0.2);
    EXPECT_NEAR(crest(6.0f, true), 2.51, 0.4);
}

TEST(WaveCrest, OfAFallingDropIsNone) {
    const auto drop = [](const Vec3& velocity) {
        const Box3 box{Vec3::Constant(-0.1f), Vec3::Constant(0.1f)};
        const Measured at(lattice(
            box, [&](const Vec3&) { return velocity; }, [](const Vec3& p) { return p.norm() < 0.06f; }));
        Real most = 0.0f;
        for (const Real crest : at.potentials.wave_crest) most = std::max(most, crest);
        return most;
    };
    EXPECT_EQ(drop(Vec3(0.0f, -3.0f, 0.0f)), 0.0f);
    EXPECT_GT(drop(Vec3(0.0f, 3.0f, 0.0f)), 0.1f);
    EXPECT_GT(drop(Vec3(3.0f, -1.0f, 0.0f)), 0.1f);
}

TEST(BirthRate, IsClampedAndNeedsSpeed) {
    EXPECT_EQ(clamped_potential(0.5f, 1.0f, 3.0f), 0.0f);
    EXPECT_EQ(clamped_potential(2.0f, 1.0f, 3.0f), 0.5f);
    EXPECT_EQ(clamped_potential(9.0f, 1.0f, 3.0f), 1.0f);
    FoamSettings s;
    s.trapped_air_rate = 100.0f;
    s.wave_crest_rate = 1000.0f;
    const Real much = std::numeric_limits<Real>::max();
    EXPECT_EQ(birth_rate(s, 1.0f, much, much, 0.7f).per_second, 0.0f);
    EXPECT_EQ(birth_rate(s, 1.0f, much, much, 100.0f).per_second, 1100.0f);
    EXPECT_EQ(birth_rate(s, 1.0f, 0.0f, 0.0f, 100.0f).per_second, 0.0f);
    EXPECT_EQ(birth_rate(s, 1.0f, much, 0.0f, 100.0f).strength, 1.0f);
}

TEST(BirthRate, IsMeasuredByTheOnsetOrByTheSpacing) {
    EXPECT_EQ(reference_speed({}, kGravity, 0.01f), 1.0f);
    EXPECT_NEAR(reference_speed({}, kGravity, 1.0f), 2.0f * std::sqrt(9.81f), 1e-5f);
    EXPECT_EQ(reference_speed({}, Vec3::Zero(), 1.0f), 1.0f);
    FoamSettings own;
    own.reference_speed = 0.2f;
    EXPECT_EQ(reference_speed(own, kGravity, 1.0f), 0.2f);
}

TEST(FoamSettings, SayWhichLimitsDoNotFit) {
    EXPECT_TRUE(FoamSettings().fault().name.empty());
    FoamSettings bad;
    bad.wave_crest_max = bad.wave_crest_min;
    EXPECT_EQ(bad.fault().name, "wave_crest_max");
    FoamSettings counts;
    counts.bubbles_above = 2;
    EXPECT_EQ(counts.fault().name, "bubbles_above");
}

}  // namespace
}  // namespace lamella
