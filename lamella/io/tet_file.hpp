// Files of tetrahedra; the ending of the name decides the format.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <filesystem>

namespace lamella {

TetMesh read_tets(const std::filesystem::path& path, ReadNotes* notes = nullptr);
TetMesh parse_tets(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes = nullptr);
void write_tets(const std::filesystem::path& path, const TetMesh& mesh, const Provenance& provenance = {});

bool has_tet_ending(const std::filesystem::path& path);
// Whether there are tetrahedra in it; other files of that ending hold particles.
bool holds_tets(std::string_view bytes, const std::filesystem::path& name);

}  // namespace lamella
