#include <lamella/core/profile.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_insertion_ando2011.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>
#include <lamella/surface/sheet_repair_ando2011.hpp>

#include <numeric>

namespace lamella {
namespace {

constexpr int kMostPasses = 5;  // the fifth finds next to nothing

// A name that none of the columns of sheets has.
std::string guest(const std::string& name) { return "carried " + name; }

// P and v, in an order and with ids that do not depend on those of the file, and the columns of sheets.
ParticleSet sheet_set(const ParticleSet& particles, const std::vector<std::string>& carried, NeighbourGrid& grid,
                      const SheetStep& sheets) {
    ParticleSet set;
    set.resize(particles.size());
    set.origin = particles.origin;
    set.add<Vec3Column>("P") = particles.positions();
    if (const auto* v = particles.find<Vec3Column>("v")) set.add<Vec3Column>("v") = *v;
    for (const char* name : {"id", kMassColumn})
        if (const auto* column = particles.find<IndexColumn>(name)) set.add<IndexColumn>(name) = *column;
    for (const std::string& name : carried)
        if (particles.has(name)) set.columns()[guest(name)] = particles.columns().find(name)->second;
    sheets.add_columns(set);
    grid.build(set);
    auto ids = set.add<IndexColumn>("id").span();
    std::iota(ids.begin(), ids.end(), 0);
    return set;
}

// The rows of the particles with these ids and above.
std::vector<Index> rows_from(Index first_id, const ParticleSet& set) {
    const auto ids = set.get<IndexColumn>("id").span();
    std::vector<Index> rows;
    for (Index i = 0; i < set.size(); ++i)
        if (ids[i] >= first_id) rows.push_back(i);
    return rows;
}

}  // namespace

ParticleSet repair_sheets(const ParticleSet& particles, Real spacing, const std::vector<std::string>& carried) {
    const ProfileScope scope("sheet repair");
    const SheetParameters parameters;
    const SheetStep sheets(NoSprings{}, parameters, spacing);
    NeighbourGrid grid(kSheetCell * spacing);
    ParticleSet set = sheet_set(particles, carried, grid, sheets);
    const SheetWindow window = SheetsAndo2011(parameters, spacing).window();
    MassLedger ledger;
    measure_sheets(grid, spacing, window, {}, set);
    for (int pass = 0; pass < kMostPasses; ++pass) {
        const Index first_new = set.size();
        if (insert_children(grid, spacing, parameters.flatness, set, ledger, [&](Index) { return first_new; }) == 0)
            break;
        grid.build(set);
        if (pass + 1 < kMostPasses) measure_sheets_again(grid, spacing, window, rows_from(first_new, set), set);
    }
    ParticleSet result;
    result.resize(set.size());
    result.origin = set.origin;
    for (const char* name : {"P", "v", "id", kMassColumn})
        if (set.has(name)) result.columns()[name] = std::move(set.columns().find(name)->second);
    for (const std::string& name : carried)
        if (name != "v" && set.has(guest(name)))
            result.columns()[name] = std::move(set.columns().find(guest(name))->second);
    return result;
}

}  // namespace lamella
