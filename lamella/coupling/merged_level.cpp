#include <lamella/core/parallel.hpp>
#include <lamella/coupling/merged_level.hpp>
#include <lamella/grid/tricubic.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kFiner = 4;
constexpr float kShownBand = 1.5f;  // cells of the sea

class Merging {
public:
    Merging(const LevelSetSolver& sea, const WaterLevel& water)
        : sea_(sea), water_(water), width_(sea.cell() / kFiner) {}

    SparseGrid run() {
        take_sea();
        water_.unite_with(grid_);
        return std::move(grid_);
    }

private:
    // The blocks of one tile of the sea: those near its surface with their values, and those inside.
    struct Blocks {
        std::vector<Vec3i> near, inside;
        std::vector<std::array<float, kTileCells>> values;
    };

    void add_block(const RimmedTile<float, 2>& phi, const Vec3i& tile, const Vec3i& in_tile, Blocks& blocks) const {
        std::array<float, kTileCells> values;
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i node = kTileWidth * in_tile + coordinates_in_tile(c);
            const Vec3 at = (node.cast<Real>().array() + 0.5f) / static_cast<Real>(kFiner) - 0.5f;
            const Vec3i base = at.array().floor().matrix().cast<Index>();
            const Real value =
                tricubic(base, at - base.cast<Real>(), [&](Index x, Index y, Index z) { return phi.at(x, y, z); });
            values[static_cast<std::size_t>(c)] =
                static_cast<float>(sea_.cell()) * std::clamp(value, -kShownBand, kShownBand);
        }
        const auto [least, most] = std::ranges::minmax(values);
        const Vec3i block = kFiner * tile + in_tile;
        if (least >= band()) return;
        if (most <= -band()) return blocks.inside.push_back(block);
        blocks.near.push_back(block);
        blocks.values.push_back(values);
    }

    void take_sea() {
        const LevelTiles& tiles = sea_.level_set().tiles();
        std::vector<Blocks> of_tiles(static_cast<std::size_t>(tiles.tiles.count()));
        parallel_for(
            "finer level of the sea", tiles.tiles.count(),
            [&](Index t) {
                RimmedTile<float, 2> phi;
                phi.gather(sea_.level_set().phi(), tiles.near(t), LevelSet::kBand);
                for (Index c = 0; c < kFiner * kFiner * kFiner; ++c)
                    add_block(phi, tiles.tiles.tile(t), {c % kFiner, c / kFiner % kFiner, c / (kFiner * kFiner)},
                              of_tiles[static_cast<std::size_t>(t)]);
            },
            kTileChunk);
        std::vector<Vec3i> stored, inside;
        for (const Blocks& blocks : of_tiles) {
            stored.insert(stored.end(), blocks.near.begin(), blocks.near.end());
            inside.insert(inside.end(), blocks.inside.begin(), blocks.inside.end());
        }
        const TileSet deep(inside);
        for (const Vec3i& block : water_.blocks(width_))
            if (deep.find(block) < 0) stored.push_back(block);
        grid_ = SparseGrid(Vec3d::Constant(0.5 * width_), width_, band(), stored);
        grid_.add_constant_blocks(inside, -band());
        for (const Blocks& blocks : of_tiles)
            for (std::size_t k = 0; k < blocks.near.size(); ++k)
                std::ranges::copy(blocks.values[k], grid_.values(grid_.find(blocks.near[k])).begin());
    }

    float band() const { return kShownBand * static_cast<float>(sea_.cell()); }

    const LevelSetSolver& sea_;
    const WaterLevel& water_;
    double width_;
    SparseGrid grid_;
};

}  // namespace

SparseGrid merged_level(const LevelSetSolver& sea, const WaterLevel& water) { return Merging(sea, water).run(); }

}  // namespace lamella
