// The meshes of a glTF file under the transforms of their nodes.
#pragma once

#include <lamella/core/vec.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tinygltf {
class Model;
}

namespace lamella {

// Numbers of the vertices, row by row.
struct GltfColumn {
    std::size_t components = 1;
    std::vector<double> values;
};

// One mesh primitive under the transform of its node.
struct GltfPart {
    std::vector<Vec3> positions, normals;  // normals may be empty
    std::vector<Vec3i> triangles;
    std::map<std::string, GltfColumn> columns;  // by our names: Cd, uv, and attributes of the file's own
    int node = 0;                               // which it belongs to,
    std::size_t primitive = 0;                  // and as which primitive of the node's mesh
};

struct GltfParts {
    std::vector<GltfPart> parts;
    bool skinned = false;
    int skipped = 0;  // primitives that are no triangles
};

GltfParts load_gltf(std::string_view bytes, const std::string& source);

// The same under their own axes, as skins are bound to them.
GltfParts load_gltf_unplaced(const tinygltf::Model& model, const std::string& source);

}  // namespace lamella
