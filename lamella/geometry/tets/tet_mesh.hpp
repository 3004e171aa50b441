// An indexed mesh of tetrahedra with named columns on its nodes and on its cells.
#pragma once

#include <lamella/core/columns.hpp>

#include <vector>

namespace lamella {

// The fourth node of a cell lies on the side of the first three from which they turn counter-clockwise: a positive
// volume. `nodes` has one row a node, `cells` one a tetrahedron.
struct TetMesh {
    std::vector<Vec3> positions;
    std::vector<Vec4i> tets;
    ColumnTable nodes;
    ColumnTable cells;

    Index node_count() const { return static_cast<Index>(positions.size()); }
    Index tet_count() const { return static_cast<Index>(tets.size()); }
    bool empty() const { return tets.empty(); }
};

}  // namespace lamella
