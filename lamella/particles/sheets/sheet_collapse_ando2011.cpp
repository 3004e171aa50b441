#include <lamella/core/random.hpp>
#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_collapse_ando2011.hpp>

#include <algorithm>
#include <bitset>
#include <limits>
#include <optional>

namespace lamella {
namespace {

constexpr Real kDense = 0.2f;                 // a12, in rest densities
constexpr Real kTooClose = 0.2f;              // a13, in spacings
constexpr Real kHysteresis = 1.25f;           // of the stretch at which sheets split
constexpr std::uint64_t kLongestWait = 10;    // steps
constexpr std::uint64_t kWaits = 0x77616974;  // the stream of waiting times
constexpr Real kHeirDistance = 2.0f;          // spacings

Index steps_to_wait(Index id) {
    return 1 + static_cast<Index>(random_bits(kWaits, 0, static_cast<std::uint64_t>(id)) % kLongestWait);
}

// Whether an original, or a child that is older than i, is closer than a13 d.
bool too_close(const CellNeighbourhood& near, const ParticleSet& particles, Index i, Real distance) {
    const auto& id = particles.get<IndexColumn>("id");
    const auto& generation = particles.get<IndexColumn>("generation");
    bool found = false;
    for_each_row(near, near.around(particles.positions()[i], distance),
                 [&](Index j) { found |= id[j] != id[i] && (generation[j] == 0 || id[j] < id[i]); });
    return found;
}

// Where originals are, by their ids.
class RootRows {
public:
    // Finds the rows of the ids in the list, which is ascending.
    RootRows(std::vector<Index> ids, const ParticleSet& particles) : ids_(std::move(ids)), rows_(ids_.size(), kNobody) {
        for (const Index id : ids_) seen_[filter(id)] = true;
        const auto& id = particles.get<IndexColumn>("id");
        const auto& generation = particles.get<IndexColumn>("generation");
        for (Index i = 0; i < particles.size(); ++i)
            if (seen_[filter(id[i])] && generation[i] == 0)
                if (const auto slot = slot_of(id[i])) rows_[*slot] = i;
    }
    Index row(Index id) const {
        const auto slot = slot_of(id);
        return slot ? rows_[*slot] : kNobody;
    }
    static constexpr Index kNobody = -1;

private:
    static std::size_t filter(Index id) { return static_cast<std::size_t>(id) % (1 << 16); }
    std::optional<std::size_t> slot_of(Index id) const {
        const auto found = std::ranges::lower_bound(ids_, id);
        if (found == ids_.end() || *found != id) return std::nullopt;
        return static_cast<std::size_t>(found - ids_.begin());
    }

    std::vector<Index> ids_;
    std::vector<Index> rows_;
    std::bitset<1 << 16> seen_;  // most particles are no roots, and this tells it quickly
};

std::vector<Index> roots_of(const std::vector<Index>& rows, const ParticleSet& particles, const MassLedger& ledger) {
    const auto& id = particles.get<IndexColumn>("id");
    std::vector<Index> roots;
    for (const Index row : rows)
        for (const MassPart& part : ledger.parts_of(id[row])) roots.push_back(part.root);
    std::ranges::sort(roots);
    const auto repeated = std::ranges::unique(roots);
    roots.erase(repeated.begin(), repeated.end());
    return roots;
}

// The original nearest to a point within the reach of heirs, the one with the smaller id of two alike.
Index nearest_original(const NeighbourGrid& grid, const ParticleSet& particles, const Vec3& point, Real reach) {
    const auto& id = particles.get<IndexColumn>("id");
    const auto& generation = particles.get<IndexColumn>("generation");
    CellNeighbourhood near;
    near.gather(grid, particles.positions(), {point, point}, reach);
    std::pair<Real, Index> nearest{std::numeric_limits<Real>::infinity(), 0};
    Index row = RootRows::kNobody;
    for (Index k = 0; k < static_cast<Index>(near.rows().size()); ++k) {
        const Index j = near.rows()[k];
        const std::pair<Real, Index> here{(near.place(k) - point).squaredNorm(), id[j]};
        if (generation[j] != 0 || !(here < nearest)) continue;
        nearest = here;
        row = j;
    }
    return row;
}

// Moves mass from a child to an original; false where that one cannot hold it.
bool give(Index from, Index to, Index amount, IndexColumn& units) {
    if (to == RootRows::kNobody || units[to] > std::numeric_limits<Index>::max() - amount) return false;
    units[from] -= amount;
    units[to] += amount;
    return true;
}

// Gives the parts of a child back. What is left in its units found nobody.
void give_back(Index child, const RootRows& roots, const NeighbourGrid& grid, Real reach, ParticleSet& particles,
               const MassLedger& ledger) {
    auto& units = particles.get<IndexColumn>(kMassColumn);
    Index some_root = RootRows::kNobody;
    for (const MassPart& part : ledger.parts_of(particles.get<IndexColumn>("id")[child]))
        if (give(child, roots.row(part.root), part.units, units)) some_root = roots.row(part.root);
    if (units[child] == 0) return;
    const Index heir = nearest_original(grid, particles, particles.positions()[child], reach);
    if (!give(child, heir, units[child], units)) give(child, some_root, units[child], units);
}

}  // namespace

std::vector<Index> collapsing_children(const NeighbourGrid& grid, Real spacing, Real flatness, ParticleSet& particles) {
    const auto& generation = particles.get<IndexColumn>("generation");
    const auto& filling = particles.get<ScalarColumn>("filling");
    const auto& stretch = particles.get<ScalarColumn>("stretch");
    auto& dense_steps = particles.get<IndexColumn>("dense_steps");
    const auto is_child = [&](Index i) { return generation[i] > 0; };
    std::vector<Index> children;
    std::vector<Index> cells;
    for (Index i = 0; i < particles.size(); ++i) {
        if (!is_child(i)) continue;
        children.push_back(i);
        if (cells.empty() || cells.back() != grid.cell_of(i)) cells.push_back(grid.cell_of(i));
    }
    const Real close = kTooClose * spacing;
    for_each_neighbourhood("collapse", grid, particles.positions(), cells, close, is_child,
                           [&](Index cell, const CellNeighbourhood& near) {
                               const auto [begin, end] = grid.particles_of(cell);
                               for (Index i = begin; i < end; ++i) {
                                   if (!is_child(i)) continue;
                                   const bool dense = filling[i] > kDense && stretch[i] >= kHysteresis * flatness;
                                   const bool collapses = dense || too_close(near, particles, i, close);  // (15)
                                   dense_steps[i] = collapses ? dense_steps[i] + 1 : 0;
                               }
                           });
    const auto& id = particles.get<IndexColumn>("id");
    std::erase_if(children, [&](Index i) { return dense_steps[i] < steps_to_wait(id[i]); });
    std::ranges::sort(children, {}, [&](Index i) { return id[i]; });
    return children;
}

Collapse collapse_children(const NeighbourGrid& grid, const std::vector<Index>& rows, Real spacing,
                           ParticleSet& particles, MassLedger& ledger) {
    Collapse result;
    if (rows.empty()) return result;
    const RootRows roots(roots_of(rows, particles, ledger), particles);
    for (const Index row : rows) give_back(row, roots, grid, kHeirDistance * spacing, particles, ledger);
    const auto& units = particles.get<IndexColumn>(kMassColumn);
    auto& generation = particles.get<IndexColumn>("generation");
    for (const Index row : rows) {
        ++(units[row] == 0 ? result.collapsed : result.promoted);
        generation[row] = 0;
    }
    std::vector<Index> kept;
    for (Index i = 0; i < particles.size(); ++i)
        if (units[i] > 0) kept.push_back(i);
    particles.reorder(kept);
    return result;
}

}  // namespace lamella
