// Cells that hold more than they can hand the rest on (Lee et al. 2019, section 3.3): first evenly to all neighbours
// (smearing), then away from the skin.
//
// The paper pushes from rank to rank, counted in nodes from the skin; two of three cells have no face neighbour of a
// higher rank then. Here cells are visited once, in the order of the distance of their middle, ties by number: nearly
// every cell has a neighbour that is farther out. A visited cell fills neighbours that have room, on whatever side, and
// hands what is then left evenly to those that come later. One without such a neighbour lets it out through a face of
// the border, as a drop; without any it keeps it.
#pragma once

#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_transport.hpp>

namespace lamella {

struct PushedWater {
    std::vector<LeavingWater> leaving;
    Index overfull = 0;  // cells that were
    Index held = 0;      // cells that still are
};

PushedWater push_out(const MeshStep& step, WaterCells& water);

}  // namespace lamella
