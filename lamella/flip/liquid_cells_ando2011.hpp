// Which cells are liquid (Ando, Tsuruno 2011, eq. 5), and where the surface lies between their centres.
//
// A cell is liquid if   sum_i (m_i / m0) rho_i >= alpha_3 N_0 V   over its particles, with rho_i their filling
// (eq. 2 over that of a lattice), alpha_3 = 0.2, N_0 = 8 and V the open share of the cell. The paper's sum has no
// masses, so split particles would count twice. Beside a solid rho_i is divided by the share of the kernel that is
// not behind a wall, so that a film on a wall is as liquid as one in the air of twice its thickness. Cells whose
// centre lies in a solid hold few particles or none; they are liquid where liquid is behind an open face.
//
// The level comes from the fullness f of a trilinear kernel at the centre: below a flat surface at a distance of t
// cells f = 1/2 + t - t |t| / 2, which is solved for t.
#pragma once

#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// Reads the particles' column `filling`.
void find_liquid_cells(const ParticleTiles& tiles, const ParticleSet& particles, const SolidGrid& solids,
                       const TileField<float>& fullness, LiquidCells& cells);

// The share of the kernel W = 1 - (r/R)^2 that is in front of a plane at the distance s R.
Real open_share_of_kernel(Real s);

}  // namespace lamella
