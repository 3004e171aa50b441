#include <lamella/core/parallel.hpp>
#include <lamella/particles/surface_cells.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Parts of a filling.
constexpr Real kInCell = 3.0f / 8.0f;
constexpr Real kBeyondFace = 45.0f / 8.0f;

std::vector<Real> fillings(const NeighbourGrid& grid, const MassShares& mass, Real spacing) {
    std::vector<Real> held(static_cast<std::size_t>(grid.cell_count()));
    const auto full = static_cast<Real>(grid.cell_volume()) / (spacing * spacing * spacing);
    parallel_for("fillings", grid.cell_count(), [&](Index c) {
        const auto [begin, end] = grid.particles_of(c);
        held[c] = mass.all_equal() ? static_cast<Real>(end - begin) : 0.0f;
        for (Index i = begin; !mass.all_equal() && i < end; ++i) held[c] += mass(i);
        held[c] /= full;
    });
    return held;
}

// Walks the cells in order; the cell that is looked for in each of the nine rows then moves on by little.
class SurfaceWalk {
public:
    SurfaceWalk(const NeighbourGrid& grid, const std::vector<Real>& held) : grid_(grid), held_(held) {}

    bool at_surface(const Vec3i& cell) {
        std::array<Vec3, 2> beyond{Vec3::Zero(), Vec3::Zero()};  // the faces below and above along each axis
        for (Index z = -1; z <= 1; ++z)
            for (Index y = -1; y <= 1; ++y)
                for (Index x = -1; x <= 1; ++x) {
                    const Vec3i step(x, y, z);
                    const Real held = held_at(wrapped(cell + step), hints_[3 * (z + 1) + y + 1]);
                    if (held < kInCell) return true;
                    for (int a = 0; a < 3; ++a)
                        if (step[a] != 0) beyond[step[a] > 0 ? 1 : 0][a] += held;
                }
        return beyond[0].minCoeff() < kBeyondFace || beyond[1].minCoeff() < kBeyondFace;
    }

private:
    Real held_at(const Vec3i& cell, Index& hint) const {
        const CellKey key(cell);
        hint = grid_.first_cell_from(key, hint);
        return hint < grid_.cell_count() && grid_.key(hint) == key ? held_[hint] : 0.0f;
    }
    Vec3i wrapped(Vec3i c) const {
        for (int a = 0; a < 3; ++a)
            if (const Index count = grid_.wrap_count(a)) c[a] = (c[a] + count) % count;
        return c;
    }

    const NeighbourGrid& grid_;
    const std::vector<Real>& held_;
    std::array<Index, 9> hints_{};
};

}  // namespace

std::vector<Index> cells_at_surfaces(const NeighbourGrid& grid, const MassShares& mass, Real spacing) {
    const std::vector<Real> held = fillings(grid, mass, spacing);
    std::vector<std::uint8_t> at_surface(held.size());
    parallel_chunks("cells at surfaces", grid.cell_count(), kParallelChunk,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        SurfaceWalk walk(grid, held);
                        for (auto c = static_cast<Index>(begin); c < static_cast<Index>(end); ++c)
                            at_surface[c] = walk.at_surface(grid.key(c).coordinates()) ? 1 : 0;
                    });
    std::vector<Index> cells;
    for (Index c = 0; c < grid.cell_count(); ++c)
        if (at_surface[c]) cells.push_back(c);
    return cells;
}

}  // namespace lamella
