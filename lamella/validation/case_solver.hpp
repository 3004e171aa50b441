// A case that looks into its liquid between the steps: a scene carried out without files.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/coupling/carried_sea.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/sph/sph_solver.hpp>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace lamella {

SphSetup case_setup(const Run& run, const LoadedScene& loaded);
// What the scene starts from; messages call it `name`.json.
SphSetup case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                    std::span<const std::string> overrides = {});
FlipSetup flip_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                          std::span<const std::string> overrides = {});
LevelSetSetup level_set_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                                   std::span<const std::string> overrides = {});
CarriedSeaSetup carried_sea_case_setup(const Run& run, const std::string& name, std::string_view scene_text,
                                       std::span<const std::string> overrides = {});
// The same of a shipped scene.
FlipSetup flip_shipped_setup(const Run& run, std::string_view scene, std::span<const std::string> overrides);

// For a case that several solvers take: S is the solver that the scene names.
template <class S>
auto case_setup_of(const Run& run, const std::string& name, std::string_view scene_text) {
    if constexpr (std::is_same_v<S, FlipSolver>)
        return flip_case_setup(run, name, scene_text);
    else
        return case_setup(run, name, scene_text);
}

// Gives every particle the velocity f(x), x being relative to the domain's lowest corner.
template <class F>
void set_velocities(LiquidSetup& setup, F&& f) {
    auto& v = setup.particles.get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) v.set(i, f(setup.particles.positions()[i]));
}

// Steps until `time` and brings the columns up to date; look(dt) is called after every step. Throws Stopped when
// the run is to stop.
template <class S, class Look>
void advance(const Run& run, SoleSolver<S>& solver, double time, Look&& look) {
    for (double left = time - solver->time(); left > 0.0;) {
        run.throw_if_stopped();
        const double dt = solver.step(left);
        left -= dt;
        look(dt);
    }
    solver.reach_frame(time);
}
template <class S>
void advance(const Run& run, SoleSolver<S>& solver, double time) {
    advance(run, solver, time, [](double) {});
}

// Sums over all particles of the solver in double: f(x, v).
template <class Solver, class F>
auto particle_sum(const Solver& solver, F&& f) {
    const ParticleSet& particles = solver.particles();
    const auto& x = particles.positions();
    const auto& v = particles.get<Vec3Column>("v");
    decltype(f(Vec3d(), Vec3d())) sum = f(x[0].cast<double>(), v[0].cast<double>());
    for (Index i = 1; i < x.size(); ++i) sum += f(x[i].cast<double>(), v[i].cast<double>());
    return sum;
}

}  // namespace lamella
