#include <lamella/core/parallel.hpp>
#include <lamella/skinned/water_level.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kFull = 0.15f;
constexpr int kMeans = 3;
constexpr Real kOnFace = -1e-4f;
constexpr float kBand = 3.0f;  // long edges, of a level set of the water alone

struct NodeBounds {
    Vec3i low, high;
};

Vec3d origin_for(double width) { return Vec3d::Constant(0.5 * width); }

NodeBounds nodes_of(const Vec4i& tet, std::span<const Vec3> x, double width) {
    Box3 box;
    for (const Index node : tet) box.extend(x[node]);
    const auto per = static_cast<Real>(1.0 / width);
    return {(per * box.min.array() - 0.5f).floor().matrix().cast<Index>(),
            (per * box.max.array() - 0.5f).ceil().matrix().cast<Index>()};
}

template <class F>
void for_each_between(const Vec3i& low, const Vec3i& high, F&& f) {
    for (Index z = low.z(); z <= high.z(); ++z)
        for (Index y = low.y(); y <= high.y(); ++y)
            for (Index x = low.x(); x <= high.x(); ++x) f(Vec3i(x, y, z));
}

// Null in blocks that are not stored.
float* place_of(SparseGrid& grid, const Vec3i& node) {
    const Vec3i block = tile_of_cell(node), in = node - kTileWidth * block;
    const Index b = grid.find(block);
    if (b < 0 || !grid.stored(b)) return nullptr;
    return &grid.values(b)[static_cast<std::size_t>(cell_in_tile(in.x(), in.y(), in.z()))];
}

// The values of the mesh's nodes, by straight lines in those cells.
void unite(const CarriedWater& water, std::span<const Index> cells, std::span<const Real> values, SparseGrid& grid) {
    for (const Index cell : cells) {
        const Vec4i& t = water.mesh().tets[cell];
        const TetFrame frame = TetFrame::of(t, water.positions());
        if (frame.flat) continue;
        const Vec4 at_nodes(values[t[0]], values[t[1]], values[t[2]], values[t[3]]);
        const auto [low, high] = nodes_of(t, water.positions(), grid.cell());
        for_each_between(low, high, [&](const Vec3i& node) {
            const Vec4 b = frame.coordinates(grid.node_position(node).cast<Real>());
            if (b.minCoeff() < kOnFace) return;
            if (float* value = place_of(grid, node)) *value = std::min(*value, b.dot(at_nodes));
        });
    }
}

}  // namespace

WaterLevel::WaterLevel(const CarriedWater& water, std::span<const std::uint8_t> sunk)
    : water_(water), mesh_(water.mesh()), sunk_(sunk), film_(water, sunk) {
    find_fullness();
    find_bulk();
}

bool WaterLevel::left_out(Index cell) const {
    return in_sea(cell) || mesh_.distance(cell) <= FilmThickness::kFilmReach * static_cast<Real>(mesh_.cell);
}

void WaterLevel::find_fullness() {
    fullness_.assign(mesh_.tets.size(), 0.0f);
    parallel_for("fullness of cells", mesh_.tet_count(), [&](Index cell) {
        const std::int64_t volume = water_.water().amounts[cell].volume;
        if (volume > 0)
            fullness_[cell] = static_cast<Real>(std::min(
                static_cast<double>(volume) / static_cast<double>(std::max<std::int64_t>(water_.room(cell), 1)), 1.0));
    });
    for (int k = 0; k < kMeans; ++k) {
        const std::vector<Real> before = fullness_;
        parallel_for("means of fullness", mesh_.tet_count(), [&](Index cell) {
            if (left_out(cell)) return;
            Real sum = before[cell], count = 1.0f;
            for (const Index next : mesh_.neighbours[cell])
                if (next >= 0 && !left_out(next)) {
                    sum += before[next];
                    count += 1.0f;
                }
            fullness_[cell] = sum / count;
        });
    }
}

void WaterLevel::find_bulk() {
    std::vector<Real> weights(mesh_.node_distances.size());
    bulk_.assign(weights.size(), 0.0f);
    for (Index cell = 0; cell < mesh_.tet_count(); ++cell)
        if (!left_out(cell))
            for (const Index node : mesh_.tets[cell]) {
                bulk_[node] += fullness_[cell];
                weights[node] += 1.0f;
            }
    for (std::size_t n = 0; n < weights.size(); ++n)
        if (weights[n] > 0.0f) bulk_[n] /= weights[n];
    for (Index cell = 0; cell < mesh_.tet_count(); ++cell) {
        if (mesh_.solid(cell)) continue;
        const Vec4i& t = mesh_.tets[cell];
        if (std::max({bulk_[t[0]], bulk_[t[1]], bulk_[t[2]], bulk_[t[3]]}) > 0.0f) bulk_cells_.push_back(cell);
    }
    for (Real& f : bulk_) f = (kFull - f) * static_cast<Real>(mesh_.cell);
}

std::vector<Vec3i> WaterLevel::blocks(double width) const {
    std::vector<std::uint64_t> keys;
    for (const std::span<const Index> cells : {std::span(bulk_cells_), film_.cells()})
        for (const Index cell : cells) {
            const auto [low, high] = nodes_of(mesh_.tets[cell], water_.positions(), width);
            for_each_between(tile_of_cell(low), tile_of_cell(high), [&](const Vec3i& block) {
                if (const std::uint64_t key = tile_key(block); keys.empty() || keys.back() != key) keys.push_back(key);
            });
        }
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    std::vector<Vec3i> found(keys.size());
    std::ranges::transform(keys, found.begin(), tile_of_key);
    return found;
}

void WaterLevel::unite_with(SparseGrid& grid) const {
    unite(water_, bulk_cells_, bulk_, grid);
    unite(water_, film_.cells(), film_.level(), grid);
}

SparseGrid WaterLevel::alone(double width) const {
    SparseGrid grid(origin_for(width), width, kBand * static_cast<float>(mesh_.cell), blocks(width));
    unite_with(grid);
    return grid;
}

}  // namespace lamella
