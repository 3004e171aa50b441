// What is in one picture. Nothing here is owned.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/render/environment_map.hpp>
#include <lamella/render/materials.hpp>
#include <lamella/render/texture.hpp>

#include <string>
#include <vector>

namespace lamella {

// A closed surface of a fluid, or an obstacle. `name` finds its material in the settings.
struct RenderSurface {
    const TriangleMesh* mesh = nullptr;
    std::string name;
    bool is_fluid = true;                // without a material of its own: water, else matt
    bool is_painted = false;             // coloured by its columns; never a fluid
    const Material* material = nullptr;  // goes before one of that name
};

// Particles as balls: of the radius in the column pscale if there is one, else of `radius`.
struct RenderParticles {
    const ParticleSet* set = nullptr;
    Real radius = 0.0f;  // m
    std::string name = {};
    bool is_fluid = true;  // others are shown beside surfaces, too
};

// Points with normals (N) as discs, which both sides show; radii as those of balls.
struct RenderDiscs {
    const ParticleSet* set = nullptr;
    Real radius = 0.0f;  // m
    std::string name = {};
};

// Curves as tubes; radii as those of balls. A strand of one point is not seen.
struct RenderStrands {
    const Strands* strands = nullptr;
    Real radius = 0.0f;  // m
    std::string name = {};
};

// Tetrahedra as their border.
struct RenderTets {
    const TetMesh* mesh = nullptr;
    std::string name = {};
};

// All positions are metres in one frame of reference; the origin of a particle set is not looked at.
struct RenderSubject {
    std::vector<RenderSurface> surfaces = {};
    std::vector<RenderParticles> particles = {};
    Box3 bounds = {};  // the camera is fitted to this box: keep it the same for all pictures of a film
    Real frame_time =
        1.0f / 24.0f;  // s, from one frame to the next; meshes with velocities are blurred over a share of it
    Index frame = 1;   // for a camera that moves
    std::vector<RenderDiscs> discs = {};
    std::vector<RenderStrands> strands = {};
    std::vector<RenderTets> tetrahedra = {};
    Environments environments = {};  // of the lights that are one, in their order
    Textures textures = {};          // of materials and floor
    Box3 view = {};                  // what the camera is fitted to where it follows the subject, else the bounds
    Real overlap = 0.0f;             // m, by which solids are drawn larger; glass where its material says nothing
};

}  // namespace lamella
