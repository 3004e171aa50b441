// What keeps the particles of a liquid even and its sheets whole, as one step that any particle solver takes (Ando,
// Tsuruno 2011: section 3, then algorithm 1).
#pragma once

#include <lamella/particles/sheets_ando2011.hpp>
#include <lamella/particles/weak_springs_ando2011.hpp>

#include <optional>

namespace lamella {

class SheetStep {
public:
    SheetStep(const WeakSpringMethod& springs, const SheetMethod& sheets, Real spacing);

    bool has_springs() const { return !std::holds_alternative<NoSprings>(springs_); }
    bool has_sheets() const { return sheets_.has_value(); }

    // Gives the particles that have come since the last call their columns and masses.
    void adopt(ParticleSet& particles) const {
        if (sheets_) SheetsAndo2011::adopt(particles);
    }

    // Measures, moves, splits and collapses the particles of the grid, whose radius is kSheetCell spacings;
    // `near_solid` as for measure_sheets(). The grid is out of date afterwards. The measured columns stay, with those
    // of the children between those of their parents.
    void apply(NeighbourGrid& grid, double dt, std::span<const std::uint8_t> near_solid, ParticleSet& particles,
               std::int64_t& next_id);

    SheetCounts take_counts() { return sheets_ ? sheets_->take_counts() : SheetCounts{}; }

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
