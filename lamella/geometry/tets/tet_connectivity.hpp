// Who is next to whom in a mesh of tetrahedra. All numbering follows from the mesh alone: neither from threads nor from
// the order in which anything is found.
#pragma once

#include <lamella/geometry/tets/tet_mesh.hpp>

#include <array>
#include <span>

namespace lamella {

// Face k of a cell lies opposite its node k and turns counter-clockwise seen from outside.
inline constexpr std::array<std::array<int, 3>, 4> kTetFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
inline Vec3i face_of(const Vec4i& tet, int k) {
    const auto& f = kTetFaces[static_cast<std::size_t>(k)];
    return {tet[f[0]], tet[f[1]], tet[f[2]]};
}

// Edge e of a cell joins these two of its nodes; 5 - e is the edge opposite.
inline constexpr std::array<std::array<int, 2>, 6> kTetEdges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

// Which cells meet at a node, so that loops over nodes gather instead of scatter.
class NodeCells {
public:
    explicit NodeCells(const TetMesh& mesh);

    // The corners 4 c + k with tets[c][k] == node, ascending.
    std::span<const Index> of(Index node) const {
        return {corners_.data() + starts_[node], static_cast<std::size_t>(starts_[node + 1] - starts_[node])};
    }

private:
    std::vector<Index> starts_;
    std::vector<Index> corners_;
};

// For every cell the four cells behind its faces. -1 where a face belongs to this cell alone, or to more than two,
// which no mesh that fills space has.
std::vector<Vec4i> tet_neighbours(const TetMesh& mesh);

// The edges of all cells, each once: its ends with the lower node first, in the order of (lower, higher).
struct TetEdges {
    std::vector<std::array<Index, 2>> ends;
    std::vector<std::array<Index, 6>> of_cell;  // in the order of kTetEdges

    Index count() const { return static_cast<Index>(ends.size()); }
};
TetEdges tet_edges(const TetMesh& mesh);

}  // namespace lamella
