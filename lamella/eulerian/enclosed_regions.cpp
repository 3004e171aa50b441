#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/enclosed_regions.hpp>

#include <bit>
#include <cmath>
#include <type_traits>

namespace lamella {
namespace {

// A row of cells as bits: which are coupled to the cell before, within the row.
struct RowLinks {
    unsigned linked = 0;

    // The first cell of the run of coupled cells that cell i is in.
    Index run(Index i) const { return 31 - std::countl_zero(~linked & ((2U << i) - 1U)); }
};

// Calls f(i) for the bits, but once for a run of cells that is coupled in both rows.
template <class F>
void for_each_contact(unsigned bits, RowLinks a, RowLinks b, F&& f) {
    for (unsigned rest = bits & ~(a.linked & b.linked & (bits << 1)); rest != 0; rest &= rest - 1)
        f(std::countr_zero(rest));
}

constexpr Index kOpen = 0;  // the set of what is coupled to a Dirichlet term; cell c is in set 1 + its run's first cell

}  // namespace

// Writes the parts of a tile and gives their number without part 0.
Index EnclosedRegions::split(const StoredStencil& stencil, Parts& parts) {
    DisjointSets sets(1 + kTileCells);
    std::array<RowLinks, 64> rows;
    const auto row = [&](Index j, Index k) -> RowLinks& { return rows[static_cast<std::size_t>(j + kTileWidth * k)]; };
    const auto set_of = [&](Index i, Index j, Index k) { return 1 + cell_in_tile(row(j, k).run(i), j, k); };
    const auto open = [&](const Pack& c) { return lane_bits(c > 0.0f); };
    for (Index k = 0; k < kTileWidth; ++k)
        for (Index j = 0; j < kTileWidth; ++j) {
            const RowLinks own = row(j, k) = {open(stencil.c<Pack, 0>(0, j, k)) & ~1U};
            for_each_contact(open(stencil.e<Pack>(0, j, k)), own, own,
                             [&](Index i) { sets.join(kOpen, set_of(i, j, k)); });
            if (j > 0)
                for_each_contact(open(stencil.c<Pack, 2>(0, j, k)), own, row(j - 1, k),
                                 [&](Index i) { sets.join(set_of(i, j - 1, k), set_of(i, j, k)); });
            if (k > 0)
                for_each_contact(open(stencil.c<Pack, 4>(0, j, k)), own, row(j, k - 1),
                                 [&](Index i) { sets.join(set_of(i, j, k - 1), set_of(i, j, k)); });
        }
    Index count = 0;
    std::array<std::uint16_t, 1 + kTileCells> number{};
    for (Index k = 0; k < kTileWidth; ++k)
        for (Index j = 0; j < kTileWidth; ++j) {
            const unsigned unknown = open(diagonal<Pack>(stencil, 0, j, k));
            for (Index i = 0; i < kTileWidth; ++i) {
                const Index set = (unknown >> i & 1U) != 0 ? sets.find(set_of(i, j, k)) : kOpen;
                if (set != kOpen && number[set] == 0) number[set] = static_cast<std::uint16_t>(++count);
                parts[cell_in_tile(i, j, k)] = number[set];
            }
        }
    return count;
}

void EnclosedRegions::split_tiles(const PoissonSystem& system) {
    const Index n = system.tile_count();
    place_.resize(static_cast<std::size_t>(n));
    first_part_.resize(static_cast<std::size_t>(n) + 1);
    Index stored = 0;
    for (Index t = 0; t < n; ++t) place_[t] = system.uniform(t) ? -1 : stored++;
    parts_.resize(static_cast<std::size_t>(stored));
    parallel_for(
        "parts of tiles", n,
        [&](Index t) {
            system.with_stencil(t, [&](const auto& stencil) {
                if constexpr (std::is_same_v<std::decay_t<decltype(stencil)>, StoredStencil>)
                    first_part_[t] = split(stencil, parts_[place_[t]]);
                else
                    first_part_[t] = 1;
            });
        },
        kTileChunk);
    Index next = 1;
    for (Index& first : first_part_) next += std::exchange(first, next);
}

// Joins the parts of neighbouring tiles and numbers what is not joined to part 0.
void EnclosedRegions::number_regions(const PoissonSystem& system) {
    const Index n = system.tile_count();
    DisjointSets sets(first_part_.back());
    for (Index t = 0; t < n; ++t)
        system.with_stencil(t, [&](const auto& stencil) {
            const auto join = [&]<int side>(std::integral_constant<int, side>) {
                const Index low = system.neighbours(t)[side];
                if (low < 0) return;
                const bool one_each = place_[t] < 0 && place_[low] < 0;
                for (Index b = 0; b < (one_each ? 1 : kTileWidth); ++b)
                    for (Index a = 0; a < (one_each ? 1 : kTileWidth); ++a) {
                        const Vec3i at = side == 0 ? Vec3i(0, a, b) : side == 2 ? Vec3i(a, 0, b) : Vec3i(a, b, 0);
                        if (!(stencil.template c<float, side>(at.x(), at.y(), at.z()) > 0.0f)) continue;
                        const Index cell = cell_in_tile(at.x(), at.y(), at.z());
                        const Vec3i behind = at + (kTileWidth - 1) * Vec3i::Unit(side / 2);
                        sets.join(part(t, cell), part(low, cell_in_tile(behind.x(), behind.y(), behind.z())));
                    }
            };
            join(std::integral_constant<int, 0>());
            join(std::integral_constant<int, 2>());
            join(std::integral_constant<int, 4>());
        });
    Index regions = 0;
    region_.assign(static_cast<std::size_t>(first_part_.back()), -1);
    for (Index p = 1; p < first_part_.back(); ++p)
        if (const Index root = sets.find(p); root != kOpen) region_[p] = root == p ? regions++ : region_[root];
    cells_.assign(static_cast<std::size_t>(regions), 0);
}

void EnclosedRegions::find(const PoissonSystem& system) {
    split_tiles(system);
    number_regions(system);
    if (count() == 0) return;
    for (Index t = 0; t < system.tile_count(); ++t)
        for (Index cell = 0; cell < kTileCells; ++cell)
            if (const Index region = region_[part(t, cell)]; region >= 0) ++cells_[region];
}

template <class Scalar>
double EnclosedRegions::remove_means(std::span<Scalar> values) const {
    if (count() == 0) return 0.0;
    // Calls f(cell, part) for the cells of tile t that lie in an enclosed region.
    const auto for_each_cell = [&](Index t, auto&& f) {
        if (first_part_[t] == first_part_[t + 1]) return;
        for (Index cell = 0; cell < kTileCells; ++cell)
            if (const Index p = part(t, cell); region_[p] >= 0) f(values[first_of_tile(t) + cell], p);
    };
    const auto n = static_cast<Index>(place_.size());
    std::vector<double> part_sum(region_.size());
    parallel_for(
        "sums of parts", n, [&](Index t) { for_each_cell(t, [&](Scalar v, Index p) { part_sum[p] += v; }); },
        kTileChunk);
    std::vector<ExactSum> sums(cells_.size());  // over the parts, each of which lies in one tile
    for (std::size_t p = 1; p < region_.size(); ++p)
        if (region_[p] >= 0) sums[region_[p]].add(part_sum[p]);
    std::vector<double> mean(cells_.size());
    ExactSum removed;
    for (std::size_t r = 0; r < mean.size(); ++r) {
        const double sum = sums[r].value();
        removed.add(std::abs(sum));
        mean[r] = sum / static_cast<double>(cells_[r]);
    }
    parallel_for(
        "take means", n,
        [&](Index t) { for_each_cell(t, [&](Scalar& v, Index p) { v -= static_cast<Scalar>(mean[region_[p]]); }); },
        kTileChunk);
    return removed.value();
}
template double EnclosedRegions::remove_means(std::span<float>) const;
template double EnclosedRegions::remove_means(std::span<double>) const;

std::size_t EnclosedRegions::memory_bytes() const {
    return parts_.capacity() * sizeof(Parts) + cells_.capacity() * sizeof(std::int64_t) +
           (place_.capacity() + first_part_.capacity() + region_.capacity()) * sizeof(Index);
}

}  // namespace lamella
