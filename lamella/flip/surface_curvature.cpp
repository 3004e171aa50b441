#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/eulerian/solid_mirror.hpp>
#include <lamella/flip/liquid_cells_ando2011.hpp>
#include <lamella/flip/surface_curvature.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kWidth = 1.2909944f;  // s
constexpr Real kFar = 2.5f * kWidth;
constexpr Real kDepth = 3.5f;          // of cells in solids that count
constexpr Real kLeastTail = 0.00621f;  // F(-2.5)
constexpr Real kTakenBack = 0.85f;     // c
constexpr Real kLeastSlope = 0.2f;     // of phi: flatter is no surface
constexpr Real kLeastShare = 0.25f;    // of areas from the surface to a centre
constexpr Real kMostCurved = 2.0f;     // per cell

using Wide = RimmedTile<float, 2>;
using Widest = RimmedTile<float, 3>;
template <Index Width>
constexpr std::array<std::ptrdiff_t, 3> kStrides{1, Width, std::ptrdiff_t(Width) * Width};
constexpr auto kStride = kStrides<Wide::kWidth>;

template <class Tile>
const float& value_of(const Tile& tile, Index cell) {
    const Vec3i at = coordinates_in_tile(cell);
    return tile.at(at.x(), at.y(), at.z());
}

// S, in the tile without its rim; the rim is spoilt.
void take_means(Widest& tile) {
    constexpr std::array kWeights{20.0f / 64.0f, 15.0f / 64.0f, 6.0f / 64.0f, 1.0f / 64.0f};
    constexpr auto& stride = kStrides<Widest::kWidth>;
    std::array<float, Widest::kWidth> line;
    for (std::size_t a = 0; a < 3; ++a)
        for (Index j = 0; j < Widest::kWidth; ++j)
            for (Index i = 0; i < Widest::kWidth; ++i) {
                float* first = tile.values.data() + i * stride[(a + 1) % 3] + j * stride[(a + 2) % 3];
                for (std::size_t k = 0; k < line.size(); ++k)
                    line[k] = first[static_cast<std::ptrdiff_t>(k) * stride[a]];
                for (std::size_t k = 3; k + 3 < line.size(); ++k)
                    first[static_cast<std::ptrdiff_t>(k) * stride[a]] =
                        kWeights[0] * line[k] + kWeights[1] * (line[k - 1] + line[k + 1]) +
                        kWeights[2] * (line[k - 2] + line[k + 2]) + kWeights[3] * (line[k - 3] + line[k + 3]);
            }
}

// `missing` where there is no tile.
void smooth(const ParticleTiles& tiles, float missing, TileField<float>& f) {
    const TileField<float> before = f;
    parallel_for(
        "smooth surface", tiles.tiles.count(),
        [&](Index t) {
            Widest near;
            near.gather(before, tiles.around[static_cast<std::size_t>(t)], missing);
            take_means(near);
            for (Index c = 0; c < kTileCells; ++c) f.tile(t)[static_cast<std::size_t>(c)] = value_of(near, c);
        },
        kTileChunk);
}

// F^-1 (Abramowitz and Stegun 1964, 26.2.23: to 4.5e-4).
Real inverse_normal(Real p) {
    const Real t = std::sqrt(-2.0f * std::log(std::max(std::min(p, 1.0f - p), kLeastTail)));
    const Real x =
        t - (2.515517f + t * (0.802853f + t * 0.010328f)) / (1.0f + t * (1.432788f + t * (0.189269f + t * 0.001308f)));
    return p < 0.5f ? -x : x;
}

TileField<float> distance_to_surface(const ParticleTiles& tiles, const SolidGrid& solids,
                                     const TileField<float>& fullness) {
    const TileField<float> room = room_for_liquid(tiles.tiles, tiles.around, solids);
    const SolidMirror mirror(tiles.tiles, tiles.around, solids, kDepth);
    TileField<float> f = fullness;
    std::ranges::transform(f.values(), room.values(), f.values().begin(),
                           [](float mass, float share) { return share > 0.0f ? mass / share : 0.0f; });
    mirror.reflect(0.0f, f);
    smooth(tiles, 0.0f, f);
    std::ranges::transform(f.values(), f.values().begin(), [](float share) { return -kWidth * inverse_normal(share); });
    mirror.reflect(kFar, f);
    TileField<float> smoother = f;
    smooth(tiles, kFar, smoother);
    std::ranges::transform(f.values(), smoother.values(), f.values().begin(),
                           [](float once, float twice) { return once + kTakenBack * (once - twice); });
    mirror.reflect(kFar, f);
    return f;
}

// Differences of fourth order at a value in a tile: along one axis, and across two.
Real slope_at(const float* v, std::ptrdiff_t s) {
    return (8.0f * (v[s] - v[-s]) - (v[2 * s] - v[-2 * s])) * (1.0f / 12.0f);
}
Real bend_at(const float* v, std::ptrdiff_t s) {
    return (16.0f * (v[s] + v[-s]) - (v[2 * s] + v[-2 * s]) - 30.0f * v[0]) * (1.0f / 12.0f);
}
Real twist_at(const float* v, std::ptrdiff_t s, std::ptrdiff_t r) {
    return (8.0f * (slope_at(v + s, r) - slope_at(v - s, r)) - (slope_at(v + 2 * s, r) - slope_at(v - 2 * s, r))) *
           (1.0f / 12.0f);
}

// Of the surface below a centre, per cell; zero where there is none.
Real curvature(const float* phi) {
    Vec3 g, bend, twist;  // twist[a] is across the other two axes
    for (int a = 0; a < 3; ++a) g[a] = slope_at(phi, kStride[static_cast<std::size_t>(a)]);
    const Real length = g.norm();
    if (length < kLeastSlope) return 0.0f;
    Real sum = 0.0f, product = 0.0f;
    for (std::size_t a = 0; a < 3; ++a) {
        bend[static_cast<int>(a)] = bend_at(phi, kStride[a]);
        twist[static_cast<int>(a)] = twist_at(phi, kStride[(a + 1) % 3], kStride[(a + 2) % 3]);
    }
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        sum += bend[a] * (g[b] * g[b] + g[c] * g[c]) - 2.0f * g[b] * g[c] * twist[a];
        product += g[a] * g[a] * (bend[b] * bend[c] - twist[a] * twist[a]) +
                   2.0f * g[b] * g[c] * (twist[b] * twist[c] - bend[a] * twist[a]);
    }
    const Real H = sum / (length * length * length), K = product / (length * length * length * length);
    const Real away = *phi / length;
    const Real kappa = (H - 2.0f * away * K) / std::max(1.0f - away * H + away * away * K, kLeastShare);
    return std::clamp(kappa, -kMostCurved, kMostCurved);
}

}  // namespace

TileField<float> find_surface_pressure(const ParticleTiles& tiles, const SolidGrid& solids,
                                       const TileField<float>& fullness, double strength, LiquidCells& cells) {
    const ProfileScope scope("surface tension");
    TileField<float> phi = distance_to_surface(tiles, solids, fullness);
    cells.surface_pressure.assign(tiles.tiles, 0.0f);
    parallel_for(
        "surface pressure", tiles.tiles.count(),
        [&](Index t) {
            Wide near;
            near.gather(phi, tiles.around[static_cast<std::size_t>(t)], kFar);
            const auto pressure = cells.surface_pressure.tile(t);
            for (Index c = 0; c < kTileCells; ++c) {
                const float& here = value_of(near, c);
                if (std::abs(here) < kFar)
                    pressure[static_cast<std::size_t>(c)] = static_cast<Real>(strength) * curvature(&here);
            }
        },
        kTileChunk);
    return phi;
}

double longest_capillary_step(double density, double tension, double cell) {
    return std::sqrt(density * cell * cell * cell / (std::numbers::pi * tension));
}

}  // namespace lamella
