// How much of a smoothing step each vertex takes, by how many particles there are around it (Loeschner, Boettcher,
// Jeske, Bender 2023, "Weighted Laplacian Smoothing for Surface Reconstruction of Particle-based Fluids"): the surface
// of a body is smoothed, drops, strands and rims, which smoothing would shrink away, are left as they are.
//
//     n_i = sum_j 1 - (r_ij / 2 d)^2,   n(x) = the mean of n_i around a vertex,   w(x) = S(min(1, n(x) / 13)),
//     S(t) = 6 t^5 - 15 t^4 + 10 t^3.
//
// A vertex on a flat surface has w = 0.8, on a sheet of one layer 0.3, on a filament 0.01. The published step is one
// towards the mean of the neighbours, w of the way, and loses volume: 0.7 % of a pool of ten layers in five passes.
// Ours are the pairs of steps of geometry/taubin1995.hpp, each w of the way. What those change of the volume, up to 1 %
// in twenty passes, is given back: every vertex moves along its normal by w times a common length.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/surface/particle_cloud.hpp>

#include <vector>

namespace lamella {

struct SurfaceWalls;

// w of every vertex.
std::vector<Real> smoothing_shares(const ParticleCloud& cloud, const TriangleMesh& mesh);

// Moves the vertices that many times; attributes stay as they are. Vertices on walls stay, and none goes behind them.
void smooth_weighted(const ParticleCloud& cloud, int passes, TriangleMesh& mesh, const SurfaceWalls* walls = nullptr);

}  // namespace lamella
