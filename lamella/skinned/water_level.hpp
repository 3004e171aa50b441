// The level set of the water on a mesh, for frames: the smaller of
//
//     (kFull - f) a    and    d - h,
//
// with f the fullness of the mesh's cells, three times averaged with that of the cells behind their faces, then taken
// to nodes and along straight lines in the cells, and a their long edge; d the distance from the skin and h the
// thickness of the water on it (film_thickness.hpp). Cells of films, of a sea and beyond the border are left out of the
// mean: at rest a mean with the sea's stood a third of a cell above it around the body. Away from the skin water
// thinner than kFull of a cell is not in the level set and is seen as drops.
#pragma once

#include <lamella/grid/sparse_grid.hpp>
#include <lamella/skinned/film_thickness.hpp>

namespace lamella {

class WaterLevel {
public:
    // `sunk` are the cells that stand in a sea; or none.
    WaterLevel(const CarriedWater& water, std::span<const std::uint8_t> sunk);

    // The blocks of a grid with cells of that width and its origin in the middle of one in which there is water.
    std::vector<Vec3i> blocks(double width) const;
    // Nodes of the grid's stored blocks take the smaller value.
    void unite_with(SparseGrid& grid) const;
    // It alone, in cells of that width.
    SparseGrid alone(double width) const;

private:
    bool in_sea(Index cell) const { return !sunk_.empty() && sunk_[cell] != 0; }
    bool left_out(Index cell) const;
    void find_fullness();
    void find_bulk();

    const CarriedWater& water_;
    const SkinnedTets& mesh_;
    std::span<const std::uint8_t> sunk_;
    FilmThickness film_;
    std::vector<Real> fullness_, bulk_;  // of cells and of nodes
    std::vector<Index> bulk_cells_;
};

}  // namespace lamella
