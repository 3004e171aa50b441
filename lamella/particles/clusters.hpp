// Connected particles as a graph that is much smaller than they are: the particles of one cell that hang
// together by links of at most a given length are a cluster, and clusters of neighbouring cells are joined
// where a link crosses.
#pragma once

#include <lamella/particles/neighbours.hpp>

namespace lamella {

class Clusters {
public:
    // `neighbours` are those of the particles in the grid; `link` is at most the grid's radius.
    Clusters(const NeighbourGrid& grid, const Neighbours& neighbours, Real link);

    Index count() const { return begins_.back(); }
    Index of(Index particle) const { return of_[particle]; }
    Index cell_of(Index cluster) const { return cells_[cluster]; }
    Index particles_in(Index cluster) const { return sizes_[cluster]; }

    // The clusters of the cells [first, last), one after another.
    Index begin_of(Index cell) const { return begins_[cell]; }

    // Those with a greater number that a link joins to this one.
    std::span<const Index> linked(Index cluster) const {
        return {links_.data() + link_begins_[cluster], links_.data() + link_begins_[cluster + 1]};
    }

    // For every cluster, the first cluster of its connected component.
    std::vector<Index> components() const;

private:
    void find_clusters(const NeighbourGrid& grid, const Neighbours& neighbours, Real link);
    void find_links(const NeighbourGrid& grid, const Neighbours& neighbours, Real link);

    std::vector<Index> of_;      // of each particle
    std::vector<Index> begins_;  // of each cell
    std::vector<Index> cells_;   // of each cluster
    std::vector<Index> sizes_;
    std::vector<Index> link_begins_;
    std::vector<Index> links_;
};

}  // namespace lamella
