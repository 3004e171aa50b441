#include <lamella/core/parallel.hpp>
#include <lamella/coupling/merged_level.hpp>
#include <lamella/grid/tricubic.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kFiner = 4;
constexpr float kShownBand = 1.5f;  // cells of the sea
constexpr Real kFull = 0.15f;
constexpr int kMeans = 3;
constexpr Real kOnFace = -1e-4f;

struct NodeBounds {
    Vec3i low, high;
};

class Merging {
public:
    Merging(const LevelSetSolver& sea, const CarriedWater& water, std::span<const std::uint8_t> sunk)
        : sea_(sea), water_(water), mesh_(water.mesh()), sunk_(sunk), width_(sea.cell() / kFiner) {}

    SparseGrid run() {
        find_fullness();
        find_node_values();
        find_shown();
        take_sea();
        unite_mesh();
        return std::move(grid_);
    }

private:
    void find_fullness() {
        fullness_.assign(mesh_.tets.size(), 0.0f);
        parallel_for("fullness of cells", mesh_.tet_count(), [&](Index cell) {
            const std::int64_t volume = water_.water().amounts[cell].volume;
            if (sunk_[cell] != 0)
                fullness_[cell] = 1.0f;
            else if (volume > 0)
                fullness_[cell] = static_cast<Real>(std::min(
                    static_cast<double>(volume) / static_cast<double>(std::max<std::int64_t>(room_of(cell), 1)), 1.0));
        });
        for (int k = 0; k < kMeans; ++k) {
            const std::vector<Real> before = fullness_;
            parallel_for("means of fullness", mesh_.tet_count(), [&](Index cell) {
                if (mesh_.solid(cell)) return;
                Real sum = before[cell], count = 1.0f;
                for (const Index next : mesh_.neighbours[cell])
                    if (next >= 0 && !mesh_.solid(next)) {
                        sum += before[next];
                        count += 1.0f;
                    }
                fullness_[cell] = sum / count;
            });
        }
    }

    std::int64_t room_of(Index cell) const {
        return mesh_.open_count(cell) *
               part_capacity(mesh_, cell, TetFrame::of(mesh_.tets[cell], water_.positions()).volume);
    }

    void find_node_values() {
        std::vector<Real> weights(mesh_.node_distances.size());
        values_.assign(weights.size(), 0.0f);
        for (Index cell = 0; cell < mesh_.tet_count(); ++cell)
            if (!mesh_.solid(cell))
                for (const Index node : mesh_.tets[cell]) {
                    values_[node] += fullness_[cell];
                    weights[node] += 1.0f;
                }
        for (std::size_t n = 0; n < weights.size(); ++n)
            if (weights[n] > 0.0f) values_[n] /= weights[n];
    }

    // Cells with some water that the sea does not show anyway.
    void find_shown() {
        for (Index cell = 0; cell < mesh_.tet_count(); ++cell) {
            if (mesh_.solid(cell)) continue;
            const Vec4i& t = mesh_.tets[cell];
            const auto [least, most] = std::minmax({values_[t[0]], values_[t[1]], values_[t[2]], values_[t[3]]});
            if (most > 0.0f && !(sunk_[cell] != 0 && least > 0.999f)) shown_.push_back(cell);
        }
    }

    NodeBounds nodes_of(Index cell) const {
        Box3 box;
        for (const Index node : mesh_.tets[cell]) box.extend(water_.positions()[node]);
        const auto per = static_cast<Real>(1.0 / width_);
        return {(box.min * per).array().floor().matrix().cast<Index>(),
                (box.max * per).array().ceil().matrix().cast<Index>()};
    }

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
        for (const Vec3i& block : blocks_of_mesh())
            if (deep.find(block) < 0) stored.push_back(block);
        grid_ = SparseGrid(Vec3d::Constant(0.5 * width_), width_, band(), stored);
        grid_.add_constant_blocks(inside, -band());
        for (const Blocks& blocks : of_tiles)
            for (std::size_t k = 0; k < blocks.near.size(); ++k)
                std::ranges::copy(blocks.values[k], grid_.values(grid_.find(blocks.near[k])).begin());
    }

    std::vector<Vec3i> blocks_of_mesh() const {
        std::vector<Vec3i> found;
        for (const Index cell : shown_) {
            const NodeBounds nodes = nodes_of(cell);
            const Vec3i low = tile_of_cell(nodes.low), high = tile_of_cell(nodes.high);
            for (Index z = low.z(); z <= high.z(); ++z)
                for (Index y = low.y(); y <= high.y(); ++y)
                    for (Index x = low.x(); x <= high.x(); ++x) found.emplace_back(x, y, z);
        }
        return found;
    }

    float band() const { return kShownBand * static_cast<float>(sea_.cell()); }

    // Null in blocks that lie inside the sea.
    float* place_of(const Vec3i& node) {
        const Vec3i block = tile_of_cell(node), in = node - kTileWidth * block;
        const Index b = grid_.find(block);
        if (b < 0 || !grid_.stored(b)) return nullptr;
        return &grid_.values(b)[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
    }

    void unite_mesh() {
        const auto a = static_cast<Real>(mesh_.cell);
        for (const Index cell : shown_) {
            const Vec4i& t = mesh_.tets[cell];
            const TetFrame frame = TetFrame::of(t, water_.positions());
            if (frame.flat) continue;
            const Vec4 values(values_[t[0]], values_[t[1]], values_[t[2]], values_[t[3]]);
            const NodeBounds nodes = nodes_of(cell);
            for (Index z = nodes.low.z(); z <= nodes.high.z(); ++z)
                for (Index y = nodes.low.y(); y <= nodes.high.y(); ++y)
                    for (Index x = nodes.low.x(); x <= nodes.high.x(); ++x) {
                        const Vec3 p = grid_.node_position({x, y, z}).cast<Real>();
                        const Vec4 b = frame.coordinates(p);
                        if (b.minCoeff() < kOnFace) continue;
                        if (float* value = place_of({x, y, z})) *value = std::min(*value, (kFull - b.dot(values)) * a);
                    }
        }
    }

    const LevelSetSolver& sea_;
    const CarriedWater& water_;
    const SkinnedTets& mesh_;
    std::span<const std::uint8_t> sunk_;
    double width_;
    std::vector<Real> fullness_, values_;  // of cells and of nodes
    std::vector<Index> shown_;
    SparseGrid grid_;
};

}  // namespace

SparseGrid merged_level(const LevelSetSolver& sea, const CarriedWater& water, std::span<const std::uint8_t> sunk) {
    return Merging(sea, water, sunk).run();
}

}  // namespace lamella
