// Bodies beside the one that carries the water: walls to its drops and to what is in its layer.
//
// The mesh goes through them, as a paw's layer goes into the bank that it stands on. What a cell holds whose middle
// lies in one becomes a drop on its surface; drops in one are moved there and lose the velocity into it.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/skinned/carried_water.hpp>

namespace lamella {

// With the states of the bodies; what is in `sunk` cells is the sea's, where there is one.
void keep_out_of(std::span<const Body> others, std::span<const BodyState> states, std::span<const std::uint8_t> sunk,
                 CarriedWater& water);

}  // namespace lamella
