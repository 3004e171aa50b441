// What keeps the particles of a liquid even and its sheets whole, as one step that any particle solver takes (Ando,
// Tsuruno 2011: section 3, then algorithm 1).
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/particles/sheets/sheets_ando2011.hpp>
#include <lamella/particles/sheets/weak_springs_ando2011.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lamella {

// The columns that a step with these adds and frames can hold; `filling` is there without.
std::vector<std::string> sheet_attributes(const WeakSpringMethod& springs, const SheetMethod& sheets);

inline constexpr double kBytesPerSheetParticle = 60.0;  // of these columns

class SheetStep {
public:
    SheetStep(const WeakSpringMethod& springs, const SheetMethod& sheets, Real spacing);

    bool has_springs() const { return !std::holds_alternative<NoSprings>(springs_); }
    bool has_sheets() const { return sheets_.has_value(); }

    // Makes the columns that it fills, so that they are part of the state from the start; all particles are whole ones.
    void add_columns(ParticleSet& particles) const;

    // Measures, moves, splits and collapses the particles of the grid, whose radius is kSheetCell spacings;
    // `near_solid` as for measure_sheets(). The grid is out of date afterwards. The measured columns stay, with those
    // of the children between those of their parents.
    void apply(NeighbourGrid& grid, double dt, std::span<const std::uint8_t> near_solid, ParticleSet& particles,
               LiquidInventory& inventory);

    // Enters what was split and collapsed since the last call: the counts `split`, `collapsed` and `promoted`.
    void note(StepReport& report);

    template <class Visitor>
    void state(Visitor& visit) {
        if (sheets_) sheets_->state(visit);
    }

private:
    WeakSpringMethod springs_;
    std::optional<SheetsAndo2011> sheets_;
    Real spacing_;
};

}  // namespace lamella
