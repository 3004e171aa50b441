#include <lamella/core/overloaded.hpp>
#include <lamella/pipeline/flip_setup.hpp>
#include <lamella/pipeline/liquid_solver.hpp>
#include <lamella/pipeline/prescribed_setup.hpp>
#include <lamella/pipeline/sph_setup.hpp>

namespace lamella {

LiquidSolver make_solver(const Run& run, const Scene& scene) {
    return std::visit(
        Overloaded{
            [&](const SphParameters&) { return LiquidSolver(std::in_place_type<SphSolver>, sph_setup(run, scene)); },
            [&](const FlipParameters&) { return LiquidSolver(std::in_place_type<FlipSolver>, flip_setup(run, scene)); },
            [&](const PrescribedParameters&) {
                return LiquidSolver(std::in_place_type<PrescribedSolver>, prescribed_setup(run, scene));
            }},
        scene.solver);
}

const ParticleSet& particles_of(const LiquidSolver& solver) {
    return std::visit([](const auto& s) -> const ParticleSet& { return s.particles(); }, solver);
}

const LiquidInventory& inventory_of(const LiquidSolver& solver) {
    return std::visit([](const auto& s) -> const LiquidInventory& { return s.inventory(); }, solver);
}

}  // namespace lamella
