// Tetrahedra in VTK's XML files: an unstructured grid of cells of type 10, with the columns of nodes as point data and
// those of cells as cell data.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

// Cells of other types are left out, and `notes` says so; a file without tetrahedra gives an empty mesh.
TetMesh read_tet_vtu(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);
std::string write_tet_vtu(const TetMesh& mesh, const Provenance& provenance);

// Whether there is a tetrahedron among the cells.
bool vtu_has_tets(std::string_view bytes, const std::string& source);

}  // namespace lamella
