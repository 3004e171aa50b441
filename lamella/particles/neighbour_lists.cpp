#include <lamella/core/parallel.hpp>
#include <lamella/particles/lane_table.hpp>
#include <lamella/particles/neighbour_lists.hpp>

#include <bit>

namespace lamella {
namespace {

constexpr std::size_t kGrowth = 2048;  // rows; a chunk of particles with 30 neighbours has 31,000

// Grows by a fixed share: doubling would leave half of the memory unused.
void make_room(std::vector<Index>& rows, std::size_t size) {
    if (rows.size() >= size + kPackWidth) return;
    if (rows.capacity() < size + kPackWidth) rows.reserve(size + kGrowth);
    rows.resize(rows.capacity());
}

// Writes whole packs and moves on by the number of neighbours: no branch to predict wrongly.
void append(const NeighbourRange& range, std::vector<Index>& rows, std::size_t& size) {
    range.for_each_pack([&](const NeighbourPack& j) {
        make_room(rows, size);
        const unsigned pattern = lane_bits(j.inside);
        const IndexPack found = j.first + kLanes[pattern];
        found.copy_to(rows.data() + size, simd::element_aligned);
        size += static_cast<std::size_t>(std::popcount(pattern));
    });
}

}  // namespace

void NeighbourLists::find(const Neighbours& neighbours, const QuadArray& from, const QuadArray& to,
                          const PeriodicBox& box) {
    from_ = &from;
    to_ = &to;
    box_ = &box;
    const Index particles = from.size();
    chunks_.resize(static_cast<std::size_t>((particles + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("neighbour lists", particles, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        Chunk& c = chunks_[chunk];
                        std::size_t size = 0;
                        c.begins.assign(1, 0);
                        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) {
                            append(neighbours.of(i), c.rows, size);
                            c.begins.push_back(static_cast<Index>(size));
                        }
                        c.rows.resize(size + kPackWidth);
                        std::fill(c.rows.begin() + static_cast<std::ptrdiff_t>(size), c.rows.end(), 0);
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
    for (const Chunk& c : chunks_) bytes += (c.begins.capacity() + c.rows.capacity()) * sizeof(Index);
    return bytes;
}

}  // namespace lamella
