#include <lamella/geometry/connected/edge_flip.hpp>

namespace lamella {
namespace {

Real share_of_first(Real first, Real second) { return first + second > 0.0f ? first / (first + second) : 0.5f; }

}  // namespace

bool flip_edge(ConnectedMesh& mesh, Index edge) {
    if (!mesh.has_edge(edge) || mesh.at_boundary(mesh.halfedge(edge))) return false;
    const Index h = mesh.halfedge(edge), g = mesh.twin(h);
    const Index a = mesh.from(h), b = mesh.to(h), c = mesh.opposite(h), d = mesh.opposite(g);
    if (mesh.edge_between(c, d) >= 0) return false;
    const Index left = mesh.face(h), right = mesh.face(g);
    struct Side {
        Index twin, edge;
    };
    const auto side = [&](Index k) { return Side{mesh.twin(k), mesh.edge(k)}; };
    const Side bc = side(mesh.next(h)), ca = side(mesh.previous(h)), ad = side(mesh.next(g)),
               db = side(mesh.previous(g));
    const Real was = share_of_first(face_area(mesh, left), face_area(mesh, right));
    mesh.set_corners(left, {a, d, c});
    mesh.set_corners(right, {d, b, c});
    mesh.pair(3 * left, ad.twin, ad.edge);
    mesh.pair(3 * left + 2, ca.twin, ca.edge);
    mesh.pair(3 * right, db.twin, db.edge);
    mesh.pair(3 * right + 1, bc.twin, bc.edge);
    mesh.pair(3 * left + 1, 3 * right + 2, edge);
    mesh.set_outgoing(a, 3 * left);
    mesh.set_outgoing(b, 3 * right + 1);
    mesh.set_outgoing(c, 3 * left + 2);
    mesh.set_outgoing(d, 3 * right);
    mesh.faces.even_out(left, right, was, share_of_first(face_area(mesh, left), face_area(mesh, right)));
    return true;
}

}  // namespace lamella
