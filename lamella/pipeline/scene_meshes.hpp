// The mesh files that a scene names, each read once.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/geometry/signed_distance.hpp>
#include <lamella/scene/scene.hpp>

#include <memory>

namespace lamella {

// A mesh shape scaled, turned and shifted, relative to an origin.
struct LoadedMesh {
    Vec3d origin;
    TriangleMesh mesh;
    std::unique_ptr<const MeshDistance> distance;  // null where only pictures are made
};

enum class MeshUse { pictures, distances };

// The scene with all its meshes read: relative to the simulation's origin with their distances, or at their
// own place for pictures. A file that cannot be read is a SceneFault.
Scene with_meshes(const Run& run, Scene scene, MeshUse use = MeshUse::distances);

// The mesh of a file as the shape places it, relative to the origin.
TriangleMesh placed_mesh(TriangleMesh mesh, const MeshShape& shape, const Vec3d& origin);

// What with_meshes() has put there, or the mesh read anew where it has not, or for another origin or use.
std::shared_ptr<const LoadedMesh> loaded_mesh(const MeshShape& shape, const Vec3d& origin, MeshUse use);

}  // namespace lamella
