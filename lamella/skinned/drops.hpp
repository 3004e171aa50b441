// Water outside the mesh: drops in free flight, with whole volumes and momenta.
//
// A drop enters a cell that has water or fur, and the cell in which it meets the skin, wet or not (about which the
// paper is silent: dry skin would never get wet). A drop on the far side of the skin enters the last open cell of its
// way.
#pragma once

#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/tet_locator.hpp>
#include <lamella/skinned/water_transport.hpp>

namespace lamella {

using Drop = LeavingWater;

class Drops {
public:
    static constexpr double kWetFill = 0.05;   // of a cell that takes drops
    static constexpr double kTouch = 0.1;      // long edges from the skin
    static constexpr double kPathStep = 0.5;   // long edges between the places at which a way is looked at
    static constexpr Index kMostPlaces = 256;  // on the way of one step

    std::vector<Drop> list;

    // Flies all of them for the step; what enters the mesh at its end is in `water`.
    void fly(const MeshStep& step, const TetLocator& locator, const Vec3& gravity, WaterCells& water);
    WaterAmount total() const;

private:
    // The cell that takes the drop on its way; -1: none.
    static Index landing(const MeshStep& step, const TetLocator& locator, const WaterCells& water, const Vec3& from,
                         const Vec3& to);
};

}  // namespace lamella
