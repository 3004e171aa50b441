#include <lamella/core/parallel.hpp>
#include <lamella/particles/lane_table.hpp>
#include <lamella/particles/neighbour_lists.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace lamella {
namespace {

constexpr std::size_t kGrowth = 256;  // packs; a chunk of particles with 30 neighbours has 4,300

// Writes whole packs and moves on by the number of neighbours: no branch to predict wrongly. A function of its own, so
// that what the loop needs stays in registers.
[[gnu::noinline]] Index* write_rows(const NeighbourRange& range, Index* at) {
    range.for_each_pack([&](const NeighbourPack& j) {
        const unsigned pattern = lane_bits(j.inside);
        const IndexPack found = j.first + kLanes[pattern];
        found.copy_to(at, simd::element_aligned);
        at += std::popcount(pattern);
    });
    return at;
}

// Returns how many there are; `rows` is at least a pack longer.
Index find_rows(const NeighbourRange& range, std::vector<Index>& rows) {
    std::size_t most = 2 * kPackWidth;
    for (const ParticleRange row : range.rows) most += static_cast<std::size_t>(row.end - row.begin);
    if (rows.size() < most) rows.resize(2 * most);
    return static_cast<Index>(write_rows(range, rows.data()) - rows.data());
}

// Grows by a fixed share: doubling would leave half of the memory unused.
void make_room(std::vector<RowPack>& packs, std::size_t size) {
    if (packs.size() >= size) return;
    if (packs.capacity() < size) packs.reserve(size + kGrowth);
    packs.resize(packs.capacity());
}

// Writes rows as packs from packs[size] on. A pack reads the rows behind them, too, but does not count them.
void append(const Index* rows, Index count, std::vector<RowPack>& packs, std::size_t& size) {
    for (Index first = 0; first < count; ++size) {
        make_room(packs, size + 1);
        packs[size] = RowPack(rows + first, std::min(count - first, kPackWidth));
        first += packs[size].count();
    }
}

}  // namespace

RowPack::RowPack(const Index* rows, Index count) {
    const auto base = static_cast<Index>(static_cast<std::uint32_t>(rows[0]) & ~kCountBits);
    IndexPack offsets = IndexPack(rows, simd::element_aligned) - base;
    const auto far = (offsets & ~Index{std::numeric_limits<std::uint16_t>::max()}) != 0;
    if (simd::any_of(far)) [[unlikely]] {
        count = std::min(count, static_cast<Index>(simd::find_first_set(far)));
        simd::where(far, offsets) = 0;
    }
    simd::static_simd_cast<simd::rebind_simd_t<std::uint16_t, IndexPack>>(offsets).copy_to(offsets_.data(),
                                                                                           simd::element_aligned);
    head_ = static_cast<std::uint32_t>(base) | static_cast<std::uint32_t>(count - 1);
}

void NeighbourLists::Chunk::find(const Neighbours& neighbours, Index first, Index last) {
    std::vector<Index> found;
    std::size_t size = 0;
    begins.assign(1, 0);
    for (Index i = first; i < last; ++i) {
        const Index count = find_rows(neighbours.of(i), found);
        append(found.data(), count, rows, size);
        begins.push_back(static_cast<Index>(size));
    }
    rows.resize(size);
}

void NeighbourLists::find(const Neighbours& neighbours, const QuadArray& from, const QuadArray& to,
                          const PeriodicBox& box) {
    from_ = &from;
    to_ = &to;
    box_ = &box;
    const Index particles = from.size();
    chunks_.resize(static_cast<std::size_t>((particles + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("neighbour lists", particles, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        chunks_[chunk].find(neighbours, static_cast<Index>(begin), static_cast<Index>(end));
                    });
}

void copy_vectors(const Vec3Column& column, QuadArray& quads) {
    quads.resize(column.size());
    parallel_for("copy vectors", column.size(), [&](Index i) { quads.set(i, column[i], quads.w(i)); });
}

QuadArray quads_of(const Vec3Column& column) {
    QuadArray quads;
    copy_vectors(column, quads);
    return quads;
}

std::size_t NeighbourLists::memory_bytes() const {
    std::size_t bytes = 0;
    for (const Chunk& c : chunks_) bytes += c.begins.capacity() * sizeof(Index) + c.rows.capacity() * sizeof(RowPack);
    return bytes;
}

}  // namespace lamella
