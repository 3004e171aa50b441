#include <lamella/core/profile.hpp>
#include <lamella/level_set_liquid/redistancing.hpp>

#include <cmath>
#include <cstdint>

namespace lamella {
namespace {

constexpr int kExchanges = 3;  // a band narrower than a tile reaches from a tile into those around it and theirs

constexpr float kFlattest = 0.7f;
constexpr float kKeptBand = 3.0f;    // cells
constexpr float kKeptError = 0.25f;  // cells

using Rimmed = RimmedTile<float, 1>;

// The distance of a cell beside the surface, without a sign; negative elsewhere.
float near_distance(const Rimmed& phi, std::size_t at) {
    const float here = phi.values[at];
    float inverse = 0.0f, along = 1e9f;
    for (const std::size_t step : kAlong) {
        float nearest = 1e9f;
        for (const float other : {phi.values[at - step], phi.values[at + step]})
            if ((other < 0.0f) != (here < 0.0f)) nearest = std::min(nearest, here / (here - other));
        inverse += 1.0f / std::max(nearest * nearest, 1e-12f);
        along = std::min(along, nearest);
    }
    if (along > 1.0f) return -1.0f;
    return std::min(std::max(std::abs(here), kFlattest / std::sqrt(inverse)), along);
}

// The solution of sum_a max(d - n_a, 0)^2 = 1 for the smaller neighbours n along the axes.
float godunov(float a, float b, float c) {
    if (a > b) std::swap(a, b);
    if (b > c) std::swap(b, c);
    if (a > b) std::swap(a, b);
    float d = a + 1.0f;
    if (d <= b) return d;
    d = 0.5f * (a + b + std::sqrt(std::max(2.0f - (a - b) * (a - b), 0.0f)));
    if (d <= c) return d;
    const float sum = a + b + c;
    return (sum + std::sqrt(std::max(sum * sum - 3.0f * (a * a + b * b + c * c - 1.0f), 0.0f))) / 3.0f;
}

// Eight sweeps over the distances without signs of one tile.
void sweep(const TileField<std::uint8_t>& fixed, Index t, Rimmed& d) {
    const auto keep = fixed.tile(t);
    for (int order = 0; order < 8; ++order)
        for (Index n = 0; n < kTileCells; ++n) {
            const Index c = n ^ ((order & 1 ? 7 : 0) | (order & 2 ? 56 : 0) | (order & 4 ? 448 : 0));
            if (keep[static_cast<std::size_t>(c)]) continue;
            const Vec3i cell = coordinates_in_tile(c);
            const auto at = static_cast<std::size_t>(Rimmed::index(cell.x(), cell.y(), cell.z()));
            const auto least = [&](std::size_t step) { return std::min(d.values[at - step], d.values[at + step]); };
            float& value = d.values[at];
            const float x = least(kAlong[0]), y = least(kAlong[1]), z = least(kAlong[2]);
            if (std::min({x, y, z}) + 0.5f < value) value = std::min(value, godunov(x, y, z));
        }
}

// Whether there is anything to spread in or into the tile.
bool all_far(const Rimmed& d, float band) {
    return std::ranges::all_of(d.values, [&](float value) { return value >= band; });
}

}  // namespace

void redistance(const LevelTiles& tiles, float band, TileField<float>& phi) {
    const ProfileScope scope("redistance");
    TileField<float> distance(tiles.tiles, band);  // without signs
    TileField<std::uint8_t> fixed(tiles.tiles, 0);
    const auto each = [&](const char* label, auto&& f) { parallel_for(label, tiles.tiles.count(), f, kTileChunk); };
    each("distances at the surface", [&](Index t) {
        Rimmed near;
        near.gather(phi, tiles.near(t), band);
        const auto [least, most] = std::ranges::minmax(near.values);
        if (least >= 0.0f || most < 0.0f) return;
        for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
            const float found = near_distance(near, at);
            if (found < 0.0f) return;
            distance.tile(t)[c] = found;
            fixed.tile(t)[c] = 1;
        });
    });
    for (int round = 0; round < kExchanges; ++round) {
        const TileField<float> before = distance;
        each("sweep distances", [&](Index t) {
            Rimmed d;
            d.gather(before, tiles.near(t), band);
            if (all_far(d, band)) return;
            sweep(fixed, t, d);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) { distance.tile(t)[c] = d.values[at]; });
        });
    }
    each("signs of distances", [&](Index t) {
        const auto values = phi.tile(t);
        for (std::size_t c = 0; c < kTileCells; ++c) {
            const float before = std::abs(values[c]), swept = distance.tile(t)[c];
            const bool kept = !fixed.tile(t)[c] && before < kKeptBand && std::abs(before - swept) < kKeptError;
            const float d = std::max(kept ? before : swept, 1e-6f);  // what is inside stays below zero
            values[c] = values[c] < 0.0f ? -d : d;
        }
    });
}

}  // namespace lamella
