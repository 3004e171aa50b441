// Where a point is in a mesh of tetrahedra, from a cell not far from it: from cell to cell through the face behind
// which the point lies, never into the solid. A way that meets the skin ends in the last cell before it.
#pragma once

#include <lamella/skinned/skinned_tets.hpp>
#include <lamella/skinned/tet_frame.hpp>

namespace lamella {

enum class WalkEnd {
    inside,  // of the cell
    skin,    // behind a face of the cell is the solid
    border,  // behind a face of the cell is nothing
    lost     // the mesh is folded
};

struct Walk {
    Index cell = 0;
    WalkEnd end = WalkEnd::lost;
};

// `coordinates` are those of the point in the cell at which it begins.
Walk walk_to(const SkinnedTets& mesh, std::span<const Vec3> x, Index cell, Vec4 coordinates, const Vec3& point);

inline Walk walk_to(const SkinnedTets& mesh, std::span<const Vec3> x, Index cell, const Vec3& point) {
    return walk_to(mesh, x, cell, TetFrame::of(mesh.tets[cell], x).coordinates(point), point);
}

}  // namespace lamella
