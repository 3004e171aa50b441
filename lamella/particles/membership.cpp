#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/particles/membership.hpp>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

constexpr Index kGroup = 2;   // cells a side that share their labels
constexpr Index kMargin = 2;  // cells around them in which links are followed

CellKey group_key(const Vec3i& cell) {
    return CellKey(cell.unaryExpr([](Index c) { return c >> 1; }));
}

// The component of every cluster counted from 1, kWild for components of fewer particles.
std::vector<Index> component_labels(const Clusters& clusters, Index wild) {
    std::vector<Index> labels = clusters.components();
    std::vector<Index> sizes(labels.size(), 0);
    for (Index c = 0; c < clusters.count(); ++c) sizes[labels[c]] += clusters.particles_in(c);
    for (Index& label : labels) label = sizes[label] < wild ? Membership::kWild : label + 1;
    return labels;
}

}  // namespace

Membership::Membership(const NeighbourGrid& grid, const Neighbours& neighbours, std::span<const Index> cells, Real link,
                       Index wild, Locality locality)
    : clusters_(grid, neighbours, link), wild_(wild), whole_(locality == Locality::whole) {
    const ProfileScope scope("components");
    component_ = component_labels(clusters_, wild);
    table_of_.assign(static_cast<std::size_t>(grid.cell_count()), -1);
    if (!whole_) label_near(grid, cells);
}

void Membership::label_near(const NeighbourGrid& grid, std::span<const Index> cells) {
    std::vector<CellKey> groups(cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) groups[k] = group_key(grid.key(cells[k]).coordinates());
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    tables_.resize(groups.size());
    parallel_for(
        "labels", static_cast<Index>(groups.size()),
        [&](Index g) {
            const Vec3i low = kGroup * groups[g].coordinates() - Vec3i::Constant(kMargin);
            const Vec3i high = low + Vec3i::Constant(kGroup + 2 * kMargin - 1);
            tables_[g] = label_box(grid, low, high);
        },
        64);
    for (const Index cell : cells) {
        const auto at = std::lower_bound(groups.begin(), groups.end(), group_key(grid.key(cell).coordinates()));
        const auto g = static_cast<Index>(at - groups.begin());
        if (!tables_[g].empty()) table_of_[cell] = g;
    }
}

// Labels for the clusters of a box of cells, by the links within it; nothing when they are all alike.
Membership::Table Membership::label_box(const NeighbourGrid& grid, const Vec3i& low, const Vec3i& high) const {
    Table table;
    Index cell = 0;
    for (Index z = low.z(); z <= high.z(); ++z)
        for (Index y = low.y(); y <= high.y(); ++y) {
            cell = grid.first_cell_from(CellKey(Vec3i(low.x(), y, z)), cell);
            const Index end = grid.first_cell_from(CellKey(Vec3i(high.x() + 1, y, z)), cell);
            for (Index c = clusters_.begin_of(cell); c < clusters_.begin_of(end); ++c) table.emplace_back(c, kWild);
            cell = end;
        }
    const auto place = [&](Index cluster) {
        const auto at = std::lower_bound(table.begin(), table.end(), std::pair(cluster, kWild));
        return at != table.end() && at->first == cluster ? static_cast<Index>(at - table.begin()) : -1;
    };
    const auto n = static_cast<Index>(table.size());
    DisjointSets sets(n);
    Index parts = n;
    for (Index k = 0; k < n && parts > 1; ++k)
        for (const Index other : clusters_.linked(table[k].first))
            if (const Index at = place(other); at >= 0) parts -= sets.join(k, at) ? 1 : 0;
    if (parts <= 1) return {};
    std::vector<Index> sizes(table.size(), 0);  // of each part, at its root
    std::map<Index, Index> parts_of;            // each component
    for (Index k = 0; k < n; ++k) {
        const Index root = sets.find(k);
        sizes[root] += clusters_.particles_in(table[k].first);
        if (root == k) ++parts_of[component_[table[k].first]];
    }
    Index bodies = 0;
    for (Index k = 0; k < n; ++k) {
        const Index component = component_[table[k].first];
        const Index root = sets.find(k);
        if (component == kWild || (parts_of[component] > 1 && sizes[root] < wild_)) continue;
        table[k].second = root == k ? ++bodies : table[root].second;
    }
    return bodies > 1 ? table : Table{};
}

void Membership::labels(Index cell, std::span<const Index> rows, std::vector<Index>& result) const {
    result.clear();
    if (!whole_ && table_of_[cell] < 0) return;
    result.resize(rows.size() + kPackWidth, kWild);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Index cluster = clusters_.of(rows[k]);
        if (whole_) {
            result[k] = component_[cluster];
            continue;
        }
        const Table& table = tables_[table_of_[cell]];
        const auto at = std::lower_bound(table.begin(), table.end(), std::pair(cluster, kWild));
        if (at != table.end() && at->first == cluster) result[k] = at->second;
    }
}

}  // namespace lamella
