// A file of any format that the program reads, in a form that the page draws.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/matter/part_kind.hpp>
#include <lamella/particles/particle_set.hpp>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

using ShownFile = std::variant<ParticleSet, TriangleMesh, TetMesh, Strands>;

// The endings that are read, each once.
std::vector<std::string> shown_endings();
bool has_shown_ending(const std::filesystem::path& path);

// By what is in it: a format that can hold several kinds gives tetrahedra, strands or triangles where there are such,
// and otherwise points. An ending that is not read, or a damaged file, is an InputError.
ShownFile read_shown(const std::filesystem::path& path, bool z_up);

// The same where the kind is known, because other frames have it: a frame without triangles may be an empty mesh.
ShownFile read_shown(const std::filesystem::path& path, bool z_up, PartKind kind);

PartKind kind_of(const ShownFile& file);
bool is_empty(const ShownFile& file);  // there are no points in it
Box3 bounds_of(const ShownFile& file);

// What the page decodes: BGEO of particles and strands, PLY of meshes and of the border of tetrahedra.
std::string bytes_for_page(const ShownFile& file);

}  // namespace lamella
