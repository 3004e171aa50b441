// The mesh files that a scene names, each read once.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/geometry/rig/rig.hpp>
#include <lamella/geometry/signed_distance.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <memory>

namespace lamella {

enum class MeshUse { pictures, distances };

// Reads all meshes of the scene: relative to the simulation's origin with their distances, or at their own place for
// pictures. A file that cannot be read is a SceneFault.
void read_meshes(const Run& run, const Scene& scene, Assets& assets, MeshUse use = MeshUse::distances);

// The bytes of a file; those of a glTF's buffers beside it are noted, too.
std::string read_with_buffers(const InputFile& file, Assets& assets);

// The mesh of a file.
TriangleMesh read_mesh(const InputFile& file, Assets& assets);

// The rig of a glTF file with that clip.
std::shared_ptr<const Rig> read_rig(const InputFile& file, const std::string& clip, Assets& assets);

// The mesh scaled, turned and shifted as the shape says, relative to the origin.
TriangleMesh placed_mesh(TriangleMesh mesh, const MeshShape& shape, const Vec3d& origin);

// The mesh of a shape, placed, and the distance from it.
std::shared_ptr<const TriangleMesh> mesh_of(const MeshShape& shape, const Vec3d& origin, Assets& assets);
std::shared_ptr<const MeshDistance> distance_of(const MeshShape& shape, const Vec3d& origin, Assets& assets);

}  // namespace lamella
