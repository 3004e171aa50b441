// The field of Adams, Pauly, Keiser, Guibas 2007, "Adaptively Sampled Particle Fluids", after Yu 2011, section 2.1:
// that of weighted_centres.hpp with the distances of the particles from the surface as radii,
//
//     phi(x) = |x - X(x)| - d(x)   (2.4),   d(x) = sum_i w_i(x) d_i / sum_i w_i(x)   (2.7).
//
// Where the d_i are the depths below a plane, phi is the distance from that plane, wherever the particles lie: noise of
// their places does not show. Particles carry their d_i from the frame before; the field that they make has a
// surface, and their distances from it are the new d_i.
//
// Departures:
// - A frame looks back over a fixed number n of frames: particles start with one radius n - 1 frames before it (that is
//   zhu_bridson2005), and every frame since then has one redistancing. Nothing ties distances to the volume: the
//   surface of a pool at rest sinks by 0.1 d over 50 redistancings without an end. Over a window of 3 frames it stays
//   within 0.02 d for 50 frames of changing noise, and a frame has the same bits whichever frame a run starts at. So
//   n - 1 generations of distances are carried side by side.
// - Particles that the frame before does not know keep the distance that they have from the surface of one redistancing
//   less in their own frame. So a first frame, and particles without ids, have n - 1 redistancings of one frame.
// - Distances are those from the mesh, exact, for particles near the surface: there are few, and fast marching would
//   have to start from them. The others do not count at the surface.
// - Surfaces of thin parts would close in on their particles, which have none below them to hold them: where the
//   surroundings of a particle are as empty as in a sheet, its distance is at least the radius.
#pragma once

#include <lamella/surface/surface_memory.hpp>
#include <lamella/surface/surface_settings.hpp>
#include <lamella/surface/weighted_centres.hpp>

namespace lamella {

// The field of a frame; the cloud must outlive it. `memory` holds the distances that the frame before has left and
// takes those of this one; it may be null.
std::unique_ptr<WeightedCentres> adams2007_field(const Adams2007Parameters& parameters, const ParticleCloud& cloud,
                                                 SurfaceMemory* memory);

}  // namespace lamella
