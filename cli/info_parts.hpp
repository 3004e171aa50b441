// What `lamella info` says of each kind of file, as text.
#pragma once

#include <lamella/cache/checkpoint.hpp>
#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>
#include <lamella/io/vdb.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/scene/reader.hpp>

#include <filesystem>
#include <string>

namespace lamella::cli {

std::string particles_info(const ParticleSet& particles);
std::string mesh_info(const TriangleMesh& mesh);
// Empty of a file with neither skins nor clips nor morph targets.
std::string rig_info(const RigContents& contents, const TriangleMesh& mesh);
std::string tets_info(const TetMesh& mesh);
std::string strands_info(const Strands& strands);
std::string poses_info(const FramePoses& poses);
std::string volume_info(const Volume& volume);
std::string checkpoint_info(const Checkpoint& checkpoint);
std::string scene_info(const LoadedScene& loaded);
std::string run_info(const std::filesystem::path& folder);

}  // namespace lamella::cli
