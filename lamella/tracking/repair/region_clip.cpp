#include <lamella/geometry/connected/edge_split.hpp>
#include <lamella/tracking/repair/region_clip.hpp>

#include <algorithm>

namespace lamella {
namespace {

// The lowest plane strictly between two coordinates, if it is below `high`.
double first_plane_above(double low) { return std::floor(low) + 1.0; }

Index last_cell(double low, double high) {
    return std::max(static_cast<Index>(std::ceil(high)) - 1, static_cast<Index>(std::floor(low)));
}

}  // namespace

RegionClip::RegionClip(ConnectedMesh& mesh, const MeshRaster& raster, const RepairGrid& grid,
                       std::vector<RepairOrigin>& origins)
    : mesh_(mesh),
      raster_(raster),
      grid_(grid),
      origins_(origins),
      old_vertices_(mesh.vertex_slots()),
      old_faces_(mesh.face_slots()) {}

// Faces in the tiles of the region, and all that splits have made.
std::vector<Index> RegionClip::candidates(const CellRegion& region) const {
    std::vector<CellKey> tiles;
    for (const CellKey key : region.ascending()) {
        const CellKey tile = tile_key(tile_of_cell(tile_of_key(key)));
        if (tiles.empty() || tiles.back() != tile) tiles.push_back(tile);
    }
    std::sort(tiles.begin(), tiles.end());
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    std::vector<Index> faces;
    for (const CellKey key : tiles) {
        const Index t = raster_.tiles().find(tile_of_key(key));
        if (t < 0) continue;
        const auto in_tile = raster_.triangles(t);
        faces.insert(faces.end(), in_tile.begin(), in_tile.end());
    }
    for (Index f = old_faces_; f < mesh_.face_slots(); ++f) faces.push_back(f);
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    return faces;
}

RegionClip::Side RegionClip::side_of(Index f, const CellRegion& region) const {
    const Vec3i& c = mesh_.corners(f);
    const Vec3d a = place(c[0]), b = place(c[1]), d = place(c[2]);
    const Vec3d low = a.cwiseMin(b).cwiseMin(d), high = a.cwiseMax(b).cwiseMax(d);
    const Vec3i first = floor_of(low);
    const Vec3i last(last_cell(low[0], high[0]), last_cell(low[1], high[1]), last_cell(low[2], high[2]));
    bool in = false, out = false;
    for (Index x = first.x(); x <= last.x(); ++x)
        for (Index y = first.y(); y <= last.y(); ++y)
            for (Index z = first.z(); z <= last.z() && !(in && out); ++z) (region.has({x, y, z}) ? in : out) = true;
    return in && out ? Side::both : in ? Side::inside : Side::outside;
}

void RegionClip::split(Index h, int axis, double plane) {
    const Index e = mesh_.edge(h), g = mesh_.halfedge(e);
    const Index from = mesh_.from(g), to = mesh_.to(g);
    const Vec3d a = place(from), b = place(to);
    const double t = (plane - a[axis]) / (b[axis] - a[axis]);
    Vec3d p;
    for (int c = 0; c < 3; ++c) p[c] = a[c] == b[c] ? a[c] : a[c] + t * (b[c] - a[c]);
    p[axis] = plane;
    const auto share = std::clamp(static_cast<Real>(t), 0.0f, 1.0f);
    const Index m = split_edge(mesh_, e, share);
    places_.push_back(p);
    mesh_.positions[m] = grid_.position(p);
    const bool turned = share > 0.5f;
    RepairOrigin origin{m, 2, {from, to, -1}, {1.0f - share, share, 0.0f}};
    if (turned) {
        std::swap(origin.parents[0], origin.parents[1]);
        std::swap(origin.weights[0], origin.weights[1]);
    }
    origins_.push_back(origin);
    mesh_.for_each_outgoing(m, [&](Index out) { queue_.push_back(mesh_.face(out)); });
}

// The first axis, the lowest plane, the edge with the lowest pair of vertices.
bool RegionClip::split_at_plane(Index f) {
    const std::array<Vec3d, 3> p{place(mesh_.corners(f)[0]), place(mesh_.corners(f)[1]), place(mesh_.corners(f)[2])};
    for (int axis = 0; axis < 3; ++axis) {
        const double low = std::min({p[0][axis], p[1][axis], p[2][axis]});
        const double high = std::max({p[0][axis], p[1][axis], p[2][axis]});
        const double plane = first_plane_above(low);
        if (!(plane < high)) continue;
        std::pair<Index, Index> lowest;
        Index best = -1;
        for (int k = 0; k < 3; ++k) {
            const double a = p[k][axis], b = p[(k + 1) % 3][axis];
            if (!(std::min(a, b) < plane && plane < std::max(a, b))) continue;
            const Index from = mesh_.from(3 * f + k), to = mesh_.to(3 * f + k);
            const std::pair<Index, Index> pair(std::min(from, to), std::max(from, to));
            if (best < 0 || pair < lowest) {
                best = 3 * f + k;
                lowest = pair;
            }
        }
        split(best, axis, plane);
        return true;
    }
    return false;
}

bool RegionClip::split_edge_in_plane(Index f) {
    for (Index h = 3 * f; h < 3 * f + 3; ++h) {
        const Vec3d a = place(mesh_.from(h)), b = place(mesh_.to(h));
        for (int axis = 0; axis < 3; ++axis) {
            if (a[axis] != b[axis] || !on_plane(a[axis])) continue;
            for (int c = 0; c < 3; ++c) {
                const double plane = first_plane_above(std::min(a[c], b[c]));
                if (c == axis || !(plane < std::max(a[c], b[c]))) continue;
                split(h, c, plane);
                return true;
            }
        }
    }
    return false;
}

void RegionClip::cut(const CellRegion& region) {
    queue_.clear();
    for (const Index f : candidates(region))
        if (side_of(f, region) == Side::both) queue_.push_back(f);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const Index f = queue_[next];
        if (side_of(f, region) == Side::both ? split_at_plane(f) : split_edge_in_plane(f)) queue_.push_back(f);
    }
}

bool RegionClip::lies_in_face(Index h, const CellRegion& region, RimEdge& rim) const {
    const Vec3d a = place(mesh_.from(h)), b = place(mesh_.to(h));
    int found = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (a[axis] != b[axis] || !on_plane(a[axis])) continue;
        Vec3i above = floor_of(a.cwiseMin(b));
        bool one_face = true;
        for (int c = 0; c < 3; ++c)
            one_face = one_face && (c == axis || last_cell(std::min(a[c], b[c]), std::max(a[c], b[c])) == above[c]);
        Vec3i below = above;
        --below[axis];
        if (!one_face || region.has(above) == region.has(below)) return false;
        const bool is_above = region.has(above);
        rim = {tile_key(is_above ? above : below), 2 * axis + (is_above ? 0 : 1), mesh_.from(h), mesh_.to(h)};
        ++found;
    }
    return found == 1;
}

bool RegionClip::find_rim(const CellRegion& region, std::vector<Index>& inside, std::vector<RimEdge>& rim) const {
    inside.clear();
    rim.clear();
    for (const Index f : candidates(region))
        if (side_of(f, region) == Side::inside) inside.push_back(f);
    const auto goes = [&](Index f) { return std::binary_search(inside.begin(), inside.end(), f); };
    for (const Index f : inside)
        for (Index h = 3 * f; h < 3 * f + 3; ++h) {
            if (goes(mesh_.face(mesh_.twin(h)))) continue;
            RimEdge edge;
            if (!lies_in_face(h, region, edge)) return false;
            rim.push_back(edge);
        }
    return true;
}

}  // namespace lamella
