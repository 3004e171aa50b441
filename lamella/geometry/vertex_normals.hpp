// Normals of the vertices of a mesh.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// Unit normals, the mean of the triangles' normals weighted by their angles at the vertex (Thuermer and
// Wuethrich 1998); zero where a vertex has no triangle with an area.
std::vector<Vec3> compute_vertex_normals(const TriangleMesh& mesh);

// The same as the attribute N.
void add_vertex_normals(TriangleMesh& mesh);

}  // namespace lamella
