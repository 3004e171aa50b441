// Characters of the shipped scenes, as the tests of this folder need them.
#pragma once

#include <lamella/geometry/rig/rig_motion.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>
#include <lamella/skinned/lattice_rig.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace lamella::test {

inline Rig shipped_rig(const std::string& name, const std::string& clip) {
    std::ifstream file(std::string(LAMELLA_SOURCE_DIR) + "/scenes/lee2019/" + name + ".glb", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return read_gltf_rig(bytes, name + ".glb", clip);
}

inline TriangleMesh as_it_is(TriangleMesh mesh) { return mesh; }

inline RigMotion played(Rig rig) {
    return {std::make_shared<const Rig>(std::move(rig)), RigPlayback{}, as_it_is, Motion{}, "character"};
}

}  // namespace lamella::test
