// The regions of coupled cells of a Poisson system without any Dirichlet term: their solution is known up to a
// constant, and exists only if b sums up to zero. Tiles are split into connected parts side by side, then parts that
// touch are joined; all that is coupled to a Dirichlet term is one part, number 0.
#pragma once

#include <lamella/eulerian/poisson_system.hpp>

#include <cstdint>

namespace lamella {

// Memory is kept from system to system.
class EnclosedRegions {
public:
    void find(const PoissonSystem& system);

    Index count() const { return static_cast<Index>(cells_.size()); }

    // Takes the mean of each region from its cells; gives the sum over cells of what was taken, without signs.
    template <class Scalar>  // float or double
    double remove_means(std::span<Scalar> values) const;

    std::size_t memory_bytes() const;

private:
    // The part of each cell in its tile: 0 is coupled to a Dirichlet term, or no unknown.
    using Parts = std::array<std::uint16_t, kTileCells>;
    static Index split(const StoredStencil& stencil, Parts& parts);
    void split_tiles(const PoissonSystem& system);
    void number_regions(const PoissonSystem& system);

    // The number among all parts of a cell's part.
    Index part(Index t, Index cell) const {
        if (place_[t] < 0) return first_part_[t];
        const Index own = parts_[place_[t]][cell];
        return own == 0 ? 0 : first_part_[t] + own - 1;
    }

    std::vector<Parts> parts_;         // of the tiles that are not uniform
    std::vector<Index> place_;         // of a tile in parts_, or -1 where it is uniform: one part
    std::vector<Index> first_part_;    // of each tile, and behind the last
    std::vector<Index> region_;        // of each part, or -1
    std::vector<std::int64_t> cells_;  // of each region
};

}  // namespace lamella
