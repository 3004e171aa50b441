// Splits pairs of particles (Ando, Tsuruno 2011, section 4.3).
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/particles/mass_ledger.hpp>
#include <lamella/particles/sheets/sheet_candidates_ando2011.hpp>

namespace lamella {

// Appends a child for every accepted candidate, takes its mass from its parents and enters it into the ledger. Returns
// how many there are. new_ids(n) gives the first of n new ids.
Index insert_children(const NeighbourGrid& grid, Real spacing, Real flatness, ParticleSet& particles,
                      MassLedger& ledger, FunctionRef<Index(Index)> new_ids);

}  // namespace lamella
