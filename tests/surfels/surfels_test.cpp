#include "surfel_blocks.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/surface_sampling.hpp>
#include <lamella/matter/state_copy.hpp>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

using namespace testing;

const Box3 kUnit{Vec3::Zero(), Vec3::Ones()};

SurfelsKeiser2006 box_skin(Real spacing, const SurfelParameters& parameters = {}) {
    return SurfelsKeiser2006(sample_surfels(box_mesh(Vec3::Ones(), 2), spacing, parameters));
}

// The share of places of the unit box, moved by the matrix, that no surfel covers.
double uncovered(const SurfelsKeiser2006& surfels, const Mat3& stretch, Real reach) {
    const TriangleMesh box = box_mesh(Vec3::Ones(), 2);
    int open = 0, all = 0;
    const auto places = sample_triangles(box, 0.035f, 7);
    for (const SurfaceSample& sample : places) {
        const Vec3i& t = box.triangles[sample.triangle];
        const Vec3 a = box.positions[t[0]], b = box.positions[t[1]], c = box.positions[t[2]];
        const Vec3 normal = cross(Vec3(stretch * (b - a)), Vec3(stretch * (c - a))).normalized();
        ++all;
        if (!covered(surfels.shown(), stretch * sample.place, normal, reach)) ++open;
    }
    return static_cast<double>(open) / all;
}

TEST(Surfels, ABoxIsCoveredAndNothingReachesBeyondItsEdges) {
    SurfelsKeiser2006 skin = box_skin(0.05f);
    const Carriers carriers = linear_carriers(kUnit, 0.1f, Mat3::Identity());
    skin.move(carriers.field(), carriers.search());
    EXPECT_NEAR(skin.size(), 6.0 / (0.05 * 0.05), 300.0);
    EXPECT_LT(uncovered(skin, Mat3::Identity(), 0.06f), 1e-3);
    const ParticleSet& shown = skin.shown();
    const auto &t1 = shown.get<Vec3Column>("t1"), &t2 = shown.get<Vec3Column>("t2");
    int beyond = 0, looked_at = 0;
    for (Index k = 0; k < shown.size(); ++k)
        for (int step = 0; step < 12; ++step) {
            const Real angle = 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(step) / 12.0f, a = std::cos(angle),
                       b = std::sin(angle);
            bool cut = false;
            for (const char* name : {"clip1", "clip2", "clip3"}) {
                const Vec3 clip = shown.get<Vec3Column>(name)[k];
                cut = cut || a * clip[0] + b * clip[1] > clip[2];
            }
            const Vec3 p = shown.positions()[k] + a * t1[k] + b * t2[k];
            ++looked_at;
            if (!cut && !kUnit.padded(1e-4f).contains(p)) ++beyond;
        }
    EXPECT_EQ(beyond, 0) << "of " << looked_at;
}

TEST(Surfels, LinearMotionIsFollowedToRounding) {
    SurfelsKeiser2006 skin = box_skin(0.1f);
    Mat3 stretch = diagonal({1.3f, 0.9f, 1.1f});
    stretch(0, 1) = 0.2f;
    stretch(2, 0) = -0.15f;
    const Vec3 shift(0.5f, -2.0f, 1.0f);
    const Carriers carriers = linear_carriers(kUnit, 0.1f, stretch, shift);
    skin.move(carriers.field(), carriers.search());
    const ParticleSet& shown = skin.shown();
    ASSERT_EQ(shown.size(), skin.size());
    const Mat3 cofactors = stretch.determinant() * stretch.inverse().transpose();
    for (Index k = 0; k < shown.size(); ++k) {
        const RestSurfel& s = skin.rest(k);
        EXPECT_LT((shown.positions()[k] - (stretch * s.centre + shift)).norm(), 2e-6f);
        EXPECT_LT((shown.get<Vec3Column>("t1")[k] - stretch * s.first).norm(), 2e-6f);
        EXPECT_LT((shown.get<Vec3Column>("t2")[k] - stretch * s.second).norm(), 2e-6f);
        EXPECT_GT(shown.get<Vec3Column>("N")[k].dot((cofactors * s.normal()).normalized()), 1.0f - 1e-6f);
        EXPECT_NEAR(shown.get<ScalarColumn>("pscale")[k], axes_of(stretch * s.first, stretch * s.second).longer, 1e-5f);
    }
}

// A ball that is bent: the surfels lie on the bent sphere, and face along its normals.
TEST(Surfels, NormalsAreThoseOfTheBentSurface) {
    const SurfelsKeiser2006 straight(sample_surfels(ball_mesh(0.5f, 24), 0.04f, {}));
    SurfelsKeiser2006 skin = straight;
    const Real bend = 0.6f;
    const auto f = [bend](const Vec3& m) { return Vec3(m.x(), m.y() + bend * m.x() * m.x(), m.z()); };
    const auto slope = [bend](const Vec3& m) {
        Mat3 J = Mat3::Identity();
        J(1, 0) = 2.0f * bend * m.x();
        return J;
    };
    const Carriers carriers(Box3{Vec3::Constant(-0.5f), Vec3::Constant(0.5f)}, 0.1f, f, slope);
    skin.move(carriers.field(), carriers.search());
    double squares = 0.0, farthest = 0.0, rest_squares = 0.0;
    for (Index k = 0; k < skin.shown().size(); ++k) {
        const Vec3 m = skin.rest(k).centre;
        const Vec3 normal = (slope(m).inverse().transpose() * m.normalized()).normalized();
        squares += 1.0 - std::pow(skin.shown().get<Vec3Column>("N")[k].dot(normal), 2);
        rest_squares += 1.0 - std::pow(skin.rest(k).normal().dot(m.normalized()), 2);
        farthest = std::max(farthest, static_cast<double>((skin.shown().positions()[k] - f(m)).norm()));
    }
    const double degrees = 180.0 / std::numbers::pi;
    EXPECT_LT(degrees * std::sqrt(rest_squares / skin.shown().size()), 0.5);
    EXPECT_LT(degrees * std::sqrt(squares / skin.shown().size()), 2.0);
    EXPECT_LT(farthest, 0.1 * carriers.spacing);
}

TEST(Surfels, HalvesCoverTheirWhole) {
    RestSurfel whole = disc_surfel(Vec3::Zero(), Vec3::UnitZ(), 1.0f, 2.0f);
    whole.clip({1.0f, 0.5f, 0.6f});
    for (const Real angle : {0.0f, 0.7f, 1.9f, 3.0f}) {
        const auto both = halves(whole, std::cos(angle), std::sin(angle));
        for (int k = 0; k < 4000; ++k) {
            const Vec3 p = random_in_cube(3, 0, k);
            if (p.x() * p.x() + p.y() * p.y() > 1.0f) continue;
            const auto kept = [&](const RestSurfel& s, const Vec3& at) {
                const Vec3 d = at - s.centre;
                const Real a = d.dot(s.first) / s.first.squaredNorm(), b = d.dot(s.second) / s.second.squaredNorm();
                const SurfelClip& c = s.clips[0];
                return std::pair(a * a + b * b <= 1.0f, a * c.x + b * c.y <= c.most);
            };
            const Vec3 at = p.x() * whole.first + p.y() * whole.second;
            const bool stays = kept(whole, at).second;
            bool in_any = false;
            for (const RestSurfel& half : both) {
                const auto [inside, left] = kept(half, at);
                in_any = in_any || inside;
                const SurfelClip& line = whole.clips[0];
                if (std::abs(p.x() * line.x + p.y() * line.y - line.most) > 1e-4f) {
                    EXPECT_EQ(left, stays);
                }
            }
            EXPECT_TRUE(in_any) << angle << " " << p.transpose();
        }
    }
}

TEST(Surfels, TrianglesAreCoveredByFewDiscs) {
    for (int n = 0; n < 20; ++n) {
        std::array<Vec3, 3> corners;
        for (int c = 0; c < 3; ++c)
            corners[c] = random_in_cube(5, n, c).cwiseProduct(Vec3(1.0f, 1.0f, n < 10 ? 1.0f : 0.1f));
        const auto discs = cover_triangle(corners, 0.1f, 2.0f);
        const Vec3 ab = corners[1] - corners[0], ac = corners[2] - corners[0], normal = cross(ab, ac);
        const Real sides = ab.norm() + ac.norm() + (ab - ac).norm();
        EXPECT_LT(static_cast<Real>(discs.size()), 0.5f * normal.norm() / (1.96f * 0.01f) + sides / 0.14f + 3.0f);
        for (const RestSurfel& s : discs) EXPECT_GT(s.normal().dot(normal.normalized()), 0.999f);
        for (int k = 0; k < 1000; ++k) {
            const Real a = random_unit(6, n, 2 * k), b = random_unit(6, n, 2 * k + 1);
            const Vec3 p = corners[0] + (a + b > 1.0f ? 1.0f - a : a) * ab + (a + b > 1.0f ? 1.0f - b : b) * ac;
            EXPECT_TRUE(std::ranges::any_of(discs, [&](const RestSurfel& s) { return (s.centre - p).norm() < 0.1f; }));
        }
    }
}

TEST(Surfels, WhatIsDrawnOutSplitsCoversAndComesBack) {
    SurfelsKeiser2006 skin = box_skin(0.1f);
    const Index before = skin.size();
    const auto pull = [&](Real stretch) {
        const Mat3 J = diagonal({stretch, 1.0f / std::sqrt(stretch), 1.0f / std::sqrt(stretch)});
        const Carriers carriers = linear_carriers(kUnit, 0.1f, J);
        skin.move(carriers.field(), carriers.search());
        return uncovered(skin, J, 0.35f);
    };
    EXPECT_LT(pull(1.95f), 1e-3);
    EXPECT_EQ(skin.shown().size(), before);
    EXPECT_LT(pull(2.1f), 1e-3);
    const Index split = skin.shown().size();
    EXPECT_GT(split, 3 * before / 2);
    EXPECT_LT(pull(4.2f), 1e-3);
    EXPECT_GT(skin.shown().size(), 5 * before / 2);
    for (Index k = 0; k < skin.shown().size(); ++k)
        EXPECT_LE(skin.shown().get<ScalarColumn>("pscale")[k], 2.0f * 1.25f * 1.25f * 0.083f + 1e-5f);
    EXPECT_LT(pull(1.7f), 1e-3);  // above 0.8 of the split, below it
    EXPECT_EQ(skin.shown().size(), split);
    EXPECT_LT(pull(1.5f), 1e-3);
    EXPECT_EQ(skin.shown().size(), before);
    EXPECT_EQ(skin.size(), before);
}

TEST(Surfels, ColoursAndCoordinatesAreCarried) {
    TriangleMesh mesh = box_mesh(Vec3::Ones(), 4);
    mesh.attributes.resize(mesh.vertex_count());
    auto& uv = mesh.attributes.add<Vec3Column>("uv");
    for (Index v = 0; v < mesh.vertex_count(); ++v) uv.set(v, 2.0f * mesh.positions[v]);
    SurfelsKeiser2006 skin(sample_surfels(mesh, 0.1f, {}));
    const Mat3 J = diagonal({2.5f, 1.0f, 1.0f});
    const Carriers carriers = linear_carriers(kUnit, 0.1f, J);
    skin.move(carriers.field(), carriers.search());
    EXPECT_GT(skin.shown().size(), 600);
    for (Index k = 0; k < skin.shown().size(); ++k) {
        const Vec3 rest = skin.shown().get<Vec3Column>("rest")[k];
        EXPECT_LT((skin.shown().get<Vec3Column>("uv")[k] - 2.0f * rest).norm(), 2.0f * 0.5f * 0.083f);
        EXPECT_LT((skin.shown().positions()[k] - J * rest).norm(), 1e-5f);
    }
}

std::vector<Vec3> shown_by(int threads) {
    const ThreadLimit limit(threads);
    SurfelsKeiser2006 skin = box_skin(0.06f);
    for (const Real stretch : {1.5f, 2.5f, 4.5f, 1.8f}) {
        const Carriers carriers = linear_carriers(kUnit, 0.1f, diagonal({stretch, 0.8f, 1.0f}));
        skin.move(carriers.field(), carriers.search());
    }
    std::vector<Vec3> all;
    for (Index k = 0; k < skin.shown().size(); ++k) {
        all.push_back(skin.shown().positions()[k]);
        all.push_back(skin.shown().get<Vec3Column>("t1")[k]);
    }
    return all;
}

TEST(Surfels, TheNumberOfThreadsDoesNotMatter) {
    const std::vector<Vec3> one = shown_by(1);
    EXPECT_EQ(shown_by(2), one);
    EXPECT_EQ(shown_by(3), one);
}

TEST(Surfels, AStateGoesOnAsIfNothingHadHappened) {
    const auto pull = [](SurfelsKeiser2006& skin, Real stretch) {
        const Carriers carriers = linear_carriers(kUnit, 0.1f, diagonal({stretch, 0.8f, 1.0f}));
        skin.move(carriers.field(), carriers.search());
    };
    SurfelsKeiser2006 first = box_skin(0.1f), second = box_skin(0.1f);
    pull(first, 2.5f);
    StateCopy copy;
    copy.keep(first);
    copy.restore(second);
    for (const Real stretch : {1.8f, 3.5f}) {
        pull(first, stretch);
        pull(second, stretch);
        ASSERT_EQ(first.shown().size(), second.shown().size());
        for (Index k = 0; k < first.shown().size(); ++k) {
            EXPECT_EQ(first.shown().positions()[k], second.shown().positions()[k]);
            EXPECT_EQ(first.shown().get<Vec3Column>("t2")[k], second.shown().get<Vec3Column>("t2")[k]);
        }
    }
}

}  // namespace
}  // namespace lamella
