// The nodes of a glTF file with what a clip does to them.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/geometry/rig/rig_node.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tinygltf {
class Model;
}

namespace lamella {

// All nodes at rest, in the order of the file. InputError when one has two parents, or they form a circle.
std::vector<RigNode> read_gltf_nodes(const tinygltf::Model& model, const std::string& source);

// Which animation: by its name, or its number from 0; empty when there is only one.
int gltf_clip(const tinygltf::Model& model, const std::string& clip, const std::string& source);

// Gives the wanted nodes the channels of that animation.
void add_gltf_clip(const tinygltf::Model& model, int clip, const std::string& source,
                   FunctionRef<bool(std::size_t node)> wanted, std::vector<RigNode>& nodes);

// "'arm', 'hand'" of a list of things with names; "none" of an empty one.
std::string gltf_names(const std::vector<std::string>& names);

}  // namespace lamella
