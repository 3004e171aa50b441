// One file into another format: particles, strands, meshes, tetrahedra or volumes, by what is in it and the endings of
// the names.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/up_axis.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella::cli {

enum class Turn { none, z_up_to_y_up, y_up_to_z_up };

struct Orientation {
    Turn turn = Turn::none;
    UpAxis up = UpAxis::y;  // of what is written
};

// What cannot be converted is an InputError. Returns the attributes that the new format has no place for.
std::vector<std::string> convert_file(const std::filesystem::path& input, const std::filesystem::path& output,
                                      const Orientation& orientation, ReadNotes& notes);

// The endings of particle and mesh files that can be read, each once.
std::vector<std::string> geometry_endings();

// A mesh, turned; a file without triangles is an InputError.
TriangleMesh read_turned_mesh(const std::filesystem::path& input, Turn turn, ReadNotes& notes);

}  // namespace lamella::cli
