// Which particles near one another belong to the same body.
//
// Yu 2011, section 4.3, labels connected components (links of at most r_a) and lets only particles of the
// same component be neighbours (eq. 4.14), so that bodies do not attract one another before they touch.
// Labels of whole components jump: one contact anywhere merges two bodies everywhere, and folds of one body
// are never kept apart. `Locality::near` therefore follows links only within the cells around a particle.
// Stretched sheets fall into many small components; members of components of fewer than `wild` particles
// are neighbours of everybody. So are pieces of fewer than `wild` particles that a component falls into only
// because links are followed locally.
#pragma once

#include <lamella/particles/clusters.hpp>

namespace lamella {

enum class Locality { whole, near };

class Membership {
public:
    // `cells` are the cells that will be asked for; links are followed in boxes of six cells along each axis.
    Membership(const NeighbourGrid& grid, const Neighbours& neighbours, std::span<const Index> cells, Real link,
               Index wild, Locality locality);

    static constexpr Index kWild = 0;

    // The labels of the rows as seen from a particle in that cell; empty when all belong together.
    void labels(Index cell, std::span<const Index> rows, std::vector<Index>& result) const;

private:
    using Table = std::vector<std::pair<Index, Index>>;  // (cluster, label), sorted

    void label_near(const NeighbourGrid& grid, std::span<const Index> cells);
    Table label_box(const NeighbourGrid& grid, const Vec3i& low, const Vec3i& high) const;

    Clusters clusters_;
    std::vector<Index> component_;  // of each cluster; kWild for small ones
    Index wild_;
    std::vector<Index> table_of_;  // of each cell; -1 where all belong together
    std::vector<Table> tables_;
    bool whole_;
};

}  // namespace lamella
