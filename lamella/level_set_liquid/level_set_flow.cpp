#include <lamella/level_set_liquid/level_set_flow.hpp>

#include <cmath>

namespace lamella {
namespace {

TileSet tiles_of_cube(Index cells, bool slab) {
    std::vector<Vec3i> tiles;
    const Index wide = (cells + kTileWidth - 1) / kTileWidth;
    for (Index z = 0; z < (slab ? 1 : wide); ++z)
        for (Index y = 0; y < wide; ++y)
            for (Index x = 0; x < wide; ++x) tiles.emplace_back(x, y, z);
    return TileSet(tiles);
}

Vec3d centre_of(const TileSet& tiles, Index t, std::size_t c) {
    return (tiles.first_cell(t) + coordinates_in_tile(static_cast<Index>(c))).cast<double>() + Vec3d::Constant(0.5);
}

}  // namespace

LevelSetFlow::LevelSetFlow(Flow flow, const Distance& distance, Index cells, LevelSetOptions options)
    : flow_(std::move(flow)), cells_(cells), slab_(options.slab), level_set_(options) {
    LevelTiles tiles(tiles_of_cube(cells, slab_), slab_);
    TileField<float> phi(tiles.tiles);
    parallel_for(
        "exact distances", tiles.tiles.count(),
        [&](Index t) {
            for (std::size_t c = 0; c < kTileCells; ++c)
                phi.tile(t)[c] =
                    static_cast<float>(std::clamp(cells_ * distance(centre_of(tiles.tiles, t, c) / cells_), -8.0, 8.0));
        },
        kTileChunk);
    level_set_.start(std::move(tiles), std::move(phi));
}

void LevelSetFlow::sample_flow(double time) {
    const TileSet& tiles = level_set_.tiles().tiles;
    assign(velocity_, tiles, 0.0f);
    for (int a = 0; a < 3; ++a)
        parallel_for(
            "sample flow", tiles.count(),
            [&](Index t) {
                const auto to = velocity_[static_cast<std::size_t>(a)].tile(t);
                for (std::size_t c = 0; c < kTileCells; ++c) {
                    Vec3d at = centre_of(tiles, t, c);
                    at[a] -= 0.5;
                    to[c] = static_cast<float>(flow_(at / cells_, time)[a]);
                }
            },
            kTileChunk);
}

void LevelSetFlow::run_until(double time, double courant) {
    const double fastest = [&] {  // over the cube at the time of the largest speed
        sample_flow(0.0);
        double most = 0.0;
        for (const auto& component : velocity_)
            for (const float u : component.values()) most = std::max(most, std::abs(static_cast<double>(u)));
        return most;
    }();
    const auto count = static_cast<Index>(std::ceil((time - time_) * fastest * cells_ / courant));
    const double dt = (time - time_) / count;
    for (Index k = 0; k < count; ++k) {
        level_set_.grow();
        sample_flow(time_ + 0.5 * dt);
        level_set_.advance(velocity_, static_cast<Real>(dt * cells_));
        time_ += dt;
        ++steps_;
    }
    time_ = time;
}

double LevelSetFlow::in_metres(double cells) const {
    return slab_ ? cells / kTileWidth / cells_ / cells_ : cells / cells_ / cells_ / cells_;
}

double LevelSetFlow::volume() const { return in_metres(inside_volume(level_set_.tiles(), level_set_.phi())); }

// With the smaller of both distances for the union and the larger for the intersection.
double LevelSetFlow::difference(const Distance& other) const {
    const LevelTiles& tiles = level_set_.tiles();
    TileField<float> both = level_set_.phi(), either = both;
    parallel_for(
        "difference", tiles.tiles.count(),
        [&](Index t) {
            for (std::size_t c = 0; c < kTileCells; ++c) {
                const double exact = cells_ * other(centre_of(tiles.tiles, t, c) / cells_);
                const auto d = static_cast<float>(std::clamp(exact, -double{LevelSet::kBand}, double{LevelSet::kBand}));
                both.tile(t)[c] = std::max(both.tile(t)[c], d);
                either.tile(t)[c] = std::min(either.tile(t)[c], d);
            }
        },
        kTileChunk);
    return in_metres(inside_volume(tiles, either) - inside_volume(tiles, both));
}

}  // namespace lamella
