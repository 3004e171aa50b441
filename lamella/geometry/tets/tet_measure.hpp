// How large tetrahedra are and which way they are turned.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>

namespace lamella {

// Negative where the cell is turned inside out.
double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

std::vector<double> tet_volumes(const TetMesh& mesh);
double total_volume(const TetMesh& mesh);

// Cells without a positive volume, ascending.
std::vector<Index> turned_cells(const TetMesh& mesh);

// The share of the volume of its cells that each node has: a quarter of each.
std::vector<double> node_volumes(const TetMesh& mesh);

}  // namespace lamella
