#include <lamella/level_set_liquid/level_set.hpp>
#include <lamella/level_set_liquid/redistancing.hpp>

#include <cmath>

namespace lamella {

void LevelSet::start(LevelTiles tiles, TileField<float> phi, const LevelSetRoom& room) {
    tiles_ = std::move(tiles);
    phi_ = std::move(phi);
    if (room.mend) room.mend(phi_);
    redistance();
    if (room.mend) room.mend(phi_);
    seed(room.room);
}

void LevelSet::seed(MarkerRoom room) {
    if (options_.markers_each_cell > 0) markers_.reseed(tiles_, phi_, room);
}

void LevelSet::redistance() { lamella::redistance(tiles_, kBand, phi_); }

void LevelSet::grow(std::span<const Vec3i> also) {
    TileSet now = tiles_below(tiles_, phi_, kBand, kReach);
    if (!also.empty()) {
        std::vector<Vec3i> all(also.begin(), also.end());
        for (Index t = 0; t < now.count(); ++t) all.push_back(now.tile(t));
        now = TileSet(all);
    }
    if (std::ranges::equal(now.keys(), tiles_.tiles.keys())) return;
    const TileSet before = tiles_.tiles;
    tiles_ = LevelTiles(std::move(now), options_.slab);
    phi_ = on_tiles(phi_, before, tiles_.tiles, kBand);
    if (options_.markers_each_cell > 0) markers_.move_to(before, tiles_.tiles);
}

// Enright 2002, section 3.1: move both, correct, redistance, correct what that has moved, and fit the radii.
void LevelSet::advance(const FaceField& velocity, Real steps, const LevelSetRoom& room) {
    const auto mend = [&] {
        if (room.mend) room.mend(phi_);
    };
    phi_ = advected_level(tiles_, phi_, kBand, velocity, steps);
    mend();
    ++steps_;
    const bool marked = options_.markers_each_cell > 0;
    if (marked) {
        markers_.carry(tiles_, velocity, steps, room.hold_back);
        escaped_ = markers_.correct(tiles_, phi_);
    }
    redistance();
    mend();
    if (!marked) return;
    markers_.correct(tiles_, phi_);
    mend();
    markers_.fit_radii(tiles_, phi_);
    if (options_.reseed_every > 0 && steps_ % options_.reseed_every == 0) seed(room.room);
}

void LevelSet::shift(float outwards) {
    if (options_.markers_each_cell > 0) markers_.move_along_normals(tiles_, phi_, outwards);
    parallel_for(
        "shift level", tiles_.tiles.count(),
        [&](Index t) {
            for (float& d : phi_.tile(t))
                if (std::abs(d) < kBand) d = std::clamp(d - outwards, -kBand, kBand);
        },
        kTileChunk);
    if (options_.markers_each_cell > 0) markers_.fit_radii(tiles_, phi_);
}

// Scardovelli, Zaleski 2000, for the plane m . x = alpha with m >= 0 and |m|_1 = 1, below half of the volume.
Real share_behind_plane(const Vec3& n, Real d) {
    const Real sum = n.cwiseAbs().sum();
    std::array<Real, 3> m{std::abs(n.x()) / sum, std::abs(n.y()) / sum, std::abs(n.z()) / sum};
    std::ranges::sort(m);
    const Real level = 0.5f - d / sum;
    if (level <= 0.0f) return 0.0f;
    if (level >= 1.0f) return 1.0f;
    const Real a = std::min(level, 1.0f - level);
    const auto cube = [](Real x) { return x > 0.0f ? x * x * x : 0.0f; };
    const Real both = m[0] + m[1];
    Real share = 0.0f;
    if (m[0] * m[1] < 1e-6f) {  // the surface stands on an axis: a trapezium
        const Real low = std::max(m[1], 1e-6f);
        share = a < low ? a * a / (2.0f * low * m[2]) : (a - 0.5f * low) / m[2];
    } else {
        share =
            (cube(a) - cube(a - m[0]) - cube(a - m[1]) - cube(a - m[2]) + cube(a - both)) / (6.0f * m[0] * m[1] * m[2]);
    }
    return level <= 0.5f ? share : 1.0f - share;
}

std::vector<float> inside_shares(const LevelTiles& tiles, const TileField<float>& phi, std::span<const float> shares) {
    std::vector<float> inside(phi.values().size());
    parallel_for(
        "shares inside", tiles.tiles.count(),
        [&](Index t) {
            if (std::ranges::none_of(phi.tile(t), [](float d) { return d < 1.0f; })) return;
            RimmedTile<float, 1> near;
            near.gather(phi, tiles.near(t), LevelSet::kBand);
            for_each_rimmed_cell([&](std::size_t c, std::size_t at) {
                const float d = near.values[at];
                const std::size_t place = static_cast<std::size_t>(t) * kTileCells + c;
                if (d >= 1.0f) return;
                const Real weight = shares.empty() ? 1.0f : shares[place];
                Vec3 slope;
                for (int a = 0; a < 3; ++a) {
                    const std::size_t along = kAlong[static_cast<std::size_t>(a)];
                    slope[a] = 0.5f * (near.values[at + along] - near.values[at - along]);
                }
                const Real length = slope.norm();
                const bool flat = d > -1.0f && length > 1e-3f;
                inside[place] = weight * (flat ? share_behind_plane(slope / length, d) : (d < 0.0f ? 1.0f : 0.0f));
            });
        },
        kTileChunk);
    return inside;
}

double inside_volume(const LevelTiles& tiles, const TileField<float>& phi, std::span<const float> shares) {
    const std::vector<float> inside = inside_shares(tiles, phi, shares);
    return parallel_sum("volume inside", static_cast<Index>(inside.size()),
                        [&](Index c) { return inside[static_cast<std::size_t>(c)]; });
}

}  // namespace lamella
