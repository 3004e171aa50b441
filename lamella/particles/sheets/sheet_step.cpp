#include <lamella/core/overloaded.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>

namespace lamella {

std::vector<std::string> sheet_attributes(const WeakSpringMethod& springs, const SheetMethod& sheets) {
    if (!std::holds_alternative<NoSheets>(sheets)) return {"normal", "stretch", "generation", "mass_units", "thin"};
    if (!std::holds_alternative<NoSprings>(springs)) return {"normal", "stretch"};
    return {};
}

SheetStep::SheetStep(const WeakSpringMethod& springs, const SheetMethod& sheets, Real spacing)
    : springs_(springs), spacing_(spacing) {
    std::visit(Overloaded{[](const NoSheets&) {}, [&](const SheetParameters& p) { sheets_.emplace(p, spacing); }},
               sheets);
}

void SheetStep::add_columns(ParticleSet& particles) const {
    particles.add<ScalarColumn>("filling");
    if (!has_springs() && !has_sheets()) return;
    for (const char* column : {"stretch", "breadth"}) particles.add<ScalarColumn>(column);
    particles.add<Vec3Column>("normal");
    if (sheets_) SheetsAndo2011::add_columns(particles);
}

void SheetStep::note(StepReport& report) {
    if (!sheets_) return;
    const SheetCounts counts = sheets_->take_counts();
    report.counts["split"] += counts.split;
    report.counts["collapsed"] += counts.collapsed;
    report.counts["promoted"] += counts.promoted;
}

// Fillings and stretches change little where springs move a particle by a part of a spacing: they are measured once.
void SheetStep::apply(NeighbourGrid& grid, double dt, std::span<const std::uint8_t> near_solid, ParticleSet& particles,
                      LiquidInventory& inventory) {
    if (has_springs() || has_sheets())
        measure_sheets(grid, spacing_, sheets_ ? sheets_->window() : SheetWindow{}, near_solid, particles);
    apply_springs(springs_, grid, spacing_, dt, particles);
    if (!sheets_) return;
    if (has_springs()) grid.build(particles);
    sheets_->step(grid, particles, inventory);
}

}  // namespace lamella
