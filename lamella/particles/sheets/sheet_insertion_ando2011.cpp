#include <lamella/particles/independent_points.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_insertion_ando2011.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kLightest = kWholeMass / 20;              // of a child, and of what is left of a parent
constexpr Index kLightestParent = kLightest / 2 * 3 + 3;  // so that two thirds of it are not too light

// A candidate that becomes a child, and what its parents give to it.
struct Split {
    SheetCandidate pair;
    Index from_first = 0;
    Index from_second = 0;
    Index mass() const { return from_first + from_second; }
};

std::vector<SheetCandidate> accepted(const std::vector<SheetCandidate>& candidates, Real room, const PeriodicBox& box) {
    std::vector<Vec3> places;
    for (const SheetCandidate& c : candidates) places.push_back(c.place);
    std::vector<SheetCandidate> result;
    for (const Index k : independent_points(places, room, box)) result.push_back(candidates[k]);
    return result;
}

// What a parent of mass m gives to each of n children: m / (2 + n), or less so that it does not become too light.
Index share(Index mass, Index children) { return std::min(mass / (2 + children), (mass - kLightest) / children); }

// Splits whose child would be too light are left out; the shares of the others stay as they are.
std::vector<Split> splits_of(const std::vector<SheetCandidate>& pairs, const IndexColumn& units) {
    std::vector<Index> children(static_cast<std::size_t>(units.size()));
    for (const SheetCandidate& pair : pairs)
        for (const Index parent : {pair.first, pair.second}) ++children[parent];
    std::vector<Split> splits;
    for (const SheetCandidate& pair : pairs) {
        const Split split{pair, share(units[pair.first], children[pair.first]),
                          share(units[pair.second], children[pair.second])};
        if (split.mass() >= kLightest) splits.push_back(split);
    }
    return splits;
}

template <class C>
void append_means(C& column, const std::vector<Split>& splits, Index from) {
    for (std::size_t k = 0; k < splits.size(); ++k) {
        const auto& pair = splits[k].pair;
        const Index row = from + static_cast<Index>(k);
        if constexpr (std::is_same_v<C, IndexColumn>)
            column[row] = column[pair.first];
        else
            column.set(row, 0.5f * (column.value(pair.first) + column.value(pair.second)));
    }
}

// All columns of the children: the means of the parents, or the number of the first parent where it is no amount.
void append_rows(ParticleSet& particles, const std::vector<Split>& splits) {
    const Index from = particles.size();
    particles.resize(from + static_cast<Index>(splits.size()));
    for (auto& [name, any] : particles.columns())
        std::visit([&](auto& column) { append_means(column, splits, from); }, any);
}

std::vector<MassPart> parts_from(Index parent, Index units, const ParticleSet& particles, MassLedger& ledger) {
    const Index id = particles.get<IndexColumn>("id")[parent];
    if (particles.get<IndexColumn>("generation")[parent] > 0) return ledger.take(id, units);
    return {{0, id, units}};
}

void enter_masses(const Split& split, Index row, ParticleSet& particles, MassLedger& ledger) {
    const Index first = split.pair.first;
    const Index second = split.pair.second;
    auto& units = particles.get<IndexColumn>(kMassColumn);
    std::vector<MassPart> parts = parts_from(first, split.from_first, particles, ledger);
    const std::vector<MassPart> others = parts_from(second, split.from_second, particles, ledger);
    parts.insert(parts.end(), others.begin(), others.end());
    ledger.add(particles.get<IndexColumn>("id")[row], std::move(parts));
    units[first] -= split.from_first;
    units[second] -= split.from_second;
    units[row] = split.mass();
}

void fill_row(const Split& split, Index row, Index id, ParticleSet& particles) {
    auto& generation = particles.get<IndexColumn>("generation");
    const auto& [pair, a, b] = split;
    const Real part = static_cast<Real>(a) / static_cast<Real>(split.mass());
    particles.positions().set(row, pair.place);
    if (auto* v = particles.find<Vec3Column>("v"))
        v->set(row, part * v->value(pair.first) + (1.0f - part) * v->value(pair.second));  // keeps the momentum
    particles.get<IndexColumn>("id")[row] = id;
    generation[row] = 1 + std::max(generation[pair.first], generation[pair.second]);
    particles.get<IndexColumn>("dense_steps")[row] = 0;
}

}  // namespace

Index insert_children(const NeighbourGrid& grid, Real spacing, Real flatness, ParticleSet& particles,
                      MassLedger& ledger, FunctionRef<Index(Index)> new_ids) {
    const auto candidates = find_candidates(grid, particles, spacing, flatness, kLightestParent);
    const auto splits =
        splits_of(accepted(candidates, kSheetRoom * spacing, grid.box()), particles.get<IndexColumn>(kMassColumn));
    const auto added = static_cast<Index>(splits.size());
    if (added == 0) return 0;
    Index id = new_ids(added);
    Index row = particles.size();
    append_rows(particles, splits);
    for (const Split& split : splits) {
        fill_row(split, row, id++, particles);
        enter_masses(split, row, particles, ledger);
        ++row;
    }
    return added;
}

}  // namespace lamella
