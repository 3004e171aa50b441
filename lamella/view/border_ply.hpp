// The border of tetrahedra as a PLY file for the page.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>

#include <string>

namespace lamella {

// Every triangle has three vertices of its own, so that the columns of its cell can stand at them beside those of the
// nodes (which are left out where a cell's has the same name); `node` and `cell` are the numbers in the file.
std::string border_ply(const TetMesh& mesh);

}  // namespace lamella
