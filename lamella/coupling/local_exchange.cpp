#include <lamella/coupling/local_exchange.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

Vec3i vector_of(const std::array<Index, 3>& cell) { return {cell[0], cell[1], cell[2]}; }

float* value_at(const TileSet& tiles, TileField<float>& field, const Vec3i& cell) {
    const Vec3i tile = tile_of_cell(cell), in = cell - kTileWidth * tile;
    const Index t = tiles.find(tile);
    if (t < 0) return nullptr;
    return &field.tile(t)[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
}

}  // namespace

LocalExchange::Cell LocalExchange::cell_of(const Vec3& x) const {
    const Vec3d at = (x.cast<double>() / width_).array().floor();
    return {static_cast<Index>(at.x()), static_cast<Index>(at.y()), static_cast<Index>(at.z())};
}

void LocalExchange::give(const Vec3& x, const WaterAmount& amount) {
    Owed& owed = cells_[cell_of(x)];
    owed.volume += amount.volume;
    owed.came += amount;
}

void LocalExchange::take(const Vec3& x, std::int64_t volume) { cells_[cell_of(x)].volume -= volume; }

std::int64_t LocalExchange::pending() const {
    std::int64_t sum = 0;
    for (const auto& [cell, owed] : cells_) sum += owed.volume;
    return sum;
}

void LocalExchange::deliver(LevelSetSolver& sea, LiquidCells& cells, double dt) {
    if (cells_.empty()) return;
    move_into_liquid(sea, cells);
    push_faces(sea);
    const TileSet& tiles = sea.level_set().tiles().tiles;
    cells.source.assign(tiles, 0.0f);
    const auto most = static_cast<std::int64_t>(kMost * full_);
    for (auto at = cells_.begin(); at != cells_.end();) {
        const Vec3i cell = vector_of(at->first);
        Owed& owed = at->second;
        owed.came = {};
        if (cells.liquid.at(tiles, cell, 0) != 0) {
            const std::int64_t now = std::clamp(owed.volume, -most, most);
            *value_at(tiles, cells.source, cell) = static_cast<float>(static_cast<double>(now) / full_ * width_ / dt);
            owed.volume -= now;
        }
        at = owed.volume == 0 ? cells_.erase(at) : std::next(at);
    }
}

// Cells without liquid hand what they have to the neighbour that lies deepest in it, of those that are most open.
void LocalExchange::move_into_liquid(const LevelSetSolver& sea, const LiquidCells& cells) {
    const LevelTiles& tiles = sea.level_set().tiles();
    std::map<Cell, Owed> moved;
    for (const auto& [cell, owed] : cells_) {
        Vec3i best = vector_of(cell);
        if (cells.liquid.at(tiles.tiles, best, 0) == 0) {
            const auto rank = [&](const Vec3i& at) {
                const bool liquid = cells.liquid.at(tiles.tiles, at, 0) != 0;
                const bool open = sea.solids().open_volume().at(tiles.tiles, at, 0.0f) >= 0.5f;
                const float phi = sea.level_set().phi().at(tiles.tiles, at, LevelSet::kBand);
                return std::tuple(!liquid, !open, phi);
            };
            const Vec3i here = best;
            for_each_offset([&](Index x, Index y, Index z) {
                if (rank(here + Vec3i(x, y, z)) < rank(best)) best = here + Vec3i(x, y, z);
            });
        }
        Owed& to = moved[{best.x(), best.y(), best.z()}];
        to.volume += owed.volume;
        to.came += owed.came;
    }
    cells_ = std::move(moved);
}

// Half of what came into a cell belongs to each of its two faces along an axis.
void LocalExchange::push_faces(LevelSetSolver& sea) const {
    const TileSet& tiles = sea.level_set().tiles().tiles;
    for (int a = 0; a < 3; ++a) {
        const auto axis = static_cast<std::size_t>(a);
        std::map<Cell, WaterAmount> faces;
        for (const auto& [cell, owed] : cells_) {
            if (owed.came.volume <= 0) continue;
            Cell high = cell;
            ++high[axis];
            faces[cell] += owed.came;
            faces[high] += owed.came;
        }
        for (const auto& [face, came] : faces) {
            float* u = value_at(tiles, sea.velocity_to_push()[axis], vector_of(face));
            if (!u) continue;
            const auto q = static_cast<float>(std::min(0.5 * static_cast<double>(came.volume) / full_, 1.0));
            *u += q * (came.velocity()[a] - *u);
        }
    }
}

}  // namespace lamella
