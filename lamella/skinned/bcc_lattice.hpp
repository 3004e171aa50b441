// Tetrahedra of a body-centred cubic lattice, and their regular refinement (Molino, Bridson, Teran, Fedkiw 2003).
//
// The lattice has nodes at the corners of cubes of edge a and at their centres. For two cubes that share a face and
// each edge of that face, the two centres and the two ends of the edge make a tetrahedron: its volume is a^3 / 12, its
// edges are a (0-1 and 2-3) and sqrt(3)/2 a, its dihedral angles 60 and 90 degrees. Nodes keep the order (centre,
// centre, corner, corner), so that the two long edges are known without comparing lengths.
//
// The middles of its edges cut a tetrahedron into four at its nodes and an octahedron, which is cut in four along the
// line between the middles of the long edges. In the lattice at rest all eight are tetrahedra of the lattice of a / 2,
// in that order of nodes again; in any other pose each has an eighth of the volume, since the map of a cell is affine.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

// The cubes that the lattice may have.
struct BccBox {
    Vec3d origin = Vec3d::Zero();
    double cell = 1.0;  // a
    Vec3i cubes = Vec3i::Zero();

    // Shifted by irrational shares of a cell, so that no node lies on a plane of symmetry of what is inside.
    static BccBox around(const Box3& inside, double cell);
    double cubes_in_all() const { return cubes.cast<double>().prod(); }
};

// Middles of edges: {0,1}, {0,2}, {0,3}, {1,2}, {1,3}, {2,3} (kTetEdges) are numbers 4 to 9, nodes 0 to 3.
inline constexpr std::array<std::array<int, 4>, 8> kRedChildren{{
    {0, 4, 5, 6},
    {4, 1, 7, 8},
    {5, 7, 2, 9},
    {6, 8, 9, 3},
    {4, 9, 5, 6},
    {4, 9, 6, 8},
    {4, 9, 8, 7},
    {4, 9, 7, 5},
}};

// A node of the finer lattice lies in the middle of these two of the coarser, which are one where it is that node.
using Midpoint = std::array<Index, 2>;

struct RefinedTets {
    std::vector<Vec4i> tets;
    std::vector<Midpoint> nodes;
    std::vector<Real> distances;  // of the nodes
    std::vector<Index> parents;   // of the cells, ascending
};

struct LatticeTets {
    TetMesh mesh;
    std::vector<Real> distances;  // of the nodes
};

// The cells of which a node has a distance below `thickness`; nodes are numbered as cells need them, and cells in the
// order of a curve through the cubes. `distances` is asked for the distances of many points at once.
using Distances = FunctionRef<std::vector<Real>(std::span<const Vec3> points)>;
LatticeTets bcc_lattice(const BccBox& box, Real thickness, Distances distances);

// Cuts every cell into eight and keeps those of which a node has a distance below `thickness`. Those of a cell follow
// one another.
RefinedTets refined(const TetMesh& mesh, Real thickness, Distances distances);

// Numbers nodes from 0 on as cells name them; gives which of `nodes` nodes each was.
std::vector<Index> number_as_used(std::vector<Vec4i>& tets, Index nodes);

// Where the nodes of a refinement are when those of the coarser mesh are at `coarse`.
std::vector<Vec3> midpoint_positions(std::span<const Midpoint> nodes, std::span<const Vec3> coarse);

}  // namespace lamella
