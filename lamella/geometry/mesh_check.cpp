#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/vertex_corners.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lamella {
namespace {

bool repeats_a_vertex(const Vec3i& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// One side of a triangle that starts or ends at the vertex in question.
struct Spoke {
    Index neighbour;
    Index corner;  // counts the triangles at the vertex
    int direction;
};

// What one vertex adds to the report. Every triangle at an edge has a corner at either end of the edge, so
// the lower end sees all there is to know about it.
class VertexCheck {
public:
    VertexCheck(const TriangleMesh& mesh, const VertexCorners& corners, Index vertex) : vertex_(vertex) {
        for (const Index c : corners.of(vertex)) {
            const Vec3i& t = mesh.triangles[c / 3];
            if (repeats_a_vertex(t)) continue;
            const Index next = t[(c + 1) % 3];
            const Index previous = t[(c + 2) % 3];
            const auto corner = static_cast<Index>(opposite_.size());
            spokes_.push_back({next, corner, 1});
            spokes_.push_back({previous, corner, -1});
            opposite_.emplace_back(std::minmax(next, previous));
        }
        std::sort(spokes_.begin(), spokes_.end(), [](const Spoke& a, const Spoke& b) {
            return std::pair(a.neighbour, a.corner) < std::pair(b.neighbour, b.corner);
        });
    }

    MeshReport report() {
        MeshReport r;
        if (spokes_.empty()) {
            r.unreferenced_vertices = 1;
            return r;
        }
        auto fans = static_cast<Index>(opposite_.size());
        DisjointSets fan(fans);
        for (std::size_t begin = 0, end = 0; begin < spokes_.size(); begin = end) {
            int directions = 0;
            for (; end < spokes_.size() && spokes_[end].neighbour == spokes_[begin].neighbour; ++end) {
                directions += spokes_[end].direction;
                fans -= fan.join(spokes_[begin].corner, spokes_[end].corner) ? 1 : 0;
            }
            if (spokes_[begin].neighbour > vertex_) add_edge(r, static_cast<Index>(end - begin), directions);
        }
        r.non_manifold_vertices = fans > 1 ? 1 : 0;
        r.duplicate_triangles = count_duplicates();
        return r;
    }

private:
    static void add_edge(MeshReport& r, Index triangles, int directions) {
        ++r.edges;
        r.boundary_edges += triangles == 1 ? 1 : 0;
        r.non_manifold_edges += triangles > 2 ? 1 : 0;
        r.inconsistent_edges += std::abs(directions) > triangles % 2 ? 1 : 0;
    }
    Index count_duplicates() {  // among the triangles whose lowest vertex this is
        std::erase_if(opposite_, [&](const auto& edge) { return edge.first < vertex_; });
        std::sort(opposite_.begin(), opposite_.end());
        return static_cast<Index>(opposite_.end() - std::unique(opposite_.begin(), opposite_.end()));
    }

    Index vertex_;
    std::vector<Spoke> spokes_;
    std::vector<std::pair<Index, Index>> opposite_;
};

MeshReport sum(MeshReport a, const MeshReport& b) {
    a.edges += b.edges;
    a.boundary_edges += b.boundary_edges;
    a.non_manifold_edges += b.non_manifold_edges;
    a.inconsistent_edges += b.inconsistent_edges;
    a.non_manifold_vertices += b.non_manifold_vertices;
    a.duplicate_triangles += b.duplicate_triangles;
    a.degenerate_triangles += b.degenerate_triangles;
    a.unreferenced_vertices += b.unreferenced_vertices;
    a.volume += b.volume;
    a.area += b.area;
    return a;
}

MeshReport check_triangle(const TriangleMesh& mesh, const Vec3d& centre, Index i, double smallest_area) {
    const Vec3i& t = mesh.triangles[i];
    const Vec3d a = mesh.positions[t[0]].cast<double>() - centre;
    const Vec3d b = mesh.positions[t[1]].cast<double>() - centre;
    const Vec3d c = mesh.positions[t[2]].cast<double>() - centre;
    MeshReport r;
    r.area = 0.5 * cross(Vec3d(b - a), Vec3d(c - a)).norm();
    r.volume = a.dot(cross(b, c)) / 6.0;
    r.degenerate_triangles = repeats_a_vertex(t) || r.area <= smallest_area ? 1 : 0;
    return r;
}

Index count_components(const TriangleMesh& mesh, Index vertices) {
    DisjointSets sets(mesh.vertex_count());
    for (const Vec3i& t : mesh.triangles) {
        if (repeats_a_vertex(t)) continue;
        vertices -= sets.join(t[0], t[1]) ? 1 : 0;
        vertices -= sets.join(t[0], t[2]) ? 1 : 0;
    }
    return vertices;
}

}  // namespace

MeshReport check_mesh(const TriangleMesh& mesh, double smallest_area) {
    require_valid(mesh);
    if (mesh.positions.empty()) return {};
    const VertexCorners corners(mesh);
    const Vec3d centre = bounds(mesh).centre().cast<double>();
    const MeshReport metric = parallel_reduce<MeshReport>(
        "check triangles", mesh.triangle_count(), {},
        [&](Index i) { return check_triangle(mesh, centre, i, smallest_area); }, sum);
    const MeshReport topology = parallel_reduce<MeshReport>(
        "check vertices", mesh.vertex_count(), {}, [&](Index v) { return VertexCheck(mesh, corners, v).report(); },
        sum);
    MeshReport r = sum(metric, topology);
    r.vertices = mesh.vertex_count();
    r.triangles = mesh.triangle_count();
    const Index used = r.vertices - r.unreferenced_vertices;
    const auto whole = static_cast<Index>(std::count_if(mesh.triangles.begin(), mesh.triangles.end(),
                                                        [](const Vec3i& t) { return !repeats_a_vertex(t); }));
    r.components = count_components(mesh, used);
    r.euler_characteristic = used - r.edges + whole;
    return r;
}

void require_valid(const TriangleMesh& mesh) {
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        const Vec3& p = mesh.positions[v];
        if (p.allFinite()) continue;
        throw InputError(
            fmt::format("vertex {} of the mesh is ({}, {}, {}); coordinates must be finite", v, p.x(), p.y(), p.z()));
    }
    for (Index i = 0; i < mesh.triangle_count(); ++i) {
        const Vec3i& t = mesh.triangles[i];
        if (t.minCoeff() >= 0 && t.maxCoeff() < mesh.vertex_count()) continue;
        throw InputError(
            fmt::format("triangle {} of the mesh has the vertices {}, {}, {}; the mesh has {} vertices, counted from 0",
                        i, t[0], t[1], t[2], mesh.vertex_count()));
    }
}

}  // namespace lamella
