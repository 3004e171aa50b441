#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_collapse_ando2011.hpp>
#include <lamella/particles/sheets/sheet_insertion_ando2011.hpp>
#include <lamella/particles/sheets/sheets_ando2011.hpp>

#include <algorithm>

namespace lamella {
namespace {

std::vector<Index> children_of(const ParticleSet& particles) {
    const auto& generation = particles.get<IndexColumn>("generation");
    const auto& id = particles.get<IndexColumn>("id");
    std::vector<Index> ids;
    for (Index i = 0; i < particles.size(); ++i)
        if (generation[i] > 0) ids.push_back(id[i]);
    std::ranges::sort(ids);
    return ids;
}

}  // namespace

void SheetsAndo2011::add_columns(ParticleSet& particles) {
    for (const char* name : {"generation", "thin", "dense_steps"}) particles.add<IndexColumn>(name);
    if (particles.has(kMassColumn)) return;
    std::ranges::fill(particles.add<IndexColumn>(kMassColumn).span(), kWholeMass);
}

void SheetsAndo2011::step(const NeighbourGrid& grid, ParticleSet& particles, LiquidInventory& inventory) {
    const ProfileScope scope("sheets");
    ledger_.keep(children_of(particles));
    const auto& stretch = particles.get<ScalarColumn>("stretch");
    auto& thin = particles.get<IndexColumn>("thin");
    parallel_for("thin", particles.size(), [&](Index i) { thin[i] = stretch[i] <= parameters_.flatness ? 1 : 0; });
    const std::vector<Index> collapsing = collapsing_children(grid, spacing_, parameters_.flatness, particles);
    counts_.split += insert_children(grid, spacing_, parameters_.flatness, particles, ledger_,
                                     [&](Index count) { return inventory.new_ids(count); });
    const Collapse collapse = collapse_children(grid, collapsing, spacing_, particles, ledger_);
    counts_.collapsed += collapse.collapsed;
    counts_.promoted += collapse.promoted;
}

}  // namespace lamella
