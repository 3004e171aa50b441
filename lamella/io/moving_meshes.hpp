// Meshes that move as a whole over the frames of a run, as one file with transforms: what other programs animate bodies
// with.
#pragma once

#include <lamella/geometry/rigid_transform.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/io/up_axis.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

struct MovingMesh {
    std::string name;
    TriangleMesh mesh;                  // at rest, where it lies in the world
    std::vector<RigidTransform> poses;  // from there to where it is, one a frame
};

struct MovingMeshes {
    double frame_rate = 24.0;
    std::vector<int> frames;  // rising
    std::vector<MovingMesh> meshes;
};

// The same with the mesh about the middle of its bounds: a program that interpolates between frames turns it there.
struct PivotedMesh {
    std::string name;
    TriangleMesh mesh;
    std::vector<Vec3d> translations;
    std::vector<std::array<double, 4>> orients;  // x, y, z, w; neighbours turn the shorter way
};
PivotedMesh pivoted(const MovingMesh& moving, UpAxis up);

// As .usda, .glb or .gltf; other endings, and for glTF an axis other than y that is up, are an InputError.
void write_moving_meshes(const std::filesystem::path& path, const MovingMeshes& bodies, const Provenance& provenance,
                         UpAxis up = UpAxis::y);
void require_moving_ending(const std::filesystem::path& path, UpAxis up);

}  // namespace lamella
