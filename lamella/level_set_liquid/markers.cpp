#include <lamella/core/profile.hpp>
#include <lamella/core/random.hpp>
#include <lamella/grid/trilinear.hpp>
#include <lamella/level_set_liquid/markers.hpp>

#include <cmath>
#include <functional>

namespace lamella {
namespace {

constexpr float kLeastRadius = 0.02f;
constexpr float kLargestRadius = 0.5f;

using Rimmed = RimmedTile<float, 1>;

// The values at a place of cell centres.
float level_at(const Rimmed& phi, const Vec3& at) { return interpolate(phi, node_place<1>(at - Vec3::Constant(0.5f))); }

bool escaped(const Marker& marker, float phi) { return marker.sign() * phi < -std::abs(marker.radius); }

float fitting_radius(float sign, float phi) { return sign * std::clamp(sign * phi, kLeastRadius, kLargestRadius); }

Vec3i cell_of_place(const Vec3& at) { return at.array().floor().matrix().cast<Index>(); }

// The 27 bits of a cell's own numbers do for the random ones: a slab has the same in all its layers.
std::uint64_t cell_key(const LevelTiles& tiles, const Vec3i& cell) {
    const auto bits = [](Index i) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) & 0x1fffff; };
    return bits(cell.x()) << 42 | bits(cell.y()) << 21 | (tiles.slab ? 0 : bits(cell.z()));
}

// What the escaped markers of the tile at an offset do to one tile.
void correct_by(std::span<const Marker> markers, const Vec3& shift, std::span<float> plus, std::span<float> minus) {
    for (const Marker& marker : markers) {
        const Vec3 at = marker.at + shift;
        const Vec3i base = cell_of_place(at - Vec3::Constant(0.5f));
        if (base.minCoeff() < -1 || base.maxCoeff() >= kTileWidth) continue;
        for (Index k = 0; k < 8; ++k) {
            const Vec3i cell = base + Vec3i(k & 1, k >> 1 & 1, k >> 2);
            if (cell.minCoeff() < 0 || cell.maxCoeff() >= kTileWidth) continue;
            const auto c = static_cast<std::size_t>(cell_in_tile(cell.x(), cell.y(), cell.z()));
            const Vec3 centre = cell.cast<Real>() + Vec3::Constant(0.5f);
            const float value = marker.sign() * (std::abs(marker.radius) - (centre - at).norm());
            if (marker.inside())
                minus[c] = std::min(minus[c], value);
            else
                plus[c] = std::max(plus[c], value);
        }
    }
}

}  // namespace

void Markers::carry(const LevelTiles& tiles, const FaceField& velocity, Real steps, const HoldBack& hold_back) {
    const ProfileScope scope("carry markers");
    const auto carry_some = [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
        FacesAround u(tiles, velocity);
        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t) {
            auto& own = of_[static_cast<std::size_t>(t)];
            if (own.empty()) continue;
            u.enter(t);
            for (Marker& marker : own) marker.at = u.after(marker.at, steps);
            if (hold_back) hold_back(t, own);
        }
    };
    parallel_chunks("carry markers", tiles.tiles.count(), kTileChunk, carry_some);
    hand_over(tiles);
}

void Markers::move_along_normals(const LevelTiles& tiles, const TileField<float>& phi, float outwards) {
    parallel_for(
        "move markers along normals", tiles.tiles.count(),
        [&](Index t) {
            auto& own = of_[static_cast<std::size_t>(t)];
            if (own.empty()) return;
            Rimmed near;
            near.gather(phi, tiles.near(t), kMarkerBand);
            for (Marker& marker : own)
                marker.at += outwards * interpolated_gradient(near, node_place<1>(marker.at - Vec3::Constant(0.5f)));
        },
        kTileChunk);
    hand_over(tiles);
}

// To the tiles in which they lie now: first those that stay, then those of the tiles around in their order. Where there
// is no tile they vanish.
void Markers::hand_over(const LevelTiles& tiles) {
    std::vector<TileMarkers> leaving(of_.size());
    const auto stays = [](const Marker& m) { return m.at.minCoeff() >= 0.0f && m.at.maxCoeff() < kTileWidth; };
    parallel_for(
        "markers that leave", tiles.tiles.count(),
        [&](Index t) {
            auto& own = of_[static_cast<std::size_t>(t)];
            for (const Marker& marker : own)
                if (!stays(marker)) leaving[static_cast<std::size_t>(t)].push_back(marker);
            if (!leaving[static_cast<std::size_t>(t)].empty()) std::erase_if(own, std::not_fn(stays));
        },
        kTileChunk);
    const auto arrive = [&](Index t) {
        for_each_offset([&](Index x, Index y, Index z) {
            const Index from = tiles.near(t)[static_cast<std::size_t>(around_index(x, y, z))];
            if (from < 0) return;
            const Vec3 shift = (kTileWidth * Vec3i(x, y, z)).cast<Real>();
            for (const Marker& marker : leaving[static_cast<std::size_t>(from)]) {
                const Marker here{marker.at + shift, marker.radius};
                if (stays(here)) of_[static_cast<std::size_t>(t)].push_back(here);
            }
        });
    };
    parallel_for("markers that arrive", tiles.tiles.count(), arrive, kTileChunk);
}

Index Markers::correct(const LevelTiles& tiles, TileField<float>& phi) const {
    const ProfileScope scope("correct level");
    std::vector<TileMarkers> out(of_.size());
    parallel_for(
        "escaped markers", tiles.tiles.count(),
        [&](Index t) {
            if (of_tile(t).empty()) return;
            Rimmed near;
            near.gather(phi, tiles.near(t), kMarkerBand);
            for (const Marker& marker : of_tile(t))
                if (escaped(marker, level_at(near, marker.at))) out[static_cast<std::size_t>(t)].push_back(marker);
        },
        kTileChunk);
    parallel_for(
        "correct level", tiles.tiles.count(),
        [&](Index t) {
            const auto escaped_in = [&](Index from) -> const TileMarkers& {
                return out[static_cast<std::size_t>(from)];
            };
            if (std::ranges::none_of(tiles.near(t), [&](Index n) { return n >= 0 && !escaped_in(n).empty(); })) return;
            const auto values = phi.tile(t);
            std::array<float, kTileCells> plus, minus;
            std::ranges::copy(values, plus.begin());
            std::ranges::copy(values, minus.begin());
            for_each_offset([&](Index x, Index y, Index z) {
                const Index from = tiles.near(t)[static_cast<std::size_t>(around_index(x, y, z))];
                if (from >= 0) correct_by(escaped_in(from), (kTileWidth * Vec3i(x, y, z)).cast<Real>(), plus, minus);
            });
            for (std::size_t c = 0; c < kTileCells; ++c)
                values[c] = std::abs(plus[c]) <= std::abs(minus[c]) ? plus[c] : minus[c];
        },
        kTileChunk);
    Index count = 0;
    for (const TileMarkers& markers : out) count += static_cast<Index>(markers.size());
    return count;
}

void Markers::fit_radii(const LevelTiles& tiles, const TileField<float>& phi) {
    const ProfileScope scope("marker radii");
    parallel_for(
        "marker radii", tiles.tiles.count(),
        [&](Index t) {
            auto& own = of_[static_cast<std::size_t>(t)];
            if (own.empty()) return;
            Rimmed near;
            near.gather(phi, tiles.near(t), kMarkerBand);
            for (Marker& marker : own) marker.radius = fitting_radius(marker.sign(), level_at(near, marker.at));
        },
        kTileChunk);
}

std::vector<Vec3> Markers::take_lost(const LevelTiles& tiles, const TileField<float>& phi, float distance) {
    std::vector<std::vector<Vec3>> lost(of_.size());
    parallel_for(
        "lost markers", tiles.tiles.count(),
        [&](Index t) {
            auto& own = of_[static_cast<std::size_t>(t)];
            if (own.empty()) return;
            Rimmed near;
            near.gather(phi, tiles.near(t), kMarkerBand);
            std::erase_if(own, [&](const Marker& marker) {
                if (marker.sign() * level_at(near, marker.at) > -distance) return false;
                if (marker.inside())
                    lost[static_cast<std::size_t>(t)].push_back(marker.at + tiles.tiles.first_cell(t).cast<Real>());
                return true;
            });
        },
        kTileChunk);
    std::vector<Vec3> all;
    for (const auto& places : lost) all.insert(all.end(), places.begin(), places.end());
    return all;
}

void Markers::reseed(const LevelTiles& tiles, const TileField<float>& phi, MarkerRoom room) {
    const ProfileScope scope("reseed markers");
    of_.resize(static_cast<std::size_t>(tiles.tiles.count()));
    parallel_for(
        "reseed markers", tiles.tiles.count(), [&](Index t) { reseed_tile(tiles, phi, room, t); }, kTileChunk);
    ++seedings_;
}

// A cell keeps its first markers up to half as many again as it should have, and is filled up below half of them.
void Markers::reseed_tile(const LevelTiles& tiles, const TileField<float>& phi, MarkerRoom room, Index t) {
    auto& own = of_[static_cast<std::size_t>(t)];
    if (own.empty() && std::ranges::all_of(phi.tile(t), [](float d) { return std::abs(d) > kMarkerBand + 1.0f; }))
        return;
    Rimmed near;
    near.gather(phi, tiles.near(t), kMarkerBand);
    std::array<Index, kTileCells> counts{};
    std::erase_if(own, [&](const Marker& marker) {
        const float level = level_at(near, marker.at);
        if (escaped(marker, level)) return false;
        const Vec3i cell = cell_of_place(marker.at).cwiseMax(0).cwiseMin(kTileWidth - 1);
        Index& count = counts[static_cast<std::size_t>(cell_in_tile(cell.x(), cell.y(), cell.z()))];
        return std::abs(level) > kMarkerBand || 2 * ++count > 3 * each_cell_;
    });
    for (Index c = 0; c < kTileCells; ++c) {
        const auto at = static_cast<std::size_t>(c);
        if (2 * counts[at] >= each_cell_ || std::abs(phi.tile(t)[at]) > kMarkerBand + 1.0f) continue;
        if (!room.empty() && room[static_cast<std::size_t>(t) * kTileCells + at] < 0.0f) continue;
        const Vec3i cell = coordinates_in_tile(c);
        const std::uint64_t key = cell_key(tiles, tiles.tiles.first_cell(t) + cell);
        for (Index k = counts[at]; k < each_cell_; ++k) {
            const auto number = static_cast<std::uint64_t>(seedings_) * 4096 + static_cast<std::uint64_t>(k);
            Vec3 offset = 0.5f * random_in_cube(seed_, key, number);
            if (tiles.slab) offset.z() = 0.0f;
            const Vec3 place = cell.cast<Real>() + Vec3::Constant(0.5f) + offset;
            const float level = level_at(near, place);
            if (std::abs(level) > kMarkerBand) continue;
            own.push_back({place, fitting_radius(level < 0.0f ? -1.0f : 1.0f, level)});
        }
    }
}

void Markers::move_to(const TileSet& before, const TileSet& now) {
    std::vector<TileMarkers> moved(static_cast<std::size_t>(now.count()));
    for (Index t = 0; t < before.count(); ++t)
        if (const Index to = now.find(before.tile(t)); to >= 0)
            moved[static_cast<std::size_t>(to)] = std::move(of_[static_cast<std::size_t>(t)]);
    of_ = std::move(moved);
}

std::int64_t Markers::count() const {
    std::int64_t sum = 0;
    for (const TileMarkers& markers : of_) sum += static_cast<std::int64_t>(markers.size());
    return sum;
}

std::int64_t Markers::inside_count() const {
    std::int64_t sum = 0;
    for (const TileMarkers& markers : of_) sum += std::ranges::count_if(markers, &Marker::inside);
    return sum;
}

void Markers::flatten(std::vector<Index>& counts, std::vector<std::array<float, 4>>& all) const {
    for (const TileMarkers& markers : of_) {
        counts.push_back(static_cast<Index>(markers.size()));
        for (const Marker& m : markers) all.push_back({m.at.x(), m.at.y(), m.at.z(), m.radius});
    }
}

void Markers::restore(const std::vector<Index>& counts, const std::vector<std::array<float, 4>>& all) {
    of_.assign(counts.size(), {});
    std::size_t next = 0;
    for (std::size_t t = 0; t < counts.size(); ++t)
        for (Index k = 0; k < counts[t] && next < all.size(); ++k, ++next)
            of_[t].push_back({{all[next][0], all[next][1], all[next][2]}, all[next][3]});
}

}  // namespace lamella
