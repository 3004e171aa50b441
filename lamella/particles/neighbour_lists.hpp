// Neighbours stored as lists of rows: for methods that sum over the same neighbours many times. What they
// read beside the positions lies in QuadArrays, indexed with j like a column:
//
//     lists.of(i)      j.difference = x_i - x_j and j.carried, the number kept beside x_j
//     motion[j].xyz    the vectors of another QuadArray at the rows of j
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/core/quad_array.hpp>
#include <lamella/particles/neighbours.hpp>

#include <array>
#include <cstdint>

namespace lamella {

// Up to eight rows of a list in 20 bytes: a multiple of eight at or before the first, how many they are, and how far
// behind it each is.
class RowPack {
public:
    RowPack() = default;

    // The first `count` of eight rows, or fewer: those before one that is too far behind the first or lies before it.
    RowPack(const Index* rows, Index count);

    Index base() const { return static_cast<Index>(head_ & ~kCountBits); }
    Index count() const { return static_cast<Index>(head_ & kCountBits) + 1; }
    const std::uint16_t* offsets() const { return offsets_.data(); }

private:
    static constexpr std::uint32_t kCountBits = kPackWidth - 1;

    std::uint32_t head_ = 0;  // base, with count - 1 in its lowest bits
    std::array<std::uint16_t, kPackWidth> offsets_{};
};

// Eight neighbours from a stored list.
struct ListedPack {
    const RowPack* rows;
    PackMask inside;
    Vec3Pack difference;
    Pack distance_squared;
    Pack carried;

    Pack distance() const { return square_root(distance_squared); }
    Pack load(const Real* column) const {
        const Real* near = column + rows->base();
        return Pack([&](auto lane) { return near[rows->offsets()[lane]]; });
    }
};

// The stored neighbours of one point.
struct NeighbourList {
    using Item = ListedPack;

    std::span<const RowPack> rows;
    const QuadArray* places;
    const PeriodicBox* box;
    Vec3 point;

    bool empty() const { return rows.empty(); }

    template <class F>
    void for_each_pack(F&& f) const {
        if (box->any())
            walk([wrap = *box](const Vec3Pack& d) { return wrap.nearest(d); }, f);
        else
            walk([](const Vec3Pack& d) { return d; }, f);
    }

private:
    template <class Wrap, class F>
    void walk(Wrap&& wrap, F&& f) const {
        const Pack lane = lane_numbers();
        for (const RowPack& at : rows) {
            const QuadPack other = places->rows().load(at.base(), at.offsets());
            const Vec3Pack difference = wrap(point - other.xyz);
            f(ListedPack{&at, lane < static_cast<float>(at.count()), difference, difference.squaredNorm(), other.w});
        }
    }
};

// Lists of all neighbours (itself included) of every particle.
class NeighbourLists {
public:
    // Positions are read later, in of(i): `from` and `to` must outlive the lists.
    void find(const Neighbours& neighbours, const QuadArray& from, const QuadArray& to, const PeriodicBox& box);

    NeighbourList of(Index i) const { return of(i, from_->vec(i), *to_); }

    // The same neighbours, seen from another point and at other places.
    NeighbourList of(Index i, const Vec3& point, const QuadArray& places) const {
        const Chunk& chunk = chunks_[i / kParallelChunk];
        const Index* begin = chunk.begins.data() + i % kParallelChunk;
        return {{chunk.rows.data() + begin[0], chunk.rows.data() + begin[1]}, &places, box_, point};
    }
    bool none(Index i) const {
        const Index* begin = chunks_[i / kParallelChunk].begins.data() + i % kParallelChunk;
        return begin[0] == begin[1];
    }
    std::size_t memory_bytes() const;

private:
    struct Chunk {
        std::vector<Index> begins;  // of the packs of each particle
        std::vector<RowPack> rows;

        void find(const Neighbours& neighbours, Index first, Index last);
    };
    const QuadArray* from_ = nullptr;
    const QuadArray* to_ = nullptr;
    const PeriodicBox* box_ = nullptr;
    std::vector<Chunk> chunks_;
};

// Copies the vectors of a column; the fourth numbers stay.
void copy_vectors(const Vec3Column& column, QuadArray& quads);
QuadArray quads_of(const Vec3Column& column);

}  // namespace lamella
