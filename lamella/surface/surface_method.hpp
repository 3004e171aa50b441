// From particles to a triangle mesh by any field of the list in surface_settings.hpp.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/smoothing/thin_plate_report.hpp>
#include <lamella/surface/surface_memory.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

class LevelSetField;
struct SurfaceWalls;

struct SurfaceReport {
    Index particles = 0;
    Index inserted = 0;  // into sheets, for the surface only
    Index vertices = 0;
    Index triangles = 0;
    Index blocks = 0;  // of the grid
    std::size_t grid_bytes = 0;
    double particle_volume = 0.0;  // whole particles times spacing^3
    double mesh_volume = 0.0;
    Real level = 0.0f;  // of the field
    ThinPlateReport thin_plate;
};

struct Surface {
    TriangleMesh mesh;  // relative to the origin of the particles, as they are
    SparseGrid phi;   // the field; of a finished surface its distance (level_set/distance_band.hpp), where the settings
                      // ask for it
    Real iso = 0.0f;  // the level of the field
    ParticleSet kernels;  // kernel_display.hpp, where the settings ask for them
    SurfaceReport report;
};

// How many frames before it the surface of a frame depends on; 0: frames may be done in any order and side by side.
// Frames of a field that depends on others are done in order, with one memory.
Index frames_before(const SurfaceField& field);

// The surface of the particles. An attribute that the settings name is a mean of the particles around a
// vertex, weighted by distance; it is an InputError when the particles do not have it. The result does not
// depend on the order of the particles (coincident ones are told apart by their id). `memory` holds what the frames
// before have left and takes what this one leaves; without one a frame is its own sequence. The surface ends at the
// walls, if there are any and the settings do not leave them out.
Surface reconstruct(const SurfaceField& field, const ParticleSet& particles, Real spacing,
                    SurfaceMemory* memory = nullptr, const SurfaceWalls* walls = nullptr);

// The surface of a liquid that has a level set of its own, made into a mesh as the settings say; their field, and what
// they ask for of kernels and sheets, is not used. The particles are those of the same liquid.
Surface reconstruct_level_set(const SurfaceField& field, const LevelSetField& own, const ParticleSet& particles,
                              Real spacing, const SurfaceWalls* walls = nullptr);

// Whether the settings ask for the kernels, and for the level set.
bool writes_kernels(const SurfaceField& field);
bool writes_level_set(const SurfaceField& field);

// The edge of a marching cube in spacings.
Real cell_of(const SurfaceField& field);

}  // namespace lamella
