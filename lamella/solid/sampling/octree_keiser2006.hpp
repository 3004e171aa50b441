// The cells of a balanced octree, one for each particle of a solid (Keiser 2006, 5.7): fine at the skin, ever coarser
// inside.
//
// Departures: the octree does not begin with the bounding box but with the cells of the lattice that a regular sampling
// has, eight of which become one where they are deep enough inside; so the volumes of the cells are exact, and the skin
// is sampled as well as by the lattice. A cell of 2^l spacings has two cells of half its size between it and the
// skin, in all directions, whence no cell has neighbours of less than half its size (the book calls the octree balanced
// and does not say how).
#pragma once

#include <lamella/core/vec.hpp>

#include <span>
#include <vector>

namespace lamella {

struct OctreeCell {
    Vec3 centre;
    Index edge;  // in spacings, a power of two
};

// `points` are the centres of cells of a lattice that begins at the lowest corner of `box`, one spacing wide. Cells
// come by size, then in the order z, y, x.
std::vector<OctreeCell> octree_cells(std::span<const Vec3> points, const Box3& box, Real spacing, Index levels);

}  // namespace lamella
