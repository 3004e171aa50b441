// The surface of a gridded box, each lattice node once: the pattern of the shapes' meshes and of the
// samples on the faces of a box.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

// How many cells of at most `edge` make up each side; a surface of more than 2^27 cells, or 2^21
// along a side, is refused.
Vec3i lattice_cells(const Vec3d& size, Real edge);

// A closed mesh whose vertices are `place` of the surface nodes of the unit cube with that many cells a
// side; each quad is cut along its shorter diagonal. `place` must keep the orientation.
TriangleMesh box_lattice_mesh(const Vec3i& cells, FunctionRef<Vec3d(const Vec3d& unit_cube)> place);

}  // namespace lamella
