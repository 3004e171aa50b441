// The particles around one cell, copied side by side: for sums over a radius of several cells, which then
// walk over few and full packs. Where space repeats the images are gathered, at their own places.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>

#include <bit>

namespace lamella {

// Everything within a radius of one point, out of what was gathered. A pack's `first` counts in the order of
// gathering, and so do the columns that it loads from.
struct GatheredRange {
    using Item = NeighbourPack;

    Index size;
    const float* x;
    const float* y;
    const float* z;
    Vec3 point;
    Real radius_squared;

    template <class F>
    void for_each_pack(F&& f) const {
        const Pack lane = lane_numbers();
        const Vec3Pack centre{point.x(), point.y(), point.z()};
        for (Index first = 0; first < size; first += kPackWidth) {
            const Vec3Pack others{load_pack(x + first), load_pack(y + first), load_pack(z + first)};
            const Vec3Pack difference = centre - others;
            const Pack squared = difference.squaredNorm();
            const PackMask inside = squared < radius_squared && lane < static_cast<float>(size - first);
            if (simd::any_of(inside)) f(NeighbourPack{first, inside, difference, squared});
        }
    }
};

class CellNeighbourhood {
public:
    // Everything within `radius` of the box, image by image in the order of the rows.
    void gather(const NeighbourGrid& grid, const Vec3Column& positions, const Box3& box, Real radius);

    // Those within the radius that was asked for, or a smaller one, of a point in the box.
    GatheredRange around(const Vec3& point, Real radius) const {
        return {size_, x_[0].data(), x_[1].data(), x_[2].data(), point, radius * radius};
    }

    // The rows of the particles in the order of gathering, which is ascending where space does not repeat.
    std::span<const Index> rows() const { return {rows_.data(), static_cast<std::size_t>(size_)}; }

    // The place of one of them: that of the image.
    Vec3 place(Index k) const { return {x_[0][k], x_[1][k], x_[2][k]}; }

    // A column in the order of gathering.
    template <class C>
    C gathered(const C& column) const {
        C result;
        result.resize(size_);
        for (int c = 0; c < C::components; ++c) {
            const auto* from = column.component(c).data();
            auto* to = result.component(c).data();
            for (Index k = 0; k < size_; ++k) to[k] = from[rows_[k]];
        }
        return result;
    }

private:
    void make_room(Index more);
    void append(ParticleRange range, const Vec3Column& positions, const Box3& box, Real radius, const Vec3& shift);

    Index size_ = 0;
    std::vector<Index> rows_;
    std::array<std::vector<float>, 3> x_;
};

// Calls f(row) for what the range holds, out of what was gathered.
template <class F>
void for_each_row(const CellNeighbourhood& near, const GatheredRange& range, F&& f) {
    range.for_each_pack([&](const NeighbourPack& j) {
        for (unsigned lanes = lane_bits(j.inside); lanes != 0; lanes &= lanes - 1)
            f(near.rows()[static_cast<std::size_t>(j.first + std::countr_zero(lanes))]);
    });
}

// Calls f(cell, what is within `radius` of the box of that cell's chosen particles) for the cells in the
// list, in parallel; choose(i) tells which particles count for the box.
template <class Choose, class F>
void for_each_neighbourhood(const char* label, const NeighbourGrid& grid, const Vec3Column& positions,
                            std::span<const Index> cells, Real radius, Choose&& choose, F&& f) {
    constexpr std::ptrdiff_t kCells = 64;
    parallel_chunks(label, static_cast<std::ptrdiff_t>(cells.size()), kCells,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        CellNeighbourhood near;
                        for (auto k = begin; k < end; ++k) {
                            const Index cell = cells[static_cast<std::size_t>(k)];
                            const auto [first, last] = grid.particles_of(cell);
                            Box3 box;
                            for (Index i = first; i < last; ++i)
                                if (choose(i)) box.extend(positions[i]);
                            near.gather(grid, positions, box, radius);
                            f(cell, near);
                        }
                    });
}

}  // namespace lamella
