#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/tracking/repair/mesh_raster.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kFaceChunk = 4096;
constexpr Index kMargin = 2;

// Positive or zero: left of the way from the lower to the higher vertex; turned for the way from i to j.
double side(const RasterTriangle& t, int i, int j, int b, int c, double pb, double pc) {
    const bool up = t.vertices[i] < t.vertices[j];
    const Vec3d& from = t.places[up ? i : j];
    const Vec3d& to = t.places[up ? j : i];
    const double e = (to[b] - from[b]) * (pc - from[c]) - (to[c] - from[c]) * (pb - from[b]);
    return up ? e : -e;
}

bool left(const RasterTriangle& t, int i, int j, double e) {
    return t.vertices[i] < t.vertices[j] ? e >= 0.0 : e > 0.0;
}

Vec3i tile_below(const Vec3d& place, Index margin) { return tile_of_cell(floor_of(place).array() + margin); }

// Calls f(tile) for the tiles whose cells the box of the triangle meets, with a margin of cells.
template <class F>
void for_each_tile(const RasterTriangle& t, Index margin, F&& f) {
    const Vec3i low = tile_below(t.low, -margin), high = tile_below(t.high, margin);
    for (Index x = low.x(); x <= high.x(); ++x)
        for (Index y = low.y(); y <= high.y(); ++y)
            for (Index z = low.z(); z <= high.z(); ++z) f(Vec3i(x, y, z));
}

void require_closed(const ConnectedMesh& mesh, Index f) {
    for (Index h = 3 * f; h < 3 * f + 3; ++h)
        if (mesh.at_boundary(h)) throw RunError("the topology of a mesh that is not closed cannot be repaired");
}

void add_saturated(std::uint8_t& count) { count = static_cast<std::uint8_t>(std::min(count + 1, 255)); }

// A thread takes a few tiles at once.
template <class F>
void over_tiles(const char* label, Index n, F&& f) {
    parallel_for(label, n, f, kTileChunk);
}

}  // namespace

RasterTriangle raster_triangle(const Vec3i& corners, const std::array<Vec3d, 3>& places) {
    RasterTriangle t{{corners[0], corners[1], corners[2]}, places, {}, {}};
    t.low = t.places[0].cwiseMin(t.places[1]).cwiseMin(t.places[2]);
    t.high = t.places[0].cwiseMax(t.places[1]).cwiseMax(t.places[2]);
    return t;
}

LineCrossing cross_line(const RasterTriangle& t, int axis, const Vec3i& node) {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const double pb = node[b], pc = node[c];
    const double e2 = side(t, 0, 1, b, c, pb, pc), e0 = side(t, 1, 2, b, c, pb, pc), e1 = side(t, 2, 0, b, c, pb, pc);
    const bool first = left(t, 0, 1, e2);
    if (left(t, 1, 2, e0) != first || left(t, 2, 0, e1) != first) return {};
    const double sum = e0 + e1 + e2;
    const double at = sum != 0.0 ? (e0 * t.places[0][axis] + e1 * t.places[1][axis] + e2 * t.places[2][axis]) / sum
                                 : t.places[0][axis];
    return {std::clamp(at, t.low[axis], t.high[axis]), first ? 1 : -1};
}

MeshRaster::MeshRaster(const ConnectedMesh& mesh, const RepairGrid& grid) {
    places_.resize(mesh.positions.size());
    parallel_for("raster places", mesh.vertex_slots(), [&](Index v) { places_[v] = grid.place(mesh.positions[v]); });
    choose_tiles(mesh);
    sort_triangles(mesh);
    cross_lines(mesh);
    sum_windings();
    mark_crossed();
}

void MeshRaster::choose_tiles(const ConnectedMesh& mesh) {
    constexpr double kReach = kTileReach - 64;
    const Index n = mesh.face_slots();
    std::vector<std::vector<std::uint64_t>> found(static_cast<std::size_t>((n + kFaceChunk - 1) / kFaceChunk));
    parallel_chunks("raster tiles", n, kFaceChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        auto& keys = found[chunk];
        Vec3i last_low = Vec3i::Constant(kTileReach), last_high = last_low;
        for (auto f = static_cast<Index>(begin); f < static_cast<Index>(end); ++f) {
            if (!mesh.has_face(f)) continue;
            require_closed(mesh, f);
            const RasterTriangle t = triangle(mesh.corners(f));
            if (!((t.low.array() > -kReach).all() && (t.high.array() < kReach).all()))
                throw RunError("a mesh whose topology is repaired reaches farther than 2^20 edges from the origin");
            const Vec3i low = tile_below(t.low, -kMargin), high = tile_below(t.high, kMargin);
            if (low == last_low && high == last_high) continue;  // as its neighbour before
            last_low = low;
            last_high = high;
            for_each_tile(t, kMargin, [&](const Vec3i& tile) { keys.push_back(tile_key(tile)); });
        }
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    });
    std::vector<std::uint64_t> all;
    for (const auto& keys : found) all.insert(all.end(), keys.begin(), keys.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    tiles_ = TileSet::of_keys(std::move(all));
}

void MeshRaster::sort_triangles(const ConnectedMesh& mesh) {
    struct Entry {
        Index tile, triangle;
    };
    const Index n = mesh.face_slots();
    std::vector<std::vector<Entry>> found(static_cast<std::size_t>((n + kFaceChunk - 1) / kFaceChunk));
    parallel_chunks("raster sort", n, kFaceChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        Vec3i last = Vec3i::Constant(kTileReach);
        Index number = -1;
        for (auto f = static_cast<Index>(begin); f < static_cast<Index>(end); ++f) {
            if (!mesh.has_face(f)) continue;
            for_each_tile(triangle(mesh.corners(f)), 0, [&](const Vec3i& tile) {
                if (tile != last) number = tiles_.find(tile);
                last = tile;
                found[chunk].push_back({number, f});
            });
        }
    });
    begin_.assign(static_cast<std::size_t>(tiles_.count()) + 1, 0);
    for (const auto& entries : found)
        for (const Entry& e : entries) ++begin_[e.tile + 1];
    for (Index t = 0; t < tiles_.count(); ++t) begin_[t + 1] += begin_[t];
    triangles_.resize(static_cast<std::size_t>(begin_.back()));
    std::vector<Index> next(begin_.begin(), begin_.end() - 1);
    for (const auto& entries : found)
        for (const Entry& e : entries) triangles_[next[e.tile]++] = e.triangle;
}

void MeshRaster::cross_lines(const ConnectedMesh& mesh) {
    cells_.resize(static_cast<std::size_t>(tiles_.count()));
    over_tiles("raster lines", tiles_.count(), [&](Index t) {
        for (const Index f : triangles(t)) enter(cells_[t], tiles_.first_cell(t), triangle(mesh.corners(f)));
    });
}

// The crossings of one triangle on the grid edges that begin in one tile.
void MeshRaster::enter(Tile& tile, const Vec3i& first, const RasterTriangle& t) const {
    const Vec3i low = floor_of(t.low), high = floor_of(t.high);
    for (int axis = 0; axis < 3; ++axis) {
        const int b = (axis + 1) % 3, c = (axis + 2) % 3;
        const Index b_end = std::min(high[b], first[b] + 7), c_end = std::min(high[c], first[c] + 7);
        for (Index i = std::max(low[b] + 1, first[b]); i <= b_end; ++i)
            for (Index j = std::max(low[c] + 1, first[c]); j <= c_end; ++j) {
                Vec3i node;
                node[b] = i;
                node[c] = j;
                const LineCrossing crossing = cross_line(t, axis, node);
                if (crossing.sign == 0) continue;
                node[axis] = static_cast<Index>(std::floor(crossing.at));
                const Vec3i in = node - first;
                if (in[axis] < 0 || in[axis] >= kTileWidth) continue;
                const Index at = cell_in_tile(in.x(), in.y(), in.z());
                add_saturated(tile.crossings[axis][at]);
                if (axis == 2)
                    tile.winding[at] =
                        static_cast<std::int8_t>(std::clamp(tile.winding[at] + crossing.sign, -100, 100));
            }
    }
}

// Tiles of one (x, y) follow one another in the order of the keys: their z lines are summed from the far end on.
void MeshRaster::sum_windings() {
    std::vector<Index> rows;
    const auto same_row = [&](Index t) { return tiles_.tile(t).head<2>() == tiles_.tile(t - 1).head<2>(); };
    for (Index t = 0; t < tiles_.count(); ++t)
        if (t == 0 || !same_row(t)) rows.push_back(t);
    rows.push_back(tiles_.count());
    over_tiles("raster windings", static_cast<Index>(rows.size()) - 1, [&](Index r) {
        std::array<int, 64> beyond{};
        for (Index t = rows[r + 1]; t-- > rows[r];)
            for (Index z = kTileWidth; z-- > 0;)
                for (Index line = 0; line < 64; ++line) {
                    std::int8_t& w = cells_[t].winding[line + 64 * z];
                    beyond[line] += w;
                    w = static_cast<std::int8_t>(std::clamp(beyond[line], -100, 100));
                }
    });
}

void MeshRaster::mark_crossed() {
    crossed_.assign(64 * static_cast<std::size_t>(tiles_.count()), 0);
    over_tiles("raster marks", tiles_.count(), [&](Index t) {
        const Vec3i tile = tiles_.tile(t);
        const std::array<Index, 4> below{tiles_.find(tile - Vec3i::UnitX()), tiles_.find(tile - Vec3i::UnitY()),
                                         tiles_.find(tile - Vec3i::UnitZ()), t};
        for (Index at = 0; at < kTileCells; ++at) {
            const Vec3i in = coordinates_in_tile(at);
            bool crossed = false;
            for (int axis = 0; axis < 3; ++axis) {
                const Index step = Index{1} << (3 * axis);
                const Index holder = in[axis] > 0 ? t : below[axis];
                const Index before = in[axis] > 0 ? at - step : at + 7 * step;
                crossed = crossed || cells_[t].crossings[axis][at] != 0 ||
                          (holder >= 0 && cells_[holder].crossings[axis][before] != 0);
            }
            if (crossed)
                crossed_[64 * static_cast<std::size_t>(t) + (at >> 3)] |= static_cast<std::uint8_t>(1u << (at & 7));
        }
    });
}

Index MeshRaster::winding(const Vec3i& node) const {
    const Vec3i tile = tile_of_cell(node);
    const auto keys = tiles_.keys();
    const auto at = std::lower_bound(keys.begin(), keys.end(), tile_key(tile));
    if (at == keys.end()) return 0;
    const Vec3i found = tile_of_key(*at);
    if (found.head<2>() != tile.head<2>()) return 0;
    const Index z = found == tile ? node.z() & 7 : 0;  // beyond a gap nothing is crossed before the next tile
    return cells_[at - keys.begin()].winding[cell_in_tile(node.x() & 7, node.y() & 7, z)];
}

Index MeshRaster::crossings(const GridEdge& edge) const {
    const Index t = tiles_.find(tile_of_cell(edge.node));
    if (t < 0) return 0;
    return cells_[t].crossings[edge.axis][cell_in_tile(edge.node.x() & 7, edge.node.y() & 7, edge.node.z() & 7)];
}

bool MeshRaster::touches_mesh(const Vec3i& node) const {
    const Index t = tiles_.find(tile_of_cell(node));
    return t >= 0 && (crossed_row(t, (node.y() & 7) + 8 * (node.z() & 7)) >> (node.x() & 7) & 1) != 0;
}

std::vector<LineCrossing> MeshRaster::crossings_of(const GridEdge& edge, std::span<const Vec3i> corners) const {
    std::vector<LineCrossing> found;
    const Index t = tiles_.find(tile_of_cell(edge.node));
    if (t < 0) return found;
    for (const Index f : triangles(t)) {
        const LineCrossing crossing = cross_line(triangle(corners[f]), edge.axis, edge.node);
        const double along = crossing.at - edge.node[edge.axis];
        if (crossing.sign != 0 && along >= 0.0 && along < 1.0) found.push_back(crossing);
    }
    std::sort(found.begin(), found.end(), [](const LineCrossing& a, const LineCrossing& b) {
        return a.at != b.at ? a.at < b.at : a.sign < b.sign;
    });
    return found;
}

}  // namespace lamella
