// Fields of cells that are even about walls and bodies: a centre behind a surface takes what its mirror image before it
// has, x + 2 |d| n with d the distance and n the direction out of the solid. Surfaces of such a field meet walls and
// bodies at right angles.
#pragma once

#include <lamella/eulerian/solid_grid.hpp>
#include <lamella/grid/trilinear.hpp>

#include <vector>

namespace lamella {

class SolidMirror {
public:
    // For centres up to `depth` cells deep, at most 3.5.
    SolidMirror(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids, Real depth);

    bool shows(std::size_t cell) const { return hidden_.empty() || !hidden_[cell]; }

    // Fills the hidden cells; where there is no tile the field is `missing`.
    void reflect(float missing, TileField<float>& field) const;

private:
    static constexpr std::ptrdiff_t kNowhere = -1;
    struct Image {
        std::size_t cell;                      // among those of all tiles
        std::array<std::ptrdiff_t, 8> around;  // its image: cells, or kNowhere where there is no tile
        std::array<float, 8> weights;          // add up to one; zero for hidden cells
    };
    struct Grid;
    void look(const Grid& grid, Index t, std::vector<Image>& images) const;

    std::vector<std::uint8_t> hidden_;        // of all cells; empty where there are no solids
    std::vector<std::vector<Image>> images_;  // by tile
};

}  // namespace lamella
