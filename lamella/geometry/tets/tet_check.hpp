// What must hold before anything is built from tetrahedra.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>

namespace lamella {

// An InputError that names the first cell whose nodes do not exist or repeat, the first node that is not finite, or
// the columns that have another number of rows than there are nodes or cells.
void require_valid(const TetMesh& mesh);

}  // namespace lamella
