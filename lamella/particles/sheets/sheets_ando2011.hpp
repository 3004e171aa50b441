// Sheets of liquid that do not tear (Ando, Tsuruno 2011, section 4 and algorithm 1): particles split where a sheet is
// thin and has room (sheet_candidates_ando2011.hpp), and the children collapse where it is thick again.
//
// Departures. The paper inserts one after another, always the candidate nearest to the last; ours is an independent
// set in the order of the densities, which is the same for any number of threads and as good. With several children in
// one step a parent gives m / (2 + n) to each, whatever their order (1/3 to one, as printed). A child has the velocity
// that keeps the momentum. It collapses at 1.25 times the stretch at which it is made, after 1 to 10 steps by its id.
// Its mass returns to the originals it came from (mass_ledger.hpp); where one is gone, to the nearest original within
// 2 d, else to another of its roots, else the child becomes an original. Masses are whole numbers (mass_units.hpp).
// Particles that stick to walls are not moved elsewhere (section 4.3).
#pragma once

#include <lamella/particles/liquid_inventory.hpp>
#include <lamella/particles/mass_ledger.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>
#include <lamella/particles/sheets/sheet_parameters.hpp>

namespace lamella {

// Particles since the last report.
struct SheetCounts {
    std::int64_t split = 0;      // children made
    std::int64_t collapsed = 0;  // children gone
    std::int64_t promoted = 0;   // children that became originals
};

// Columns: P, v, id, filling and stretch as measured, and its own: mass_units (mass_units.hpp), generation (0: an
// original), thin (0 or 1), and dense_steps (for how many steps a child could have collapsed).
class SheetsAndo2011 {
public:
    SheetsAndo2011(const SheetParameters& parameters, Real spacing) : parameters_(parameters), spacing_(spacing) {}

    // Makes its columns; all particles are whole ones.
    static void add_columns(ParticleSet& particles);

    // Which fillings the measure has to look at.
    SheetWindow window() const { return {kFillingOfSheet * parameters_.least_thickness, 0.7f}; }

    // Splits and collapses particles of the grid, whose radius is kSheetCell spacings, after measure_sheets().
    // Children take their ids from the inventory. The grid is out of date afterwards.
    void step(const NeighbourGrid& grid, ParticleSet& particles, LiquidInventory& inventory);

    const MassLedger& ledger() const { return ledger_; }
    SheetCounts take_counts() { return std::exchange(counts_, {}); }

    template <class Visitor>
    void state(Visitor& visit) {
        ledger_.state(visit);
        visit("sheets.split", counts_.split);
        visit("sheets.collapsed", counts_.collapsed);
        visit("sheets.promoted", counts_.promoted);
    }

private:
    SheetParameters parameters_;
    Real spacing_;
    MassLedger ledger_;
    SheetCounts counts_;
};

}  // namespace lamella
