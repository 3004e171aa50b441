#include <lamella/geometry/connected/connected_mesh_check.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

std::string check_sizes(const ConnectedMesh& mesh) {
    if (static_cast<Index>(mesh.positions.size()) != mesh.vertex_slots()) return "a vertex has no position";
    if (mesh.vertices.size() != mesh.vertex_slots()) return "the vertices have another number of rows";
    if (mesh.edges.size() != mesh.edge_slots()) return "the edges have another number of rows";
    if (mesh.faces.size() != mesh.face_slots()) return "the faces have another number of rows";
    return {};
}

std::string check_halfedge(const ConnectedMesh& mesh, Index h) {
    const Index v = mesh.from(h), e = mesh.edge(h), g = mesh.twin(h);
    if (!mesh.has_vertex(v)) return fmt::format("face {} has the vertex {}, which is not there", h / 3, v);
    if (v == mesh.to(h)) return fmt::format("face {} repeats the vertex {}", h / 3, v);
    if (!mesh.has_edge(e)) return fmt::format("half-edge {} has the edge {}, which is not there", h, e);
    if (mesh.halfedge(e) != h && mesh.halfedge(e) != g)
        return fmt::format("edge {} does not know its half-edge {}", e, h);
    if (g < 0) return {};
    if (!mesh.has_face(mesh.face(g)) || mesh.twin(g) != h || mesh.edge(g) != e)
        return fmt::format("half-edges {} and {} are no twins", h, g);
    if (mesh.from(g) != mesh.to(h) || mesh.to(g) != v)
        return fmt::format("half-edges {} and {} do not run against each other", h, g);
    return {};
}

std::string check_edge(const ConnectedMesh& mesh, Index e) {
    const Index h = mesh.halfedge(e);
    const bool right = h >= 0 && h < 3 * mesh.face_slots() && mesh.has_face(h / 3) && mesh.edge(h) == e;
    return right ? std::string() : fmt::format("edge {} has no half-edge of its own", e);
}

// The walk around a vertex meets all its faces, no neighbour twice, and begins at the boundary if there is one.
std::string check_fan(const ConnectedMesh& mesh, Index v, Index faces) {
    const Index first = mesh.outgoing(v);
    if (first < 0) return faces == 0 ? std::string() : fmt::format("vertex {} does not know its faces", v);
    if (mesh.from(first) != v) return fmt::format("half-edge {} does not leave vertex {}", first, v);
    Index met = 0;
    bool ends = false;
    mesh.for_each_outgoing(v, [&](Index h) {
        ++met;
        ends = mesh.at_boundary(mesh.previous(h));
    });
    if (met != faces) return fmt::format("the faces at vertex {} form several fans", v);
    if (ends != mesh.at_boundary(first)) return fmt::format("the fan of vertex {} does not begin at the boundary", v);
    std::vector<Index> around = mesh.neighbours(v);
    std::sort(around.begin(), around.end());
    if (std::adjacent_find(around.begin(), around.end()) != around.end())
        return fmt::format("vertex {} meets a neighbour twice", v);
    return around.size() < 3 && !ends ? fmt::format("vertex {} is between two faces only", v) : std::string();
}

}  // namespace

std::string check(const ConnectedMesh& mesh) {
    std::string wrong = check_sizes(mesh);
    std::vector<Index> faces_at(static_cast<std::size_t>(mesh.vertex_slots()), 0);
    for (Index f = 0; f < mesh.face_slots() && wrong.empty(); ++f)
        for (Index h = 3 * f; h < 3 * f + 3 && mesh.has_face(f) && wrong.empty(); ++h) {
            wrong = check_halfedge(mesh, h);
            if (wrong.empty()) ++faces_at[mesh.from(h)];
        }
    for (Index e = 0; e < mesh.edge_slots() && wrong.empty(); ++e)
        if (mesh.has_edge(e)) wrong = check_edge(mesh, e);
    for (Index v = 0; v < mesh.vertex_slots() && wrong.empty(); ++v)
        if (mesh.has_vertex(v)) wrong = check_fan(mesh, v, faces_at[v]);
    return wrong;
}

}  // namespace lamella
