// How full and how flat the surroundings of a particle are (Ando, Tsuruno 2011, sections 3 and 4.1):
//
//     rho(x) = sum_j m_j W(|p_j - x|),   W(r) = 1 - (r / R)^2,   R = 4 d                    (2), (4)
//     C_i = covariance of the neighbours about their mean = E diag(s1, s2, s3) E^T          (8) - (10)
//     thin: s3 <= a8 s1                                                                     (11)
//
// W has no unit integral, so densities are relative to rho0, the sum over a cubic lattice; the paper takes the
// largest density at the start, which depends on the scene (a jet of radius 3 d starts at 0.45 of it). The s are
// variances: with their roots, sheets of two layers would not be thin. Sheets of n layers have s3 / s1 = 0, 0.10, 0.26
// and 0.44 for n = 1 to 4, deep surfaces 0.64 and more. The paper's rule is met by particles with one to four
// neighbours, too; we ask for five.
//
// A flat surface has rho = 0.62 in its first layer, 0.82 in its second and 0.7 in between at a depth of d. In cells
// that are farther from any surface (surface_cells.hpp) rho is taken as 1 without a search.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

#include <span>

namespace lamella {

// The fillings between which the stretch is looked at: a6 and a7.
struct SheetWindow {
    Real least = 0.05f;
    Real most = 0.7f;

    bool contains(Real filling) const { return filling > least && filling < most; }
};

// The filling of a thin sheet, over its thickness in spacings.
inline constexpr Real kFillingOfSheet = 0.232f;

// The width of the cells that the particles have to be sorted into, in spacings.
inline constexpr Real kSheetCell = 2.0f;

// Fills the column `filling`: rho_i / rho0. The radius of the grid is kSheetCell spacings.
void measure_filling(const NeighbourGrid& grid, Real spacing, ParticleSet& particles);

// As well, and fills `density`: filling times the density at rest.
void measure_density(const NeighbourGrid& grid, Real spacing, Real rest_density, ParticleSet& particles);

// Fills `filling`, `stretch` (s3 / s1; 1 where it is not looked at: outside of the window, with few neighbours, at
// solids), `breadth` (s2 / s1 where they are round across, s3 > 0.6 s2: 0.5 in threads 5 spacings across, 0.8 at 7;
// else 1) and `normal` (e3 where the surroundings have one, s3 < 0.85 s2; else zero). A particle marked in `near_solid`
// (empty: none is) counts as no part of a sheet, because a film on a wall has as few neighbours as one.
void measure_sheets(const NeighbourGrid& grid, Real spacing, const SheetWindow& window,
                    std::span<const std::uint8_t> near_solid, ParticleSet& particles);

// Again, where particles were inserted around those of these rows, and nowhere else. Nothing is near a solid.
void measure_sheets_again(const NeighbourGrid& grid, Real spacing, const SheetWindow& window,
                          std::span<const Index> inserted, ParticleSet& particles);

}  // namespace lamella
