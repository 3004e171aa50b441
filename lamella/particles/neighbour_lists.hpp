// Neighbours stored as lists of rows: for methods that sum over the same neighbours many times.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>

namespace lamella {

// The stored neighbours of one particle.
struct NeighbourList {
    using Item = ListedPack;

    std::span<const Index> rows;
    const Vec3Column* positions;
    const PeriodicBox* box;
    Vec3 point;

    template <class F>
    void for_each_pack(F&& f) const {
        const Pack lane = lane_numbers();
        const bool wraps = box->any();
        const auto n = static_cast<Index>(rows.size());
        for (Index first = 0; first < n; first += kPackWidth) {
            ListedPack j{rows.data() + first, lane < static_cast<float>(n - first), {}, {}};
            j.difference = point - (*positions)[j];
            if (wraps) j.difference = box->nearest(j.difference);
            j.distance_squared = j.difference.squaredNorm();
            f(j);
        }
    }
};

// Lists of all neighbours (itself included) of every particle.
class NeighbourLists {
public:
    void find(const Neighbours& neighbours, Index particles, const Vec3Column& from, const Vec3Column& to,
              const PeriodicBox& box);

    NeighbourList of(Index i) const {
        const Chunk& chunk = chunks_[i / kParallelChunk];
        const Index* begin = chunk.begins.data() + i % kParallelChunk;
        return {{chunk.rows.data() + begin[0], chunk.rows.data() + begin[1]}, to_, box_, (*from_)[i]};
    }
    std::size_t memory_bytes() const;

private:
    struct Chunk {
        std::vector<Index> begins;
        std::vector<Index> rows;  // padded by a pack
    };
    const Vec3Column* from_ = nullptr;
    const Vec3Column* to_ = nullptr;
    const PeriodicBox* box_ = nullptr;
    std::vector<Chunk> chunks_;
};

}  // namespace lamella
