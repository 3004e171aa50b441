#include <lamella/core/error.hpp>
#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/vertex_corners.hpp>
#include <lamella/geometry/vertex_rows.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

std::vector<Index> inverse(const std::vector<Index>& order, Index slots) {
    std::vector<Index> number(static_cast<std::size_t>(slots), -1);
    for (std::size_t k = 0; k < order.size(); ++k) number[order[k]] = static_cast<Index>(k);
    return number;
}

}  // namespace

ConnectedMesh::ConnectedMesh(const TriangleMesh& mesh)
    : positions(mesh.positions),
      corners_(mesh.triangles),
      twin_(3 * mesh.triangles.size(), -1),
      edge_(3 * mesh.triangles.size(), -1),
      outgoing_(mesh.positions.size(), -1) {
    require_valid(mesh);
    find_twins(mesh);
    number_edges();
    ColumnTable columns = mesh.attributes;
    columns.resize(mesh.vertex_count());
    vertices.replace(std::move(columns));
    faces.resize(mesh.triangle_count());
}

void ConnectedMesh::find_twins(const TriangleMesh& mesh) {
    const VertexCorners vertex_corners(mesh);
    const auto fail = [](const char* what, Index a, Index b) {
        throw InputError(fmt::format("the mesh is not manifold and oriented: {} {} to {}", what, a, b));
    };
    for (Index h = 0; h < 3 * face_slots(); ++h) {
        const Index a = from(h), b = to(h);
        if (a == b) fail("a triangle has an edge from vertex", a, b);
        for (const Index g : vertex_corners.of(a))
            if (g != h && to(g) == b) fail("two triangles run from vertex", a, b);
        for (const Index g : vertex_corners.of(b))
            if (to(g) == a) twin_[h] = g;
        if (twin_[h] >= 0 && opposite(twin_[h]) == opposite(h))
            fail("two triangles share all corners, and the edge", a, b);
    }
    for (Index v = 0; v < vertex_slots(); ++v) {
        const auto around = vertex_corners.of(v);
        if (around.empty()) continue;
        set_outgoing(v, around[0]);
        std::size_t reached = 0;
        for_each_outgoing(v, [&](Index) { ++reached; });
        if (reached != around.size())
            throw InputError(fmt::format("the mesh is not manifold: the triangles at vertex {} form several fans", v));
    }
}

void ConnectedMesh::number_edges() {
    for (Index h = 0; h < 3 * face_slots(); ++h)
        if (twin_[h] < 0 || h < twin_[h]) pair(h, twin_[h], add_edge());
}

TriangleMesh ConnectedMesh::to_triangle_mesh() const {
    TriangleMesh mesh{positions, {}, vertices.table()};
    for (Index f = 0; f < face_slots(); ++f)
        if (has_face(f)) mesh.triangles.push_back(corners_[f]);
    drop_unused_vertices(mesh);
    return mesh;
}

std::vector<Index> ConnectedMesh::neighbours(Index v) const {
    std::vector<Index> found;
    Index last = -1;
    for_each_outgoing(v, [&](Index h) {
        found.push_back(to(h));
        last = h;
    });
    if (last >= 0 && at_boundary(previous(last))) found.push_back(from(previous(last)));
    return found;
}

Index ConnectedMesh::edge_between(Index a, Index b) const {
    Index found = -1;
    for_each_outgoing(a, [&](Index h) {
        if (to(h) == b) found = edge_[h];
        if (opposite(h) == b) found = edge_[previous(h)];
    });
    return found;
}

Index ConnectedMesh::add_vertex(const Vec3& position) {
    positions.push_back(position);
    outgoing_.push_back(-1);
    return vertices.append();
}

Index ConnectedMesh::add_edge() {
    halfedge_.push_back(-1);
    return edges.append();
}

Index ConnectedMesh::add_face(const Vec3i& corners) {
    corners_.push_back(corners);
    twin_.insert(twin_.end(), 3, -1);
    edge_.insert(edge_.end(), 3, -1);
    return faces.append();
}

void ConnectedMesh::pair(Index h, Index g, Index e) {
    if (h >= 0) {
        twin_[h] = g;
        edge_[h] = e;
    }
    if (g >= 0) {
        twin_[g] = h;
        edge_[g] = e;
    }
    halfedge_[e] = h >= 0 ? h : g;
}

void ConnectedMesh::set_outgoing(Index v, Index h) {
    const Index first = h;
    while (h >= 0 && twin_[h] >= 0) {
        h = next(twin_[h]);
        if (h == first) break;
    }
    outgoing_[v] = h;
}

void ConnectedMesh::keep_only(const std::vector<Index>& vertex_order, const std::vector<Index>& edge_order,
                              const std::vector<Index>& face_order) {
    const std::vector<Index> vertex_number = inverse(vertex_order, vertex_slots());
    const std::vector<Index> edge_number = inverse(edge_order, edge_slots());
    const std::vector<Index> face_number = inverse(face_order, face_slots());
    const auto halfedge_number = [&](Index h) { return h < 0 ? h : 3 * face_number[h / 3] + h % 3; };
    ConnectedMesh kept;
    for (const Index v : vertex_order) {
        kept.positions.push_back(positions[v]);
        kept.outgoing_.push_back(halfedge_number(outgoing_[v]));
    }
    for (const Index e : edge_order) kept.halfedge_.push_back(halfedge_number(halfedge_[e]));
    for (const Index f : face_order) {
        const Vec3i& c = corners_[f];
        kept.corners_.emplace_back(vertex_number[c[0]], vertex_number[c[1]], vertex_number[c[2]]);
        for (Index h = 3 * f; h < 3 * f + 3; ++h) {
            kept.twin_.push_back(halfedge_number(twin_[h]));
            kept.edge_.push_back(edge_number[edge_[h]]);
        }
    }
    kept.vertices = std::move(vertices);
    kept.edges = std::move(edges);
    kept.faces = std::move(faces);
    kept.vertices.reorder(vertex_order);
    kept.edges.reorder(edge_order);
    kept.faces.reorder(face_order);
    *this = std::move(kept);
}

Real face_area(const ConnectedMesh& mesh, Index f) {
    const Vec3i& c = mesh.corners(f);
    const Vec3 a = mesh.positions[c[0]];
    return 0.5f * cross(Vec3(mesh.positions[c[1]] - a), Vec3(mesh.positions[c[2]] - a)).norm();
}

}  // namespace lamella
