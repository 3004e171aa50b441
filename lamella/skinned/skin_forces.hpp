// What a skin does to the water on it, and gravity.
//
// Adhesion (Lee et al. 2019, section 3.4) is an acceleration towards the skin that ends at a reach r,
//     a = -alpha max(0, 1 - max(d, 0) / r) n,
// with the distance d at least 0: printed without that, it exceeds alpha in the cells that the skin cuts. It is normal
// to the skin, so that it holds water on a slope no better than a wall without friction; what sticks needs a drag along
// the skin as well, which the paper does not have:
//     u_t <- u_o + (u_t - u_o) / (1 + gamma dt)    for d below its reach.
// The velocity u_o of the skin is that of the cell, which goes with it.
#pragma once

#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

namespace lamella {

struct SkinForces {
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);  // m/s^2
    std::vector<Real> adhesion;               // alpha at the finest nodes, m/s^2; empty: none
    Real adhesion_reach = 0.0f;               // m
    Real drag = 0.0f;                         // gamma, 1/s
    std::vector<Real> drag_paint;             // factors of it at the finest nodes; empty: 1
    Real drag_reach = 0.0f;                   // m
};

void apply_skin_forces(const MeshStep& step, const SkinForces& forces, WaterCells& water);

// In cells that the skin cuts water goes no faster into the skin than the skin goes.
void clamp_at_skin(const MeshStep& step, WaterCells& water);

}  // namespace lamella
