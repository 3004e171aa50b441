// The outward normal at a vertex of a moving mesh: the normals of the faces around it, each over the squared lengths of
// its two edges there (Max 1999), which is exact on spheres. Normals from the curvature, as Yu 2011 has them, point
// anywhere on a rough mesh.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

inline Vec3 vertex_normal(const ConnectedMesh& mesh, Index v) {
    Vec3 sum = Vec3::Zero();
    const Vec3& x = mesh.positions[v];
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3 p = mesh.positions[mesh.to(h)] - x, q = mesh.positions[mesh.opposite(h)] - x;
        const Real lengths = p.squaredNorm() * q.squaredNorm();
        if (lengths > 0.0f) sum += cross(p, q) / lengths;
    });
    const Real length = sum.norm();
    return length > 0.0f ? Vec3(sum / length) : Vec3(Vec3::Zero());
}

}  // namespace lamella
