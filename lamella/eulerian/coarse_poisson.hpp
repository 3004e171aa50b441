// The next coarser system of a multigrid: a coarse cell is 2^3 fine ones, a coarse tile up to 2^3 fine tiles. Residuals
// are added up over the children of a coarse cell, and its correction is handed to all of them.
//     c = 1/2 sum of the four c:  they conduct side by side over twice the distance. A correction that is constant in
//         coarse cells has twice the energy of the smooth function that it stands for; c so halved gives it the right
//         size (with the whole sum the conjugate gradient takes three times as many steps on open water).
//     e = 0.6 times the sum of e:  air at theta cells from the centres of the fine cells is at (theta + 1/2) / 2 from
//         those of the coarse ones, the share theta / (theta + 1/2) is 1/2 for air at the face and 2/3 for air at the
//         next centre.
#pragma once

#include <lamella/eulerian/poisson_system.hpp>

namespace lamella {

// Where a fine tile lies: in an octant of a coarse one.
struct ParentTile {
    Index tile;
    Index first_cell;  // of the octant, within the coarse tile
};

// Where space repeats after an even number of tiles, the coarser tiles repeat after half as many. After an odd number
// coarse tiles would lie across the seam: there it is closed.
Vec3i coarsenable(const Vec3i& period);

struct CoarsePoisson {
    PoissonSystem system;
    std::vector<ParentTile> parents;  // of each fine tile

    // `scratch` is the memory that coefficients are put together in.
    void coarsen(const PoissonSystem& fine, PoissonCoefficients& scratch);
};

// The part of a coarse vector that belongs to a fine tile.
template <class T>
T* octant_of(T* coarse, const ParentTile& parent) {
    return coarse + first_of_tile(parent.tile) + parent.first_cell;
}

// Writes the sums over children of the values of a fine tile into its octant.
void add_up_children(const float* fine, float* octant);

// Adds the values of the octant to the children.
void add_to_children(const float* octant, FaceRimmedTile<float>& fine);
// Adds the values of a neighbour's octant to the rim at a side (-x, +x, -y, +y, -z, +z).
void add_to_rim(const float* octant, int side, FaceRimmedTile<float>& fine);

}  // namespace lamella
