// What surface tension does to the vertices of a mesh: the force of a tension of 1 N/m is minus the gradient of the
// area,
//
//     F_j = -dA/dx_j = 1/2 sum_k (cot alpha_jk + cot beta_jk) (x_k - x_j)  = -kappa n A_j.
//
// Yu 2011, eq. 5.3, multiplies curvature normals, over mixed areas, by a third of the triangles around: two kinds of
// areas, so that even on a closed mesh the sum is not zero. The gradient divides by no area, is at most half of the
// opposite edge for each triangle, however thin, and sums to zero, its torque too.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <vector>

namespace lamella {

// Of each vertex slot, in newtons per N/m; zero where there is no face.
std::vector<Vec3d> tension_forces(const ConnectedMesh& mesh);

}  // namespace lamella
