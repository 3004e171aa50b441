// Neighbours within a radius, as ranges that a method sums over:
//
//     density[i] = sum_over(neighbours.of(i), [&](auto j) { return mass[j] * W(j.distance()); });
//
// The lambda gets eight neighbours at once: columns are indexed with j and give packs. A particle is its
// own neighbour (distance 0). The difference x_i - x_j is made here, wrapped on periodic axes.
#pragma once

#include <lamella/particles/neighbour_grid.hpp>

#include <span>

namespace lamella {

// Eight candidates in consecutive rows; `inside` marks those that are neighbours.
struct NeighbourPack {
    Index first;
    PackMask inside;
    Vec3Pack difference;  // x_i - x_j
    Pack distance_squared;

    Pack distance() const { return square_root(distance_squared); }
    Pack load(const Real* column) const { return load_pack(column + first); }
};

// Everything within `radius` of one point.
struct NeighbourRange {
    using Item = NeighbourPack;

    std::span<const ParticleRange> rows;
    const Vec3Column* positions;
    const PeriodicBox* box;
    Vec3 point;
    Real radius_squared;

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
        const Vec3Pack centre{point.x(), point.y(), point.z()};
        const float* x = positions->component(0).data();
        const float* y = positions->component(1).data();
        const float* z = positions->component(2).data();
        for (const ParticleRange row : rows)
            for (Index first = row.begin; first < row.end; first += kPackWidth) {
                const Vec3Pack others{load_pack(x + first), load_pack(y + first), load_pack(z + first)};
                const Vec3Pack difference = wrap(centre - others);
                const Pack squared = difference.squaredNorm();
                const PackMask inside = squared < radius_squared && lane < static_cast<float>(row.end - first);
                f(NeighbourPack{first, inside, difference, squared});
            }
    }
};

// For every particle of one grid, the rows of particles near it in the same or another grid of the same
// radius and box.
class Neighbours {
public:
    // Finds the rows. Positions are read later, in of(i): both columns must stay as they are.
    void find(const NeighbourGrid& from, const Vec3Column& from_positions, const NeighbourGrid& to,
              const Vec3Column& to_positions);
    void find(const NeighbourGrid& grid, const Vec3Column& positions) { find(grid, positions, grid, positions); }

    NeighbourRange of(Index i) const { return within(i, radius_squared_); }

    // Those within a smaller radius than the grid's.
    NeighbourRange of(Index i, Real radius) const { return within(i, radius * radius); }

    bool none_near(Index i) const { return rows_of_cell(from_->cell_of(i)).empty(); }
    std::size_t memory_bytes() const;

private:
    NeighbourRange within(Index i, Real radius_squared) const {
        return {rows_of_cell(from_->cell_of(i)), to_positions_, &to_->box(), (*from_positions_)[i], radius_squared};
    }
    std::span<const ParticleRange> rows_of_cell(Index cell) const {
        return {rows_.data() + begins_[cell], rows_.data() + begins_[cell + 1]};
    }

    const NeighbourGrid* from_ = nullptr;
    const NeighbourGrid* to_ = nullptr;
    const Vec3Column* from_positions_ = nullptr;
    const Vec3Column* to_positions_ = nullptr;
    Real radius_squared_ = 0.0f;
    std::vector<Index> begins_;  // of the rows of each cell of `from`
    std::vector<ParticleRange> rows_;
};

// The sum of f(j) over the neighbours: eight partial sums, folded in a fixed order. Flattened, because a
// call per pack would keep the packs in memory.
template <class Range, class F>
[[gnu::flatten]] auto sum_over(const Range& range, F&& f) {
    using Term = std::remove_cvref_t<decltype(f(std::declval<typename Range::Item>()))>;
    Term sum = zero<Term>();
    range.for_each_pack([&](const auto& j) { sum += select(j.inside, f(j), zero<Term>()); });
    return fold(sum);
}

// How many neighbours the range holds.
template <class Range>
[[gnu::flatten]] Index count(const Range& range) {
    Index n = 0;
    range.for_each_pack([&](const auto& j) { n += simd::popcount(j.inside); });
    return n;
}

}  // namespace lamella
