#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/particles/neighbours.hpp>

#include <array>

namespace lamella {
namespace {

constexpr int kRows = 9;

// Walks the cells of `from` in order and finds the rows of `to` around each. Both are sorted alike, so each
// of the nine rows moves on by little from one cell to the next.
class RowWalk {
public:
    explicit RowWalk(const NeighbourGrid& to) : to_(to) {}

    // Calls f(range) for every row that is not empty.
    template <class F>
    void rows_around(const Vec3i& cell, F&& f) {
        for (int row = 0; row < kRows; ++row) {
            const Vec3i middle = wrapped(Vec3i(cell.x(), cell.y() + row % 3 - 1, cell.z() + row / 3 - 1));
            Index& hint = hints_[row];
            const Index count = to_.wrap_count(0);
            if (count == 0 || (middle.x() > 0 && middle.x() < count - 1)) {
                part(middle, middle.x() - 1, middle.x() + 1, hint, f);
            } else if (middle.x() == 0) {
                part(middle, 0, 1, hint, f);
                part(middle, count - 1, count - 1, hint, f);
            } else {
                part(middle, 0, 0, hint, f);
                part(middle, count - 2, count - 1, hint, f);
            }
        }
    }

private:
    Vec3i wrapped(Vec3i c) const {
        for (int a = 1; a < 3; ++a)
            if (const Index count = to_.wrap_count(a)) c[a] = (c[a] + count) % count;
        return c;
    }
    template <class F>
    void part(const Vec3i& middle, Index x_first, Index x_last, Index& hint, F&& f) const {
        hint = to_.first_cell_from(CellKey(Vec3i(x_first, middle.y(), middle.z())), hint);
        const CellKey last(Vec3i(x_last, middle.y(), middle.z()));
        Index end = hint;
        while (end < to_.cell_count() && to_.key(end) <= last) ++end;
        if (end > hint) f(ParticleRange{to_.particles_of(hint).begin, to_.particles_of(end - 1).end});
    }

    const NeighbourGrid& to_;
    std::array<Index, kRows> hints_{};
};

}  // namespace

void Neighbours::find(const NeighbourGrid& from, const Vec3Column& from_positions, const NeighbourGrid& to,
                      const Vec3Column& to_positions) {
    const ProfileScope scope("neighbour rows");
    from_ = &from;
    to_ = &to;
    from_positions_ = &from_positions;
    to_positions_ = &to_positions;
    radius_squared_ = to.radius() * to.radius();

    const Index cells = from.cell_count();
    std::vector<std::vector<ParticleRange>> chunk_rows((cells + kParallelChunk - 1) / kParallelChunk);
    begins_.resize(cells + 1);
    parallel_chunks(
        "find rows", cells, kParallelChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
            RowWalk walk(to);
            std::vector<ParticleRange>& found = chunk_rows[chunk];
            found.reserve(kRows * (end - begin));
            for (auto c = static_cast<Index>(begin); c < static_cast<Index>(end); ++c) {
                begins_[c] = static_cast<Index>(found.size());  // within the chunk
                walk.rows_around(from.key(c).coordinates(), [&](ParticleRange row) { found.push_back(row); });
            }
        });
    std::vector<Index> offsets(1, 0);
    for (const auto& found : chunk_rows) offsets.push_back(offsets.back() + static_cast<Index>(found.size()));
    rows_.resize(offsets.back());
    begins_[cells] = offsets.back();
    parallel_chunks("join rows", cells, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        std::copy(chunk_rows[chunk].begin(), chunk_rows[chunk].end(), rows_.begin() + offsets[chunk]);
                        for (auto c = begin; c < end; ++c) begins_[c] += offsets[chunk];
                    });
}

std::size_t Neighbours::memory_bytes() const {
    return begins_.capacity() * sizeof(Index) + rows_.capacity() * sizeof(ParticleRange);
}

}  // namespace lamella
