// Triangle meshes of every format; the ending of the name decides which.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/io/up_axis.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

TriangleMesh read_mesh(const std::filesystem::path& path, ReadNotes* notes = nullptr);
TriangleMesh parse_mesh(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes = nullptr);
// `up` is the axis that is up in the mesh: USD states it, glTF allows y only (InputError), others do not say.
void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh, const Provenance& provenance = {},
                UpAxis up = UpAxis::y);

std::vector<std::string> mesh_endings_in();
std::vector<std::string> mesh_endings_out();
void require_mesh_ending_in(const std::filesystem::path& path);   // else InputError
void require_mesh_ending_out(const std::filesystem::path& path);  // else InputError
void require_up_axis(const std::filesystem::path& path, UpAxis up);
// The columns of vertices that the format has no place for.
std::vector<std::string> columns_left_out(const std::filesystem::path& path, const ColumnTable& columns);
bool has_mesh_ending(const std::filesystem::path& path);

// The vertices as points with the mesh's attributes, and back.
ParticleSet vertices_of(const TriangleMesh& mesh);
TriangleMesh mesh_of(Geometry geometry);

}  // namespace lamella
