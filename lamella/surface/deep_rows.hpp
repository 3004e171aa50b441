// The rows of a block's nodes that lie deep inside: they need no sum.
#pragma once

#include <lamella/grid/sparse_grid.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella {

class DeepRows {
public:
    // All nodes within `radius` of p are deep inside; lengths in spacings from the block's lowest node.
    void mark_ball(const Vec3& p, Real radius, Real step) {
        const Real per_step = 1.0f / step;
        const auto [z_begin, z_end] = nodes_within(p.z(), radius, per_step);
        const auto [y_begin, y_end] = nodes_within(p.y(), radius, per_step);
        for (Index z = z_begin; z < z_end; ++z)
            for (Index y = y_begin; y < y_end; ++y) {
                const Real dy = step * static_cast<Real>(y) - p.y();
                const Real dz = step * static_cast<Real>(z) - p.z();
                const Real rest = radius * radius - dy * dy - dz * dz;
                if (rest <= 0.0f) continue;
                const auto [x_begin, x_end] = nodes_within(p.x(), std::sqrt(rest), per_step);
                if (x_begin < x_end) nodes_[row(y, z)] |= static_cast<std::uint8_t>((1u << x_end) - (1u << x_begin));
            }
    }
    bool all_deep(Index y, Index z) const { return nodes_[row(y, z)] == 0xff; }

    // Gives the nodes of rows that are all deep the value.
    void fill(float value, std::span<float> nodes) const {
        for (Index z = 0; z < SparseGrid::kWidth; ++z)
            for (Index y = 0; y < SparseGrid::kWidth; ++y)
                if (all_deep(y, z)) std::fill_n(nodes.begin() + cell_in_tile(0, y, z), SparseGrid::kWidth, value);
    }

private:
    static std::size_t row(Index y, Index z) { return static_cast<std::size_t>(y + SparseGrid::kWidth * z); }
    static std::pair<Index, Index> nodes_within(Real p, Real radius, Real per_step) {
        const auto begin = static_cast<Index>(std::ceil((p - radius) * per_step));
        const auto end = static_cast<Index>(std::floor((p + radius) * per_step)) + 1;
        return {std::clamp(begin, 0, SparseGrid::kWidth), std::clamp(end, 0, SparseGrid::kWidth)};
    }

    std::array<std::uint8_t, SparseGrid::kWidth * SparseGrid::kWidth> nodes_{};  // bit x of row (y, z)
};

}  // namespace lamella
