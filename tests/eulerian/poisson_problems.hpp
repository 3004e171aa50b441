// Pressure problems of many shapes.
#pragma once

#include <lamella/core/random.hpp>
#include <lamella/eulerian/poisson_system.hpp>

#include <functional>

namespace lamella {

enum class CellKind { liquid, air, solid };

struct PoissonProblem {
    TileSet tiles;
    PoissonCoefficients coefficients;

    PoissonSystem system() const { return {tiles, coefficients}; }
};

inline TileSet tiles_of_box(const Vec3i& low, const Vec3i& high) {
    std::vector<Vec3i> tiles;
    const Vec3i first = tile_of_cell(low), last = tile_of_cell(high - Vec3i::Ones());
    for (Index z = first.z(); z <= last.z(); ++z)
        for (Index y = first.y(); y <= last.y(); ++y)
            for (Index x = first.x(); x <= last.x(); ++x) tiles.emplace_back(x, y, z);
    return TileSet(tiles);
}

// The tiles of the box that hold liquid.
inline TileSet tiles_of_liquid(const Vec3i& low, const Vec3i& high, const std::function<CellKind(Vec3i)>& kind) {
    const TileSet box = tiles_of_box(low, high);
    std::vector<Vec3i> tiles;
    for (Index t = 0; t < box.count(); ++t) {
        bool any = false;
        for (Index c = 0; c < kTileCells && !any; ++c)
            any = kind(box.first_cell(t) + coordinates_in_tile(c)) == CellKind::liquid;
        if (any) tiles.push_back(box.tile(t));
    }
    return TileSet(tiles);
}

// Faces between liquid cells have the coefficient open(axis, cell at the high side), those to air add
// open / theta(cell, axis) to e of the liquid cell.
inline PoissonProblem poisson_problem(
    const Vec3i& low, const Vec3i& high, const std::function<CellKind(Vec3i)>& kind,
    const std::function<float(int, Vec3i)>& open = [](int, const Vec3i&) { return 1.0f; },
    const std::function<float(int, Vec3i)>& theta = [](int, const Vec3i&) { return 1.0f; }) {
    const TileSet tiles = tiles_of_liquid(low, high, kind);
    PoissonProblem problem{tiles, PoissonCoefficients(tiles)};
    for (Index t = 0; t < tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i cell = tiles.first_cell(t) + coordinates_in_tile(c);
            if (kind(cell) != CellKind::liquid) continue;
            for (int axis = 0; axis < 3; ++axis)
                for (int side = 0; side < 2; ++side) {
                    const Vec3i face = cell + side * Vec3i::Unit(axis);
                    const CellKind behind = kind(cell + (2 * side - 1) * Vec3i::Unit(axis));
                    if (behind == CellKind::liquid && side == 0)
                        problem.coefficients.low_faces[axis].tile(t)[c] = open(axis, face);
                    if (behind == CellKind::air)
                        problem.coefficients.dirichlet.tile(t)[c] += open(axis, face) / theta(axis, face);
                }
        }
    return problem;
}

inline std::uint64_t counter_of(const Vec3i& cell) { return tile_key(cell); }

inline std::function<CellKind(Vec3i)> box_with_open_top(const Vec3i& low, const Vec3i& high) {
    return [=](const Vec3i& c) {
        if ((c.array() >= low.array()).all() && (c.array() < high.array()).all()) return CellKind::liquid;
        return c.y() >= high.y() ? CellKind::air : CellKind::solid;
    };
}

// Uniform in [-1, 1) at the unknowns, zero elsewhere.
template <class Scalar>
std::vector<Scalar> random_vector(const PoissonSystem& system, std::uint64_t seed) {
    std::vector<float> diagonal(system.size());
    system.diagonal(diagonal);
    std::vector<Scalar> values(system.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (diagonal[i] > 0.0f) values[i] = static_cast<Scalar>(2.0f * random_unit(seed, 0, i) - 1.0f);
    return values;
}

}  // namespace lamella
