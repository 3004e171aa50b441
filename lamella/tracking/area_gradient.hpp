// What surface tension does to the vertices of a mesh: the force of a tension of 1 N/m is minus the gradient of the
// area,
//
//     F_j = -dA/dx_j = 1/2 sum_k (cot alpha_jk + cot beta_jk) (x_k - x_j)  = -kappa n A_j.
//
// Yu 2011, eq. 5.3, multiplies curvature normals, over mixed areas, by a third of the triangles around: two kinds of
// areas, so that even on a closed mesh the sum is not zero. The gradient divides by no area, is at most half of the
// opposite edge for each triangle, however thin, and sums to zero, its torque too.
//
// Beside solids forces are minus the gradient of
//
//     sum_T w A_T + (1 - w) share P_T,   w = smoothstep((s - 0.25 d) / 0.5 d),   share = -cos(contact angle)
//
// (Young 1805), s the mean of the distances of a triangle's vertices from solids. P_T is its area, or for angles below
// 90 degrees what the solid sees of it: its own, with a negative share, would make wetted mesh crumple. Meshes of
// liquid at rest on a wall lie from 0.5 d behind it to 0.15 d before it. The part that has w's gradient is the pull of
// solids along their normals: it takes what the tension of the rim has across the wall. The rest is tension and sums to
// zero.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/matter/carried_surface.hpp>

#include <vector>

namespace lamella {

// Of each vertex slot, in newtons per N/m; zero where there is no face.
std::vector<Vec3d> tension_forces(const ConnectedMesh& mesh);

// Where a mesh lies beside solids.
class SolidsBeside {
public:
    SolidsBeside(const ConnectedMesh& mesh, const WettedSolids& solids, Real spacing);

    bool any() const { return any_; }
    double share() const { return share_; }

    struct Weight {
        double value = 1.0;          // w
        double slope = 0.0;          // dw/ds, 1/m
        Vec3d into = Vec3d::Zero();  // the direction into the solid, where w is less than 1
    };
    Weight of_face(Index a, Index b, Index c) const;
    // The gradient of the distance at a vertex within reach.
    Vec3d away(Index vertex) const { return away_[vertex].cast<double>(); }

private:
    double share_, near_, width_;
    bool any_ = false;
    std::vector<Real> distance_;  // of the vertices, m
    std::vector<Vec3> away_;
};

struct VertexForces {
    std::vector<Vec3d> tension;
    std::vector<Vec3d> pull;  // empty where no vertex is beside solids
};

VertexForces tension_forces(const ConnectedMesh& mesh, const SolidsBeside& solids);

}  // namespace lamella
