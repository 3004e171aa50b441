#include <lamella/core/parallel.hpp>
#include <lamella/tracking/repair/repair_seeds.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kWrongWay = 0.3f;  // of |grad phi|; the outward normal should have -1

void add_around(CellRegion& region, const Vec3i& cell) {
    for_each_offset([&](Index x, Index y, Index z) { region.add(cell + Vec3i(x, y, z)); });
}

Vec3 angle_weighted_normal(const ConnectedMesh& mesh, Index v) {
    Vec3 sum = Vec3::Zero();
    const Vec3 p = mesh.positions[v];
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3 a = mesh.positions[mesh.to(h)] - p, b = mesh.positions[mesh.opposite(h)] - p;
        const Vec3 n = cross(a, b);
        const Real length = n.norm();
        if (length > 0.0f) sum += std::atan2(length, a.dot(b)) / length * n;
    });
    return sum;
}

std::vector<LevelSample> samples_at(const LevelField& phi, std::span<const Vec3> points) {
    std::vector<LevelSample> samples(points.size());
    phi.evaluate(points, samples);
    return samples;
}

// What f(k) says of the elements k below n, in parallel.
template <class F>
std::vector<Index> select(const char* label, Index n, F&& f) {
    std::vector<char> chosen(static_cast<std::size_t>(n), 0);
    parallel_for(label, n, [&](Index k) { chosen[k] = f(k); });
    std::vector<Index> numbers;
    for (Index k = 0; k < n; ++k)
        if (chosen[k]) numbers.push_back(k);
    return numbers;
}

void add_turned_vertices(CellRegion& region, const ConnectedMesh& mesh, std::span<const LevelSample> samples,
                         const RepairGrid& grid) {
    const auto turned = select("normals against phi", mesh.vertex_slots(), [&](Index v) {
        if (mesh.outgoing(v) < 0) return false;
        const Vec3 n = angle_weighted_normal(mesh, v);
        const Vec3 g = samples[v].gradient;
        return n.dot(g) > kWrongWay * n.norm() * g.norm();
    });
    for (const Index v : turned) add_around(region, floor_of(grid.place(mesh.positions[v])));
}

void add_bridges(CellRegion& region, const ConnectedMesh& mesh, const LevelField& phi,
                 std::span<const LevelSample> samples, const RepairGrid& grid, Real tolerance) {
    const auto edges = select("edges through phi", mesh.edge_slots(), [&](Index e) {
        if (!mesh.has_edge(e)) return false;
        const Index h = mesh.halfedge(e);
        return samples[mesh.from(h)].gradient.dot(samples[mesh.to(h)].gradient) < 0.0f;
    });
    // The steepness is that of the ends: between two bodies phi is flat.
    std::vector<Vec3> middles;
    std::vector<Real> steepness;
    for (const Index e : edges) {
        const Index a = mesh.from(mesh.halfedge(e)), b = mesh.to(mesh.halfedge(e));
        middles.push_back(0.5f * (mesh.positions[a] + mesh.positions[b]));
        steepness.push_back(0.5f * (samples[a].gradient.norm() + samples[b].gradient.norm()));
    }
    const std::vector<LevelSample> found = samples_at(phi, middles);
    const Real deep = tolerance * static_cast<Real>(grid.cell());
    for (std::size_t i = 0; i < middles.size(); ++i)
        if (std::abs(found[i].value) > deep * steepness[i]) add_around(region, floor_of(grid.place(middles[i])));
}

// Nodes of one chunk of tiles, so that the sweep is parallel; the region is a set, so their order plays no role.
using NodeLists = std::vector<std::vector<Vec3i>>;

void add_nodes_of_band(CellRegion& region, const MeshRaster& raster, const NodeDepths& depths, Real tolerance) {
    NodeLists wrong(static_cast<std::size_t>(depths.chunks()));
    depths.for_each_in_band([&](Index chunk, const Vec3i& node, Index w, Real depth) {
        const bool overlap = w != 0 && w != 1;
        const bool differs = depths.has_field() && (depth > 0.0f) != (w == 1) &&
                             (std::abs(depth) > tolerance || !raster.touches_mesh(node));
        if (overlap || differs) wrong[chunk].push_back(node);
    });
    for (const auto& nodes : wrong)
        for (const Vec3i& node : nodes) for_each_cell_at_node(node, [&](const Vec3i& cell) { region.add(cell); });
}

// The corners of the places' cells that the band does not have, ascending.
std::vector<Vec3i> nodes_at(std::span<const Vec3> places, const RepairGrid& grid, const NodeDepths& depths) {
    const auto n = static_cast<Index>(places.size());
    std::vector<std::vector<CellKey>> found(static_cast<std::size_t>((n + kParallelChunk - 1) / kParallelChunk));
    const auto sort_unique = [](std::vector<CellKey>& keys) {
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    };
    parallel_chunks("watched nodes", n, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (std::ptrdiff_t i = begin; i < end; ++i)
                            for_each_corner(floor_of(grid.place(places[i])), [&](const Vec3i& node) {
                                if (!depths.knows(node)) found[chunk].push_back(tile_key(node));
                            });
                        sort_unique(found[chunk]);
                    });
    std::vector<CellKey> all;
    for (const auto& keys : found) all.insert(all.end(), keys.begin(), keys.end());
    sort_unique(all);
    std::vector<Vec3i> nodes;
    for (const CellKey key : all) nodes.push_back(tile_of_key(key));
    return nodes;
}

void add_watched(CellRegion& region, const MeshRaster& raster, const RepairGrid& grid, NodeDepths& depths,
                 std::span<const Vec3> places) {
    const std::vector<Vec3i> nodes = nodes_at(places, grid, depths);
    depths.require(nodes);
    for (const Vec3i& node : nodes)
        if (depths.inside(node) != (raster.winding(node) >= 1) && !raster.touches_mesh(node))
            for_each_cell_at_node(node, [&](const Vec3i& cell) { region.add(cell); });
}

}  // namespace

CellRegion find_seeds(const ConnectedMesh& mesh, const LevelField* phi, const MeshRaster& raster,
                      const RepairGrid& grid, NodeDepths& depths, const RepairSettings& settings,
                      std::span<const Vec3> failed_places) {
    CellRegion region;
    for (const Vec3& place : failed_places) add_around(region, floor_of(grid.place(place)));
    if (phi && settings.check_normals) {
        const std::vector<LevelSample> samples = samples_at(*phi, mesh.positions);
        add_turned_vertices(region, mesh, samples, grid);
        add_bridges(region, mesh, *phi, samples, grid, settings.depth);
    }
    depths.evaluate_band(settings.reach);
    add_nodes_of_band(region, raster, depths, settings.depth);
    add_watched(region, raster, grid, depths, settings.watch);
    return region;
}

}  // namespace lamella
