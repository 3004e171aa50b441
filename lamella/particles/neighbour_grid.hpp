// Cells of a fixed size over unbounded space, compact: only cells that hold particles exist, in the order
// of (z, y, x), and the particles are kept in the order of their cells. Three cells side by side along x
// are then one contiguous range of particles, which is what neighbour queries walk over
// (particles/neighbours.hpp). There is no array over the bounding box and no hash table.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/particles/periodic_box.hpp>
#include <lamella/particles/radix_sort.hpp>

#include <cstdint>
#include <vector>

namespace lamella {

// A contiguous range of particles.
struct ParticleRange {
    Index begin = 0;
    Index end = 0;
};

// The integer coordinates of a cell packed into one key that sorts by z, then y, then x.
struct CellKey {
    std::uint64_t bits = 0;

    static constexpr int kAxisBits = 21;
    static constexpr Index kReach = (1 << (kAxisBits - 1)) - 2;  // largest coordinate of a cell

    CellKey() = default;
    explicit CellKey(const Vec3i& c) : bits(part(c.z()) << (2 * kAxisBits) | part(c.y()) << kAxisBits | part(c.x())) {}
    Vec3i coordinates() const { return {axis(0), axis(1), axis(2)}; }
    auto operator<=>(const CellKey&) const = default;

private:
    static std::uint64_t part(Index c) { return static_cast<std::uint64_t>(c + (1 << (kAxisBits - 1))); }
    Index axis(int a) const {
        return static_cast<Index>((bits >> (a * kAxisBits)) & ((1u << kAxisBits) - 1)) - (1 << (kAxisBits - 1));
    }
};

class NeighbourGrid {
public:
    // `radius` is the largest distance that will be asked for; the cells are at least that wide.
    explicit NeighbourGrid(Real radius, const PeriodicBox& box = {});

    // Cells exactly that wide, cell (i, j, k) beginning at width (i, j, k); radius() is a little less. Periods begin at
    // 0 and are whole multiples of the width, at least three.
    static NeighbourGrid with_cells(double width, const PeriodicBox& box = {});

    // Sorts the particles into cell order (all their columns move) and finds the cells. Within a cell the
    // order is that of the positions, then of `id`, so that nothing depends on the order of the input.
    void build(ParticleSet& particles);

    Real radius() const { return radius_; }
    const PeriodicBox& box() const { return box_; }
    Index cell_count() const { return static_cast<Index>(keys_.size()); }
    Index cell_of(Index particle) const { return cell_of_[particle]; }
    CellKey key(Index cell) const { return keys_[cell]; }
    ParticleRange particles_of(Index cell) const { return {begins_[cell], begins_[cell + 1]}; }
    Vec3i cell_at(const Vec3& p) const;
    double cell_volume() const { return 1.0 / cells_per_metre_.prod(); }

    // The number of cells of a period along an axis, 0 where space does not repeat.
    Index wrap_count(int axis) const { return wrap_count_[axis]; }

    // The first cell at or after `key`, searched outwards from `hint`.
    Index first_cell_from(CellKey key, Index hint) const;

    // Calls f(range) for contiguous ranges that together hold every particle in the box (and others near
    // it). Periodic images are not looked at.
    void for_each_range_in_box(const Box3& box, FunctionRef<void(ParticleRange)> f) const;

    std::size_t memory_bytes() const;

private:
    template <class Key>
    void sort(const ParticleSet& particles, const Vec3i& min, const Vec3i& max, SortBuffers<Key>& buffers);

    Real radius_;
    PeriodicBox box_;
    Vec3d cells_per_metre_;
    Vec3d origin_ = Vec3d::Zero();
    std::array<Index, 3> wrap_count_{0, 0, 0};
    SortBuffers<std::uint32_t> narrow_;  // kept between builds; wide keys are for far outliers only
    std::vector<CellKey> keys_;
    std::vector<Index> begins_{0};
    std::vector<Index> cell_of_;
};

}  // namespace lamella
