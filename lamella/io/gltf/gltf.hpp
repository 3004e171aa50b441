// glTF 2 (.gltf, .glb) meshes, read by tinygltf (called here only): the triangles of all nodes of the
// scene, turned and moved by their nodes, merged into one mesh.
#pragma once

#include <lamella/io/point_builder.hpp>

namespace lamella {

// External buffers are read from the folder of `source` only; images are not loaded. Skins and
// animations are not applied.
Geometry read_gltf(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

}  // namespace lamella
