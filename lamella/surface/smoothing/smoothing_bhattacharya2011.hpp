// Smoothing of a level set after Bhattacharya, Gao, Bargteil 2011, "A Level-set Method for Skinning Animated Particle
// Data": of all surfaces that contain a ball of radius r_min around every particle and lie within the balls of radius
// r_max, the one with the least thin-plate energy,
//
//     E = int k^2 dA,   k = k1 + k2 = -lap phi,   phi the signed distance, positive inside,
//
// which is int k1^2 + k2^2 dA but for a constant of the topology. It is looked for by following the gradient, whose
// leading term is the biharmonic one,
//
//     d phi / dt = -lap_S (lap phi),
//
// and by putting phi back between the two bounds after every step. A ball is at rest: its curvature is the same
// everywhere; flow by mean curvature would shrink it.
//
// Departures, all because the surface starts as one of our fields and moves by less than a spacing:
// - where the start lies outside the bounds, as thin stretched sheets do, it is itself the bound;
// - phi is the distance to the mesh of the start, exactly; moves are the same along normals, so that phi stays a
//   distance and is not computed again;
// - steps have momentum (Polyak 1964): the explicit step is bound by the fourth power of the cell, and waves of
//   several spacings would need hundreds;
// - sheets of a cell or two are left as they are: the kink of the distance in their middle is no curvature.
// It stops when ten steps have lowered E by less than a fiftieth.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>
#include <lamella/surface/mesh_settings.hpp>
#include <lamella/surface/particle_cloud.hpp>
#include <lamella/surface/smoothing/thin_plate_report.hpp>

namespace lamella {

// Smooths the surface `mesh`, which is that of `phi` at `level` and not empty; phi becomes a signed distance in
// spacings near the surface, positive inside, with the level 0.
ThinPlateReport smooth_thin_plate(const ThinPlateBand& bounds, const ParticleCloud& cloud, const TriangleMesh& mesh,
                                  Real level, SparseGrid& phi);

}  // namespace lamella
