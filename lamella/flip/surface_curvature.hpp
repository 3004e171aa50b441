// Surface tension under FLIP: the pressure jumps by sigma kappa where the surface cuts the line between two cells, as
// the ghost fluid method has it (Kang et al. 2000, section 5), with kappa the sum of both principal curvatures.
//
// The surface is the level zero of a distance phi, in cells, that is made from the fullness of cells:
//     f = S (mass / room),       S the weights 1, 6, 15, 20, 15, 6, 1 (over 64) along each axis;
//     phi_0 = - s F^-1(f),       F the normal distribution, s^2 = 5/3 the variance of S and of the fullness' kernel;
//     phi = phi_0 + c (phi_0 - S phi_0).
// Below a flat surface phi_0 is the distance. A curved one moves by s^2 kappa / 2 towards its inside, and its waves
// fade with exp(-s^2 k^2 / 2), which the last line takes back: to second order with c = 1. Our c = 0.85 is a balance: a
// drop of a radius of four cells has 4 % too much pressure, and its first oscillation takes 8 % too long. All is even
// about walls and bodies (solid_mirror.hpp), so that surfaces meet them at right angles.
//
// With H and K the sum and the product of the principal curvatures of the surface of constant phi through a centre, in
// differences of fourth order, the surface phi = 0 below it has
//     kappa = (H - 2 phi K) / (1 - phi H + phi^2 K).
// Without this step what sticks out of a ball would have less pressure than its surroundings, since H = 2 / r falls
// outwards, and would grow: particles leave a drop at rest within a fraction of a second.
#pragma once

#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// Fills cells.surface_pressure with dt sigma kappa / (rho dx) around the surface; strength is dt sigma / (rho dx^2).
// Returns phi.
TileField<float> find_surface_pressure(const ParticleTiles& tiles, const SolidGrid& solids,
                                       const TileField<float>& fullness, double strength, LiquidCells& cells);

// The explicit limit of a step, sqrt(rho dx^3 / (pi sigma)): twice that of Brackbill et al. 1992, eq. 61, in which the
// shortest wave of the grid passes half a cell. Here S damps short waves: none swings faster than sqrt(sigma / (rho
// dx^3)), and kicks of the velocity between moves are stable up to 3.6 of our steps.
double longest_capillary_step(double density, double tension, double cell);

}  // namespace lamella
