// One frame of a simulation as files and as a row of the ledger.
#pragma once

#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/pipeline/liquid_solver.hpp>

namespace lamella {

// particles/<fluid>.NNNN.bgeo for every fluid, in the order of the ids.
void write_frame(const RunFolder& folder, const Scene& scene, const LiquidSolver& solver, int frame,
                 const Provenance& provenance);

// What the frame holds: mass, momentum, energies about the domain's centre, density error. Takes the
// solver's report.
LedgerRow simulate_row(const Scene& scene, LiquidSolver& solver, int frame);

}  // namespace lamella
