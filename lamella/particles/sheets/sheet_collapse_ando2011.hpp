// Takes children of split particles back where the sheet is no longer thin (Ando, Tsuruno 2011, section 4.3):
//
//     rho_i > a12 rho0 and s3 >= a8 s1,   or   |p_i - p_j| < a13 d for any j              (15)
//
// with a12 = a13 = 0.2. Of two children that are too close only the later one collapses.
#pragma once

#include <lamella/particles/mass_ledger.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>

namespace lamella {

// The rows of the children for which eq. 15 has held for long enough, in the order of their ids; counts the steps in
// the column `dense_steps`.
std::vector<Index> collapsing_children(const NeighbourGrid& grid, Real spacing, Real flatness, ParticleSet& particles);

struct Collapse {
    Index collapsed = 0;
    Index promoted = 0;
};

// Gives the mass of the children in these rows of the grid back to their roots and removes them. Rows behind those of
// the grid may have been appended since.
Collapse collapse_children(const NeighbourGrid& grid, const std::vector<Index>& rows, Real spacing,
                           ParticleSet& particles, MassLedger& ledger);

}  // namespace lamella
