// The mouths of nozzles on the grid. In a pipe there is liquid behind the liquid that comes out; without it the newest
// particles would have a free surface behind them, at which weight draws them away and viscosity cuts the thread. The
// cells from two before a mouth to half a one behind it are therefore a piece of pipe: liquid, whose faces have the
// velocity of the nozzle, for the viscosity as for the pressure. Cells of which less than half is in the pipe, down to
// a quarter of a cell beside it, belong to it: else liquid at its rim leaves it in free fall, and the stream is a
// twentieth too wide from there on.
#pragma once

#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/particles/liquid_domain.hpp>

namespace lamella {

struct GridTiles {
    const TileSet& tiles;
    const std::vector<TilesAround>& around;
    double cell;
};

// For the nozzles that are open at this time: makes liquid cells of their pipes and gives their faces (`held` of the
// cells) the velocity, which is known there.
void hold_at_mouths(std::span<const LiquidSource> sources, const PeriodicBox& periodic, double time,
                    const GridTiles& grid, LiquidCells& cells, FaceField& velocity, FaceFlags& known);

}  // namespace lamella
