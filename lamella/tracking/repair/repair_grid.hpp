// The grid of a topology repair: cells of the target edge length, nodes at whole numbers.
//
// A repair decides everything in grid units and in double. A vertex lies on a plane of the grid if and only if its
// coordinate equals a whole number, and planes at k * cell are not representable as float positions in metres; so the
// place of a vertex is computed from its float position once (a pure function of it, equal wherever it is asked for),
// the vertices that the clip makes keep their exact places in double beside the mesh, and only the finished patch is
// rounded to float. Rounding moves points by parts in 10^7 of their coordinates and changes no connection.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/grid/tile_set.hpp>

#include <array>
#include <cmath>

namespace lamella {

using CellKey = std::uint64_t;  // of a cell or a node: tile_key() of its whole coordinates, ordered by x, y, z

inline Vec3i floor_of(const Vec3d& place) {
    return {static_cast<Index>(std::floor(place.x())), static_cast<Index>(std::floor(place.y())),
            static_cast<Index>(std::floor(place.z()))};
}

class RepairGrid {
public:
    // Shifted by an irrational share of a cell, another for each attempt: bodies that are placed with care have
    // corners, edges and diagonals on round numbers, and should not meet nodes there.
    RepairGrid(double cell, int attempt) : cell_(cell), per_cell_(1.0 / cell) {
        const Vec3d step(0.8191725133961645, 0.6710436067037893, 0.5497004779019703);
        offset_ = (attempt + 1.0) * step;
    }

    double cell() const { return cell_; }

    // Each cell cut into eight: node n is its node 2 n.
    RepairGrid halved() const {
        RepairGrid half = *this;
        half.cell_ *= 0.5;
        half.per_cell_ *= 2.0;
        half.offset_ *= 2.0;
        return half;
    }

    // Never on a plane: nearer than 1e-7 counts as 1e-7 above it.
    Vec3d place(const Vec3& position) const {
        Vec3d p = position.cast<double>() * per_cell_ + offset_;
        for (int a = 0; a < 3; ++a) {
            const double nearest = std::floor(p[a] + 0.5);
            if (std::abs(p[a] - nearest) < kOff) p[a] = nearest + kOff;
        }
        return p;
    }
    Vec3 position(const Vec3d& place) const { return ((place - offset_) * cell_).cast<Real>(); }
    Vec3 position(const Vec3i& node) const { return position(Vec3d(node.cast<double>())); }

private:
    static constexpr double kOff = 1e-7;

    double cell_;
    double per_cell_;
    Vec3d offset_;
};

inline bool on_plane(double coordinate) { return coordinate == std::floor(coordinate); }

// The grid edge from `node` along `axis`.
struct GridEdge {
    Vec3i node;
    int axis;
};
inline std::pair<CellKey, int> key_of(const GridEdge& edge) { return {tile_key(edge.node), edge.axis}; }

// Calls f(cell) for the 8 cells at a node, which are those at node - {0, 1}^3.
template <class F>
void for_each_cell_at_node(const Vec3i& node, F&& f) {
    for (Index x = -1; x <= 0; ++x)
        for (Index y = -1; y <= 0; ++y)
            for (Index z = -1; z <= 0; ++z) f(Vec3i(node + Vec3i(x, y, z)));
}

// Calls f(cell) for the 4 cells at a grid edge.
template <class F>
void for_each_cell_at_edge(const GridEdge& edge, F&& f) {
    const int b = (edge.axis + 1) % 3, c = (edge.axis + 2) % 3;
    for (Index i = -1; i <= 0; ++i)
        for (Index j = -1; j <= 0; ++j) {
            Vec3i cell = edge.node;
            cell[b] += i;
            cell[c] += j;
            f(cell);
        }
}

// Calls f(node) for the 8 corners of a cell.
template <class F>
void for_each_corner(const Vec3i& cell, F&& f) {
    for_each_cell_at_node(cell + Vec3i::Ones(), f);
}

// Calls f(edge) for the 12 edges of a cell.
template <class F>
void for_each_edge_of_cell(const Vec3i& cell, F&& f) {
    for (int axis = 0; axis < 3; ++axis)
        for (Index i = 0; i <= 1; ++i)
            for (Index j = 0; j <= 1; ++j) {
                Vec3i node = cell;
                node[(axis + 1) % 3] += i;
                node[(axis + 2) % 3] += j;
                f(GridEdge{node, axis});
            }
}

}  // namespace lamella
