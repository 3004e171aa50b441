#include <lamella/geometry/connected/edge_split.hpp>

namespace lamella {
namespace {

// The face of h, which runs from a to b, becomes (a, m, c), and (m, b, c) is new; gives the new half-edge from m to b.
Index split_face(ConnectedMesh& mesh, Index h, Index m, Real share_of_new) {
    const Index b = mesh.to(h), c = mesh.opposite(h), n = mesh.next(h), old = mesh.face(h);
    const Index made = mesh.add_face({m, b, c});
    mesh.faces.divide(old, made, share_of_new);
    mesh.pair(3 * made + 1, mesh.twin(n), mesh.edge(n));
    Vec3i corners = mesh.corners(old);
    corners[n % 3] = m;
    mesh.set_corners(old, corners);
    const Index between = mesh.add_edge();
    mesh.pair(n, 3 * made + 2, between);
    return 3 * made;
}

}  // namespace

Index split_edge(ConnectedMesh& mesh, Index edge, Real t) {
    if (!mesh.has_edge(edge)) return -1;
    const Index h = mesh.halfedge(edge), g = mesh.twin(h);
    const Index a = mesh.from(h), b = mesh.to(h);
    const Index m = mesh.add_vertex((1.0f - t) * mesh.positions[a] + t * mesh.positions[b]);
    mesh.vertices.blend(m, a, b, t);
    const Index rest = mesh.add_edge();
    mesh.edges.divide(edge, rest, 1.0f - t);
    const Index to_b = split_face(mesh, h, m, 1.0f - t);
    const Index to_a = g >= 0 ? split_face(mesh, g, m, t) : -1;
    mesh.pair(h, to_a, edge);
    mesh.pair(to_b, g, rest);
    mesh.set_outgoing(m, to_b);
    mesh.set_outgoing(a, h);
    mesh.set_outgoing(b, mesh.next(to_b));
    return m;
}

}  // namespace lamella
