#include <lamella/tracking/repair/region_fill.hpp>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

using EdgeKey = std::pair<CellKey, int>;
using Segment = std::pair<Index, Index>;

EdgeKey edge_of_vertex(const Vec3d& place) {
    Vec3i node = floor_of(place);
    int axis = -1, planes = 0;
    for (int a = 0; a < 3; ++a) {
        if (on_plane(place[a]))
            ++planes;
        else
            axis = a;
    }
    return planes == 2 ? EdgeKey{tile_key(node), axis} : EdgeKey{0, -1};
}

// The corners of a face of a cell, counter-clockwise seen from outside the cell, and the grid edge after each of them.
struct FaceWalk {
    std::array<Vec3i, 4> corners;
    std::array<GridEdge, 4> edges;
    Vec3d centre;

    FaceWalk(const Vec3i& cell, int face) {
        const int axis = face / 2, up = face % 2, b = (axis + 1) % 3, c = (axis + 2) % 3;
        Vec3i low = cell;
        low[axis] += up;
        const std::array<std::array<int, 2>, 4> turn{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (int k = 0; k < 4; ++k) {
            const auto& at = turn[up == 1 ? k : (4 - k) % 4];
            corners[k] = low;
            corners[k][b] += at[0];
            corners[k][c] += at[1];
        }
        for (int k = 0; k < 4; ++k) {
            const Vec3i& p = corners[k];
            const Vec3i& q = corners[(k + 1) % 4];
            edges[k] = {p.cwiseMin(q), p[b] != q[b] ? b : c};
        }
        centre = low.cast<double>();
        centre[b] += 0.5;
        centre[c] += 0.5;
    }
};

class Fill {
public:
    Fill(ConnectedMesh& mesh, const CellRegion& region, std::span<const RimEdge> rim, const RegionClip& clip,
         const MeshRaster& raster, NodeDepths& depths, const EdgeRoots& roots, const RepairGrid& grid)
        : mesh_(mesh),
          region_(region),
          cells_(region.ascending()),
          rim_(rim.begin(), rim.end()),
          clip_(clip),
          raster_(raster),
          depths_(depths),
          roots_(roots),
          grid_(grid) {
        std::stable_sort(rim_.begin(), rim_.end(), [](const RimEdge& a, const RimEdge& b) { return a.cell < b.cell; });
    }

    bool run(RegionPatch& patch) {
        patch.first_vertex = mesh_.vertex_slots();
        if (!take_rim_vertices()) return false;
        find_signs();
        make_edge_vertices(patch);
        find_full_faces();
        for (const CellKey key : cells_)
            if (!fill_cell(key, patch)) return false;
        return true;
    }

private:
    bool take_rim_vertices() {
        for (const RimEdge& edge : rim_)
            for (const Index v : {edge.from, edge.to}) {
                const EdgeKey key = edge_of_vertex(clip_.place(v));
                if (key.second >= 0 && !vertices_.emplace(key, v).second && vertices_[key] != v) return false;
            }
        return true;
    }

    void find_signs() {
        std::vector<Vec3i> inner;
        for (const CellKey key : cells_)
            for_each_corner(tile_of_key(key), [&](const Vec3i& node) {
                const auto [at, fresh] = inside_.emplace(tile_key(node), 0);
                if (!fresh) return;
                if (region_.at_border(node))
                    at->second = raster_.winding(node) >= 1;
                else
                    inner.push_back(node);
            });
        depths_.require(inner);
        for (const Vec3i& node : inner) inside_[tile_key(node)] = depths_.inside(node);
    }
    bool inside(const Vec3i& node) const { return inside_.at(tile_key(node)) != 0; }

    void make_edge_vertices(RegionPatch& patch) {
        std::map<EdgeKey, GridEdge> crossed;
        for (const CellKey key : cells_)
            for_each_edge_of_cell(tile_of_key(key), [&](const GridEdge& edge) {
                const Vec3i end = edge.node + Vec3i(Vec3i::Unit(edge.axis));
                if (inside(edge.node) != inside(end) && !region_.at_border(edge)) crossed.emplace(key_of(edge), edge);
            });
        std::vector<GridEdge> edges;
        std::vector<char> lower_inside;
        for (const auto& [key, edge] : crossed) {
            edges.push_back(edge);
            lower_inside.push_back(inside(edge.node));
        }
        const std::vector<double> along = roots_.find(edges, lower_inside);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            Vec3d place = edges[i].node.cast<double>();
            place[edges[i].axis] += along[i];
            vertices_[key_of(edges[i])] = add_vertex(place, patch);
        }
    }
    Index add_vertex(const Vec3d& place, RegionPatch& patch) {
        patch.places.push_back(place);
        return mesh_.add_vertex(grid_.position(place));
    }

    // Faces inside the region whose four edges are crossed: phi at the centre decides. Key: the face's lower cell and
    // axis.
    void find_full_faces() {
        std::vector<Vec3d> centres;
        std::vector<EdgeKey> keys;
        for (const CellKey key : cells_)
            for (int face = 0; face < 6; ++face) {
                const FaceWalk walk(tile_of_key(key), face);
                const auto& c = walk.corners;
                const bool full =
                    inside(c[0]) != inside(c[1]) && inside(c[1]) != inside(c[2]) && inside(c[2]) != inside(c[3]);
                if (!full || !is_inner(tile_of_key(key), face)) continue;
                keys.push_back(face_key(walk, face));
                centres.push_back(walk.centre);
            }
        const std::vector<char> in = roots_.inside(centres);
        for (std::size_t i = 0; i < keys.size(); ++i) full_faces_[keys[i]] = in[i];
    }
    static EdgeKey face_key(const FaceWalk& walk, int face) { return {tile_key(floor_of(walk.centre)), face / 2}; }
    bool is_inner(Vec3i cell, int face) const {
        cell[face / 2] += face % 2 == 1 ? 1 : -1;
        return region_.has(cell);
    }

    // Segments run from crossings into the inside to crossings out of it; of four, around the corner that is alone.
    bool add_inner_segments(const Vec3i& cell, int face) {
        const FaceWalk walk(cell, face);
        std::array<int, 4> turn{};
        int crossings = 0;
        for (int k = 0; k < 4; ++k) {
            turn[k] = static_cast<int>(inside(walk.corners[(k + 1) % 4])) - static_cast<int>(inside(walk.corners[k]));
            crossings += turn[k] != 0;
        }
        const bool backwards = crossings == 4 && full_faces_.at(face_key(walk, face)) != 0;
        for (int k = 0; k < 4; ++k) {
            if (turn[k] <= 0) continue;
            int out = k;
            do out = (out + (backwards ? 3 : 1)) % 4;
            while (turn[out] >= 0);
            const auto a = vertices_.find(key_of(walk.edges[k])), b = vertices_.find(key_of(walk.edges[out]));
            if (a == vertices_.end() || b == vertices_.end()) return false;
            segments_.emplace_back(a->second, b->second);
        }
        return true;
    }

    bool fill_cell(CellKey key, RegionPatch& patch) {
        segments_.clear();
        const Vec3i cell = tile_of_key(key);
        for (int face = 0; face < 6; ++face)
            if (is_inner(cell, face) && !add_inner_segments(cell, face)) return false;
        const auto before = [](const RimEdge& a, CellKey b) { return a.cell < b; };
        for (auto at = std::lower_bound(rim_.begin(), rim_.end(), key, before); at != rim_.end() && at->cell == key;
             ++at)
            segments_.emplace_back(at->from, at->to);
        return chain(patch);
    }

    // Segments to loops, each from its lowest vertex on.
    bool chain(RegionPatch& patch) {
        std::sort(segments_.begin(), segments_.end());
        const auto same_start = [](const Segment& a, const Segment& b) { return a.first == b.first; };
        if (std::adjacent_find(segments_.begin(), segments_.end(), same_start) != segments_.end()) return false;
        std::vector<char> used(segments_.size(), 0);
        for (std::size_t first = 0; first < segments_.size(); ++first) {
            if (used[first]) continue;
            std::vector<Index> loop;
            for (std::size_t at = first; !used[at];) {
                used[at] = 1;
                loop.push_back(segments_[at].first);
                const auto next =
                    std::lower_bound(segments_.begin(), segments_.end(), Segment{segments_[at].second, -1});
                if (next == segments_.end() || next->first != segments_[at].second) return false;
                at = static_cast<std::size_t>(next - segments_.begin());
                if (used[at] && at != first) return false;
            }
            if (loop.size() < 3) return false;
            close_loop(loop, patch);
        }
        return true;
    }

    Vec3d place(Index v, const RegionPatch& patch) const {
        return v >= patch.first_vertex ? patch.places[v - patch.first_vertex] : clip_.place(v);
    }
    void close_loop(const std::vector<Index>& loop, RegionPatch& patch) {
        if (loop.size() == 3) {
            patch.faces.emplace_back(loop[0], loop[1], loop[2]);
            return;
        }
        Vec3d mean = Vec3d::Zero();
        for (const Index v : loop) mean += place(v, patch);
        const Index centre = add_vertex(mean / static_cast<double>(loop.size()), patch);
        for (std::size_t k = 0; k < loop.size(); ++k)
            patch.faces.emplace_back(loop[k], loop[(k + 1) % loop.size()], centre);
    }

    ConnectedMesh& mesh_;
    const CellRegion& region_;
    std::vector<CellKey> cells_;
    std::vector<RimEdge> rim_;  // by cell
    const RegionClip& clip_;
    const MeshRaster& raster_;
    NodeDepths& depths_;
    const EdgeRoots& roots_;
    const RepairGrid& grid_;
    std::map<EdgeKey, Index> vertices_;
    std::unordered_map<CellKey, char> inside_;
    std::map<EdgeKey, char> full_faces_;
    std::vector<Segment> segments_;  // of one cell
};

}  // namespace

bool fill_region(ConnectedMesh& mesh, const CellRegion& region, std::span<const RimEdge> rim, const RegionClip& clip,
                 const MeshRaster& raster, NodeDepths& depths, const EdgeRoots& roots, const RepairGrid& grid,
                 RegionPatch& patch) {
    return Fill(mesh, region, rim, clip, raster, depths, roots, grid).run(patch);
}

std::vector<Vec3i> cells_behind_closed_rims(std::span<const RimEdge> rim, const RegionClip& clip) {
    std::map<std::pair<CellKey, int>, std::vector<Segment>> faces;
    for (const RimEdge& edge : rim) faces[{edge.cell, edge.face}].emplace_back(edge.from, edge.to);
    std::vector<Vec3i> cells;
    for (const auto& [key, segments] : faces) {
        std::map<Index, Index> next(segments.begin(), segments.end());
        // What is left after all ways from grid edges on have been walked runs in circles.
        for (const Segment& segment : segments) {
            if (edge_of_vertex(clip.place(segment.first)).second < 0) continue;
            for (auto at = next.find(segment.first); at != next.end();) {
                const Index onward = at->second;
                next.erase(at);
                at = next.find(onward);
            }
        }
        if (next.empty()) continue;
        Vec3i cell = tile_of_key(key.first);
        cell[key.second / 2] += key.second % 2 == 1 ? 1 : -1;
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace lamella
