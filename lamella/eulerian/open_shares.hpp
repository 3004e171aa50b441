// The open shares of the faces of one tile, and what follows from them in a cell.
#pragma once

#include <lamella/grid/tile_field.hpp>

namespace lamella {

using OpenShares = std::array<RimmedTile<float, 1>, 3>;

// sum_f n_f A_f over the six faces of the cell at a place of its rimmed tile.
inline Vec3 open_area(const OpenShares& open, std::size_t at) {
    Vec3 sum;
    for (std::size_t a = 0; a < 3; ++a) sum[static_cast<int>(a)] = open[a].values[at + kAlong[a]] - open[a].values[at];
    return sum;
}

// At the centre of a cell, from its open faces.
inline Vec3 velocity_at(const OpenShares& open, const std::array<RimmedTile<float, 1>, 3>& u, std::size_t at) {
    Vec3 mean;
    for (std::size_t a = 0; a < 3; ++a) {
        const std::size_t high = at + kAlong[a];
        const Real low_share = open[a].values[at], high_share = open[a].values[high];
        const Real shares = low_share + high_share;
        mean[static_cast<int>(a)] =
            shares > 0.0f ? (low_share * u[a].values[at] + high_share * u[a].values[high]) / shares : u[a].values[at];
    }
    return mean;
}

inline Vec3 centre_of_cell(const TileSet& tiles, double dx, Index t, std::size_t c) {
    const Vec3i cell = tiles.first_cell(t) + coordinates_in_tile(static_cast<Index>(c));
    return (dx * (cell.cast<double>().array() + 0.5)).matrix().cast<Real>();
}

}  // namespace lamella
