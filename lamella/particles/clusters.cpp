#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/clusters.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kCells = 256;

// Calls f(j) for those of the neighbours that are in the given rows only.
template <class F>
[[gnu::flatten]] void for_each_neighbour_in(std::span<const ParticleRange> rows, NeighbourRange range, F&& f) {
    range.rows = rows;
    range.for_each_pack([&](const NeighbourPack& j) {
        for (unsigned lanes = lane_bits(j.inside); lanes != 0; lanes &= lanes - 1) f(j.first + std::countr_zero(lanes));
    });
}

// The parts of the rows from the particle `first` on.
void rows_from(Index first, std::span<const ParticleRange> rows, std::vector<ParticleRange>& behind) {
    behind.clear();
    for (const ParticleRange& row : rows)
        if (row.end > first) behind.push_back({std::max(row.begin, first), row.end});
}

}  // namespace

Clusters::Clusters(const NeighbourGrid& grid, const Neighbours& neighbours, Real link) {
    find_clusters(grid, neighbours, link);
    find_links(grid, neighbours, link);
}

void Clusters::find_clusters(const NeighbourGrid& grid, const Neighbours& neighbours, Real link) {
    const Index cells = grid.cell_count();
    begins_.assign(static_cast<std::size_t>(cells) + 1, 0);
    of_.resize(static_cast<std::size_t>(cells > 0 ? grid.particles_of(cells - 1).end : 0));
    parallel_chunks("clusters", cells, kCells, [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
        DisjointSets sets;
        for (auto c = static_cast<Index>(begin); c < static_cast<Index>(end); ++c) {
            const auto [first, last] = grid.particles_of(c);
            sets.reset(last - first);
            for (Index i = first; i < last; ++i) {
                const ParticleRange behind{i + 1, last};
                for_each_neighbour_in({&behind, 1}, neighbours.of(i, link),
                                      [&, first = first](Index j) { sets.join(i - first, j - first); });
            }
            Index found = 0;
            for (Index i = first; i < last; ++i) {
                const Index representative = sets.find(i - first);
                of_[i] = representative == i - first ? found++ : of_[first + representative];
            }
            begins_[c + 1] = found;
        }
    });
    for (Index c = 0; c < cells; ++c) begins_[c + 1] += begins_[c];
    cells_.resize(static_cast<std::size_t>(count()));
    sizes_.assign(static_cast<std::size_t>(count()), 0);
    parallel_for("number clusters", cells, [&](Index c) {
        const auto [first, last] = grid.particles_of(c);
        for (Index i = first; i < last; ++i) {
            of_[i] += begins_[c];
            ++sizes_[of_[i]];
        }
        std::fill(cells_.begin() + begins_[c], cells_.begin() + begins_[c + 1], c);
    });
}

void Clusters::find_links(const NeighbourGrid& grid, const Neighbours& neighbours, Real link) {
    const Index cells = grid.cell_count();
    using Link = std::pair<Index, Index>;
    std::vector<std::vector<Link>> parts(static_cast<std::size_t>((cells + kCells - 1) / kCells));
    parallel_chunks("cluster links", cells, kCells,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        std::vector<Link>& found = parts[static_cast<std::size_t>(chunk)];
                        std::vector<ParticleRange> behind;
                        for (auto c = static_cast<Index>(begin); c < static_cast<Index>(end); ++c) {
                            const auto before = static_cast<std::ptrdiff_t>(found.size());
                            const auto [first, last] = grid.particles_of(c);
                            rows_from(last, neighbours.of(first).rows, behind);
                            for (Index i = first; i < last; ++i)
                                for_each_neighbour_in(behind, neighbours.of(i, link), [&](Index j) {
                                    const Link between(of_[i], of_[j]);
                                    if (found.empty() || found.back() != between) found.push_back(between);
                                });
                            std::sort(found.begin() + before, found.end());
                            found.erase(std::unique(found.begin() + before, found.end()), found.end());
                        }
                    });
    std::size_t total = 0;
    for (const auto& part : parts) total += part.size();
    links_.reserve(total);
    link_begins_.assign(static_cast<std::size_t>(count()) + 1, 0);
    for (const auto& part : parts)
        for (const auto& [from, to] : part) {
            ++link_begins_[from + 1];
            links_.push_back(to);
        }
    for (Index c = 0; c < count(); ++c) link_begins_[c + 1] += link_begins_[c];
}

std::vector<Index> Clusters::components() const {
    DisjointSets sets(count());
    for (Index c = 0; c < count(); ++c)
        for (const Index other : linked(c)) sets.join(c, other);
    std::vector<Index> result(static_cast<std::size_t>(count()));
    for (Index c = 0; c < count(); ++c) result[c] = sets.find(c);
    return result;
}

}  // namespace lamella
