#include <lamella/geometry/connected/edge_flip.hpp>
#include <lamella/tracking/remesh/flip_edges.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kFlat = 0.1f;        // a triangle less high than that, in parts of the edge, has no direction
constexpr Real kCotangent = 1e-3f;  // below -this: edges of a square stay as they are

// The four other edges of the faces beside an edge.
void add_sides(const ConnectedMesh& mesh, Index edge, std::vector<Index>& edges) {
    const Index h = mesh.halfedge(edge);
    for (const Index k : {h, mesh.twin(h)}) {
        edges.push_back(mesh.edge(mesh.next(k)));
        edges.push_back(mesh.edge(mesh.previous(k)));
    }
}

}  // namespace

bool wants_flip(const ConnectedMesh& mesh, Index edge, Real smallest_cosine) {
    const Index h = mesh.halfedge(edge), g = mesh.twin(h);
    if (g < 0) return false;
    const Vec3 &a = mesh.positions[mesh.from(h)], &b = mesh.positions[mesh.to(h)];
    const Vec3 &c = mesh.positions[mesh.opposite(h)], &d = mesh.positions[mesh.opposite(g)];
    const Vec3 ca = a - c, cb = b - c, da = a - d, db = b - d;
    const Real at_c = ca.dot(cb), at_d = da.dot(db);
    if (at_c >= 0.0f && at_d >= 0.0f) return false;
    const Vec3 left = cross(ca, cb), right = cross(db, da);
    const Real left_area = left.norm(), right_area = right.norm();
    if (!(at_c * right_area + at_d * left_area < -kCotangent * left_area * right_area)) return false;
    Vec3 outward = left + right;
    if (!(left.dot(right) > smallest_cosine * left_area * right_area)) {
        const Real flat = kFlat * (b - a).squaredNorm();
        if (left_area > flat && right_area > flat) return false;
        outward = left_area > right_area ? left : right;  // the other one looks anywhere
    }
    const Vec3 diagonal = d - c;
    return cross(ca, diagonal).dot(outward) > 0.0f && cross(diagonal, cb).dot(outward) > 0.0f;
}

Index flip_edges(ConnectedMesh& mesh, Real smallest_cosine, int sweeps, std::vector<Index> candidates) {
    Index flips = 0;
    for (int sweep = 0; sweep < sweeps && !candidates.empty(); ++sweep) {
        std::vector<Index> around;
        for (const Index edge : candidates) {
            if (!mesh.has_edge(edge) || !wants_flip(mesh, edge, smallest_cosine) || !flip_edge(mesh, edge)) continue;
            ++flips;
            add_sides(mesh, edge, around);
        }
        std::sort(around.begin(), around.end());
        around.erase(std::unique(around.begin(), around.end()), around.end());
        candidates = std::move(around);
    }
    return flips;
}

}  // namespace lamella
