// The level of a field at which its mesh encloses the volume of the particles.
//
// A secant iteration on the level: near the level 0.4 a flat surface moves by -0.8 d a unit of it, so that
//
//     dV / diso = -0.8 d A,   A the area of the mesh,
//
// is the first slope. The kernels stay those of the field's own level. The level is kept within 0.06 of that: farther
// off gaps close or sheets tear, and a frame that asks for more has another fault than its level.
//
// The exact level of each frame follows its noise, and the surface would breathe with it. So a frame takes the mean of
// the exact levels of the last frames, its own among them: a low-pass that needs no state but those few levels,
// whatever frame a run is resumed at.
#pragma once

#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/surface_memory.hpp>

namespace lamella {

struct VolumeAsked {
    double volume;  // m^3
    double spacing;
    const CutNodes* cut = nullptr;        // what the mesh ends at
    const TriangleMesh* first = nullptr;  // at the field's own level, where it is there already
    double least = 0.0;                   // m^3, where walls took more than there is room for; 0: they did not
};

// The level for one frame, from the field on the nodes of a grid; the field's own where there is nothing to enclose.
Real level_of_volume(const ImplicitField& field, const SparseGrid& phi, const VolumeAsked& asked);

// Enters the level into the memory and gives the mean over the last `frames` frames, or over as many as there are.
Real mean_level(Index frames, Real level, SurfaceMemory* memory);

}  // namespace lamella
