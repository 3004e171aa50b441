#include <lamella/level_set_liquid/redistancing.hpp>
#include <lamella/matter/state_copy.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include "level_set_shapes.hpp"

namespace lamella {
namespace {

// The largest |phi - exact| where the exact distance is within the band, at least `rim` from the borders of a cube of
// three tiles.
template <class F>
float largest_error(const LevelTiles& tiles, const TileField<float>& phi, F&& exact, float band, Index rim = -100) {
    float largest = 0.0f;
    for (Index t = 0; t < tiles.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i cell = tiles.tiles.first_cell(t) + coordinates_in_tile(c);
            const auto wanted = static_cast<float>(exact(cell.cast<Real>() + Vec3::Constant(0.5f)));
            if (cell.minCoeff() < rim || cell.maxCoeff() >= 3 * kTileWidth - rim || std::abs(wanted) >= band) continue;
            largest = std::max(largest, std::abs(phi.tile(t)[static_cast<std::size_t>(c)] - wanted));
        }
    return largest;
}

LevelSet moving_ball(Index markers) {
    LevelSet level_set({markers, 4, false});
    LevelTiles tiles = cube_of_tiles(3);
    TileField<float> phi = sampled(tiles, ball(Vec3(9.0f, 12.0f, 12.0f), 5.0f));
    level_set.start(std::move(tiles), std::move(phi));
    return level_set;
}

void move(LevelSet& level_set, int steps) {
    for (int k = 0; k < steps; ++k) {
        level_set.grow();
        level_set.advance(uniform(level_set.tiles(), Vec3(0.7f, 0.3f, -0.4f)), 1.0f);
    }
}

TEST(Redistancing, MakesAPlaneOfAnySlopeADistance) {
    const LevelTiles tiles = cube_of_tiles(3);
    const Vec3 n = Vec3(1.0f, 2.0f, -0.5f).normalized();
    const auto plane = [&](const Vec3& x) { return n.dot(x - Vec3::Constant(12.1f)); };
    TileField<float> phi = sampled(tiles, [&](const Vec3& x) { return 0.4f * plane(x); });
    redistance(tiles, 5.0f, phi);
    EXPECT_LT(largest_error(tiles, phi, plane, 0.5f, 7), 0.3f * 0.5f + 0.01f);  // a slope of 0.7 is let be
    EXPECT_LT(largest_error(tiles, phi, plane, 4.0f, 7), 0.5f);                 // of first order
}

TEST(Redistancing, KeepsADistanceAndSigns) {
    const LevelTiles tiles = cube_of_tiles(3);
    const auto exact = ball(Vec3::Constant(12.0f), 6.3f);
    const TileField<float> before = sampled(tiles, exact);
    TileField<float> phi = before;
    redistance(tiles, 5.0f, phi);
    EXPECT_LT(largest_error(tiles, phi, exact, 0.5f), 0.05f);
    EXPECT_LT(largest_error(tiles, phi, exact, 4.0f), 0.4f);
    for (std::size_t c = 0; c < phi.values().size(); ++c) ASSERT_EQ(phi.values()[c] < 0.0f, before.values()[c] < 0.0f);
}

TEST(ShareBehindPlane, IsThatOfManyPoints) {
    constexpr int kPoints = 24;
    for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0.3f, -0.8f, 0.5f), Vec3(1, 1, 1)})
        for (const Real d : {-0.6f, -0.31f, -0.1f, 0.0f, 0.2f, 0.45f, 0.9f}) {
            const Vec3 n = direction.normalized();
            int behind = 0;
            for (int k = 0; k < kPoints * kPoints * kPoints; ++k) {
                const Vec3i at(k % kPoints, k / kPoints % kPoints, k / (kPoints * kPoints));
                const Vec3 x = (at.cast<Real>().array() + 0.5f) / kPoints - 0.5f;
                behind += n.dot(x) + d < 0.0f ? 1 : 0;
            }
            EXPECT_NEAR(share_behind_plane(n, d), static_cast<Real>(behind) / (kPoints * kPoints * kPoints), 0.025f)
                << direction.transpose() << ", " << d;
        }
}

TEST(LevelSet, HasTheVolumeOfABall) {
    const LevelTiles tiles = cube_of_tiles(3);
    const double exact = 4.0 / 3.0 * std::numbers::pi * 7.0 * 7.0 * 7.0;
    const double volume = inside_volume(tiles, sampled(tiles, ball(Vec3(12.2f, 11.9f, 12.0f), 7.0f)));
    EXPECT_NEAR(volume / exact, 1.0 + 0.25 / (7.0 * 7.0), 5e-4);  // planes leave out lap(phi) / 24 of the distance
}

TEST(LevelSet, ABallFliesWhole) {
    LevelSet level_set = moving_ball(16);
    const double before = inside_volume(level_set.tiles(), level_set.phi());
    move(level_set, 20);
    EXPECT_NEAR(inside_volume(level_set.tiles(), level_set.phi()) / before, 1.0, 0.01);
    EXPECT_LT(largest_error(level_set.tiles(), level_set.phi(), ball(Vec3(23.0f, 18.0f, 4.0f), 5.0f), 1.0f), 0.15f);
}

// Eq. of section 3.1.4, marker by marker: only those of the inside can escape from what was shaved.
TEST(LevelSet, EscapedMarkersCorrectAsABruteForceDoes) {
    LevelSet level_set = moving_ball(32);
    for (float& d : level_set.phi().values()) d += 0.3f;
    const LevelTiles& tiles = level_set.tiles();
    const TileField<float> before = level_set.phi();
    TileField<float> wanted = before;
    Index escaped = 0;
    const auto around = [&](const Vec3& at, auto&& f) {
        const Vec3i base = (at - Vec3::Constant(0.5f)).array().floor().matrix().cast<Index>();
        for (Index k = 0; k < 8; ++k) f(Vec3i(base + Vec3i(k & 1, k >> 1 & 1, k >> 2)));
    };
    for (Index t = 0; t < tiles.tiles.count(); ++t)
        for (const Marker& marker : level_set.markers().of_tile(t)) {
            const Vec3 at = marker.at + tiles.tiles.first_cell(t).cast<Real>();
            float level = 0.0f;
            const auto offset = [&](const Vec3i& cell) -> Vec3 {
                return cell.cast<Real>() + Vec3::Constant(0.5f) - at;
            };
            around(at, [&](const Vec3i& cell) {
                level += (Vec3::Ones() - offset(cell).cwiseAbs()).prod() * before.at(tiles.tiles, cell, 5.0f);
            });
            if (!marker.inside() || level <= -marker.radius) continue;
            ++escaped;
            around(at, [&](const Vec3i& cell) {
                const Vec3i in = cell - kTileWidth * tile_of_cell(cell);
                float& d = wanted.tile(tiles.tiles.find(
                    tile_of_cell(cell)))[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
                d = std::min(d, offset(cell).norm() + marker.radius);
            });
        }
    EXPECT_NEAR(level_set.markers().correct(tiles, level_set.phi()), escaped, 2);  // at the limit by rounding
    Index different = 0;
    for (std::size_t c = 0; c < wanted.values().size(); ++c) {
        const float old = before.values()[c], now = wanted.values()[c];
        const float exact = std::abs(old) <= std::abs(now) ? old : now;
        different += std::abs(level_set.phi().values()[c] - exact) > 1e-4f ? 1 : 0;
    }
    EXPECT_GT(escaped, 100);
    EXPECT_LE(different, 8);
}

TEST(LevelSet, ShiftAddsItsAreaTimesTheWay) {
    LevelSet level_set = moving_ball(8);
    const double before = inside_volume(level_set.tiles(), level_set.phi());
    level_set.shift(0.1f);
    const double grown = inside_volume(level_set.tiles(), level_set.phi());
    EXPECT_NEAR((grown - before) / (4.0 * std::numbers::pi * 5.0 * 5.0 * 0.1), 1.0, 0.1);
    const Index escaped = level_set.markers().correct(level_set.tiles(), level_set.phi());
    EXPECT_LT(escaped, level_set.markers().count() / 200);  // they went along
}

TEST(LevelSet, HasTheSameBitsForAnyThreadsAndWhenItGoesOn) {
    const auto run = [](int threads, bool stops) {
        const ThreadLimit limit(threads);
        LevelSet level_set = moving_ball(16);
        move(level_set, 5);
        if (stops) {
            StateCopy copy;
            copy.keep(level_set);
            move(level_set, 3);
            copy.restore(level_set);
        }
        move(level_set, 5);
        return level_set;
    };
    const LevelSet whole = run(2, false);
    for (const LevelSet& other : {run(1, false), run(2, true)}) {
        EXPECT_TRUE(std::ranges::equal(whole.tiles().tiles.keys(), other.tiles().tiles.keys()));
        EXPECT_TRUE(std::ranges::equal(whole.phi().values(), other.phi().values()));
        EXPECT_EQ(whole.markers().count(), other.markers().count());
        EXPECT_EQ(whole.markers().inside_count(), other.markers().inside_count());
    }
}

}  // namespace
}  // namespace lamella
