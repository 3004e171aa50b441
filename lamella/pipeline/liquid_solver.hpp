// The solvers that a scene can name. All have the same members: step, reach_frame, particles, time, particle_mass,
// inventory, take_report, density_error and state.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/sph/sph_solver.hpp>

#include <variant>

namespace lamella {

using LiquidSolver = std::variant<SphSolver, FlipSolver, PrescribedSolver>;

LiquidSolver make_solver(const Run& run, const Scene& scene);

const ParticleSet& particles_of(const LiquidSolver& solver);
const LiquidInventory& inventory_of(const LiquidSolver& solver);

}  // namespace lamella
