#include <lamella/geometry/connected/edge_collapse.hpp>

#include <algorithm>

namespace lamella {
namespace {

Index common_neighbours(const ConnectedMesh& mesh, Index a, Index b) {
    std::vector<Index> of_a = mesh.neighbours(a);
    std::sort(of_a.begin(), of_a.end());
    const std::vector<Index> of_b = mesh.neighbours(b);
    return static_cast<Index>(std::count_if(of_b.begin(), of_b.end(),
                                            [&](Index v) { return std::binary_search(of_a.begin(), of_a.end(), v); }));
}

Index valence(const ConnectedMesh& mesh, Index v) { return static_cast<Index>(mesh.neighbours(v).size()); }

Vec3 normal_of(const std::array<Vec3, 3>& p) { return cross(Vec3(p[1] - p[0]), Vec3(p[2] - p[0])); }

// Whether the faces at v that do not have `other` keep their direction when v moves.
bool faces_keep_direction(const ConnectedMesh& mesh, Index v, Index other, const Vec3& place, Real smallest_cosine) {
    bool keep = true;
    mesh.for_each_outgoing(v, [&](Index h) {
        if (mesh.to(h) == other || mesh.opposite(h) == other) return;
        std::array<Vec3, 3> p{mesh.positions[v], mesh.positions[mesh.to(h)], mesh.positions[mesh.opposite(h)]};
        const Vec3 before = normal_of(p);
        p[0] = place;
        const Vec3 after = normal_of(p);
        const Real lengths = before.norm() * after.norm();
        keep = keep && lengths > 0.0f && before.dot(after) >= smallest_cosine * lengths;
    });
    return keep;
}

// One of the two faces that vanish: its edges `kept` and `gone`, given by its half-edges, become one. Gives a half-edge
// outside that now runs along it.
Index close_side(ConnectedMesh& mesh, Index kept, Index gone) {
    const Index face = mesh.face(kept), edge = mesh.edge(kept), vanishing = mesh.edge(gone);
    const Index beside_kept = mesh.twin(kept), beside_gone = mesh.twin(gone);
    if (beside_gone >= 0) mesh.faces.leave(face, mesh.face(beside_gone), beside_kept >= 0 ? 0.5f : 1.0f);
    if (beside_kept >= 0) mesh.faces.leave(face, mesh.face(beside_kept), 1.0f);
    mesh.edges.unite(vanishing, edge, 0.5f);
    mesh.remove_face(face);
    mesh.remove_edge(vanishing);
    mesh.pair(beside_gone, beside_kept, edge);
    return beside_kept >= 0 ? beside_kept : beside_gone;
}

void set_outgoing_of_ends(ConnectedMesh& mesh, Index h) {
    mesh.set_outgoing(mesh.from(h), h);
    mesh.set_outgoing(mesh.to(h), mesh.next(h));
}

void replace_corner(ConnectedMesh& mesh, Index from, Index to) {
    std::vector<Index> leaving;
    mesh.for_each_outgoing(from, [&](Index h) { leaving.push_back(h); });
    for (const Index h : leaving) {
        Vec3i corners = mesh.corners(mesh.face(h));
        corners[h % 3] = to;
        mesh.set_corners(mesh.face(h), corners);
    }
}

}  // namespace

bool may_collapse(const ConnectedMesh& mesh, Index edge) {
    if (!mesh.has_edge(edge)) return false;
    const Index h = mesh.halfedge(edge);
    const Index a = mesh.from(h), b = mesh.to(h);
    if (mesh.at_boundary(h)) {
        const bool alone = mesh.at_boundary(mesh.next(h)) && mesh.at_boundary(mesh.previous(h));
        return !alone && common_neighbours(mesh, a, b) == 1;
    }
    if (mesh.is_boundary_vertex(a) && mesh.is_boundary_vertex(b)) return false;
    const bool tetrahedron = valence(mesh, a) == 3 && valence(mesh, b) == 3;
    return !tetrahedron && common_neighbours(mesh, a, b) == 2;
}

Index collapse_edge(ConnectedMesh& mesh, Index edge, const CollapseOptions& options) {
    if (!may_collapse(mesh, edge)) return -1;
    const Index h = mesh.halfedge(edge), g = mesh.twin(h);
    const Index a = mesh.from(h), b = mesh.to(h);
    const Vec3 place = options.place.value_or((1.0f - options.t) * mesh.positions[a] + options.t * mesh.positions[b]);
    if (options.smallest_cosine && !(faces_keep_direction(mesh, a, b, place, *options.smallest_cosine) &&
                                     faces_keep_direction(mesh, b, a, place, *options.smallest_cosine)))
        return -1;
    mesh.vertices.unite(b, a, options.t);
    mesh.positions[a] = place;
    replace_corner(mesh, b, a);
    const Index kept = mesh.edge(mesh.previous(h));
    const Index left = close_side(mesh, mesh.previous(h), mesh.next(h));
    mesh.edges.leave(edge, kept, g >= 0 ? 0.5f : 1.0f);
    const Index other = g >= 0 ? mesh.edge(mesh.next(g)) : -1;
    const Index right = g >= 0 ? close_side(mesh, mesh.next(g), mesh.previous(g)) : left;
    if (g >= 0) mesh.edges.leave(edge, other, 1.0f);
    mesh.remove_edge(edge);
    mesh.remove_vertex(b);
    for (const Index beside : {left, right}) set_outgoing_of_ends(mesh, beside);
    return a;
}

}  // namespace lamella
