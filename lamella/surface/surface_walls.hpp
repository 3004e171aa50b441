// What a surface ends at: walls of the domain and bodies in the liquid.
//
// Kernels know no walls. Particles that are pressed against one carry the surface 0.2 d behind it in the mean, up to
// 0.6 d, and the mesh of a tank is 3 % too large. The rule: a point is inside where the field is at its level or above
// and the point lies before all walls and outside of all bodies. Marching cubes takes nodes behind a wall as outside
// and puts the vertex of an edge where it first meets the wall or the level (marching_cubes.hpp), so that meshes stay
// closed and manifold, lie flat on walls, and where the liquid does not reach a wall nothing is changed.
//
// Walls and bodies thinner than a cell can fall between the nodes.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>

#include <functional>
#include <limits>
#include <vector>

namespace lamella {

// Lengths in metres, relative to the particles' origin.
struct SurfaceWalls {
    static constexpr Real kNoWall = std::numeric_limits<Real>::infinity();

    Box3 box{Vec3::Constant(-kNoWall), Vec3::Constant(kNoWall)};  // faces at infinity are no walls
    // The distance from the nearest body, negative in it; callable from several threads; empty: there are none. It must
    // be right up to `band` and may be the band beyond.
    std::function<Real(const Vec3&)> bodies;

    // How far a body must be seen from for cells of that size.
    static Real band(Real cell) { return 7.0f * cell; }

    // From the nearest wall or body, negative behind it.
    Real distance(const Vec3& p) const;
    // The direction away from the nearest one, from differences over `step`.
    Vec3 away(const Vec3& p, Real step) const;
};

// Which nodes of a grid lie before all walls.
class CutNodes {
public:
    using Rows = std::array<std::uint8_t, kTileWidth * kTileWidth>;  // bit x of row y + 8 z: before them

    // The walls must outlive it.
    CutNodes(const SurfaceWalls& walls, const SparseGrid& grid);

    const SurfaceWalls& walls() const { return walls_; }
    const Rows* find(const Vec3i& block) const;  // null where all nodes of the block are before all walls

    // Where along an edge of the grid, from `inner`, which lies before all walls, to `outer`, both shares of the edge
    // from `node` along the axis, the first wall is met; `outer` where none is.
    double first_wall(const SparseGrid& grid, const Vec3i& node, int axis, double inner, double outer) const;

private:
    const SurfaceWalls& walls_;
    TileSet blocks_;  // in which some node is behind a wall
    std::vector<Rows> rows_;
};

// The field with its level as other programs read it: never above the level behind a wall, in spacings.
void cut_level_set(const CutNodes& cut, Real level, Real spacing, SparseGrid& phi);

// Vertices behind walls are moved to them.
void move_before_walls(const SurfaceWalls& walls, Real spacing, TriangleMesh& mesh);

}  // namespace lamella
