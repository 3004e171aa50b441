// The viscosity of the liquid in each cell, where the phases have several.
#pragma once

#include <lamella/flip/transfer.hpp>
#include <lamella/matter/material.hpp>

namespace lamella {

// As shares of the largest viscosity: the harmonic mean of a cell's own particles, weighted by mass, as across an
// interface (eulerian/viscosity_batty2008.hpp); in a cell without any the mean of the cells around it that have some.
void measure_cell_viscosity(const PhaseMaterials& materials, const ParticleTiles& tiles, const ParticleSet& particles,
                            TileField<float>& shares);

}  // namespace lamella
