// What liquids made of particles show in a frame and what there is of them: the same for every solver.
#pragma once

#include <lamella/matter/balance.hpp>
#include <lamella/matter/frame_part.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/particles/liquid_inventory.hpp>

#include <map>

namespace lamella {

// A part for each phase, in the order of the ids, with P, v, id, density and the attributes of the setup.
std::vector<FramePart> liquid_parts(const LiquidSetup& setup, const ParticleSet& particles,
                                    const LiquidInventory& inventory);

// A row for each phase. `rest` is what the column that tells of compression is at rest; without a column nothing is
// said of it.
std::map<std::string, Balance> liquid_balances(const LiquidSetup& setup, const ParticleSet& particles,
                                               const LiquidInventory& inventory, const Vec3d& centre,
                                               const ScalarColumn* filling, Real rest);

}  // namespace lamella
