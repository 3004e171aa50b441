// Rigs of glTF files: meshes with their skins, morph targets and one clip.
#pragma once

#include <lamella/geometry/rig/rig.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lamella {

// The primitives of all nodes of the scene, merged. `clip` is the name of an animation, or its number from 0; it may be
// empty where there is only one, or none: then the rig rests. InputError for a file with neither a skin nor a morph
// target, for a clip that is not there, and for what is hostile.
Rig read_gltf_rig(std::string_view bytes, const std::string& source, const std::string& clip = "");

// What a file has besides its meshes.
struct RigContents {
    struct Clip {
        std::string name;
        double seconds = 0.0;  // from its first key to its last
    };
    struct Skin {
        std::string name;
        std::vector<std::string> joints;
    };
    std::vector<Skin> skins;
    std::vector<Clip> clips;
    std::size_t targets = 0;  // morph targets of all meshes
};

RigContents read_rig_contents(std::string_view bytes, const std::string& source);

}  // namespace lamella
