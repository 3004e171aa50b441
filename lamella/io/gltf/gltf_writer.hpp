// Meshes as glTF 2.0: .glb with its numbers in the file, .gltf with them as text in the JSON.
#pragma once

#include <lamella/io/moving_meshes.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/particles/particle_set.hpp>

#include <span>
#include <string>

namespace lamella {

// N is NORMAL, Cd COLOR_0, the first two components of uv TEXCOORD_0 (from the upper border downwards, as glTF counts);
// every other column is an attribute of its name behind an underscore, whole numbers as float. A glTF file has y up.
std::string write_glb(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);
std::string write_gltf(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);

// A node for each mesh, with an animation of its translation and rotation; times are (frame - 1) / frame rate.
std::string write_glb(const MovingMeshes& bodies, const Provenance& provenance);
std::string write_gltf(const MovingMeshes& bodies, const Provenance& provenance);

}  // namespace lamella
