// Marching cubes (Lorensen, Cline 1987) over the blocks of a sparse grid.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>

#include <span>

namespace lamella {

class CutNodes;

// An edge of the grid that the surface crosses.
struct CrossedEdge {
    Vec3i node;   // its lower end
    int axis;     // along which it runs
    float lower;  // the field at its ends
    float upper;
    double along;       // where the vertex lies, 0 at the lower end, 1 at the upper
    bool lower_inside;  // else its upper end is
    bool at_wall;       // the field is inside at both ends, and a wall lies between
};

// Decides where the vertices lie on their edges.
class EdgeSolver {
public:
    EdgeSolver() = default;
    virtual ~EdgeSolver() = default;
    EdgeSolver(const EdgeSolver&) = delete;
    EdgeSolver& operator=(const EdgeSolver&) = delete;

    virtual void start(Index /*vertices*/) {}

    // The edges that start in one block and their vertices' numbers from first_vertex on; `along` comes in
    // as the root of the linear interpolation and goes out refined. Edges at a wall stay as they are. Called from any
    // thread.
    virtual void solve(const Vec3i& block, Index first_vertex, std::span<CrossedEdge> edges) = 0;

    // A vertex lies on a wall, in that direction from which the liquid is. Called after solve() for its block.
    virtual void lies_on_wall(Index /*vertex*/, const Vec3& /*away*/) {}
};

// The surface phi = iso. Inside means phi >= iso; nodes without a block count as outside. The mesh is
// closed, oriented and 2-manifold, each vertex stands on its own grid edge, and vertices and triangles are
// numbered by block, then by place in the block. Without a solver vertices lie where the linear
// interpolation between the nodes puts them. With a cut (surface_walls.hpp) nodes behind walls are outside, too, and
// vertices lie no farther than the first wall.
TriangleMesh marching_cubes(const SparseGrid& phi, float iso, EdgeSolver* solver = nullptr,
                            const CutNodes* cut = nullptr);

}  // namespace lamella
