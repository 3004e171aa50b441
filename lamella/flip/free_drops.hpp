// Drops that nothing touches keep their momentum: air presses on them with one pressure from all sides, and surface
// tension has no net force. Curvatures from particles are a little uneven and would push a drop at rest through its
// domain; what they give to a drop as a whole is taken back.
#pragma once

#include <lamella/eulerian/enclosed_regions.hpp>
#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/flip/transfer.hpp>

namespace lamella {

// Memory is kept from step to step.
class FreeDrops {
public:
    // Joins liquid cells by their open faces and leaves out what touches a solid, or has faces whose velocity is given.
    void find(const ParticleTiles& tiles, const SolidGrid& solids, const LiquidCells& cells);

    // Takes from the faces of each drop the mean, weighted with the fullness, of how `velocity` differs from `before`.
    void keep_momentum(const ParticleTiles& tiles, const LiquidCells& cells, const TileField<float>& fullness,
                       const FaceField& before, FaceField& velocity) const;

private:
    TileField<float> mean_change(const ParticleTiles& tiles, const LiquidCells& cells, const TileField<float>& fullness,
                                 const TileField<float>& before, const TileField<float>& after, std::size_t axis) const;

    PoissonCoefficients links_;
    PoissonSystem system_;
    EnclosedRegions drops_;
};

}  // namespace lamella
