// The shipped scene ando2011/dragon (Ando, Tsuruno 2011, figure 7): water runs off a serpent. Counted are single
// particles that still hang on it after three seconds (flip/stuck_particles_ando2011.hpp).
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

struct Outcome {
    double stuck;
    double repositioned;
};

Outcome after_three_seconds(const Run& run, const ValidateOptions& options, const char* choice) {
    std::vector<std::string> overrides{fmt::format("solver.stuck_particles={}", choice)};
    if (!options.full) overrides.emplace_back("particle_spacing=0.015");
    SoleSolver<FlipSolver> solver(flip_shipped_setup(run, "ando2011/dragon", overrides));
    const double particles = solver->particles().size();
    solver->take_report();
    advance(run, solver, 3.0);
    const auto counts = solver->take_report().counts;
    const auto moved = counts.find("repositioned");
    return {100.0 * static_cast<double>(counts.at("stuck")) / particles,
            moved == counts.end() ? 0.0 : 100.0 * static_cast<double>(moved->second) / particles};
}

}  // namespace

void measure_stuck_liquid(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Outcome stay = after_three_seconds(run, options, "stay");
    const Outcome moved = after_three_seconds(run, options, "reposition");
    const char* source = "Ando and Tsuruno 2011, figure 7, shows a covered dragon and a bare one";
    result.measurements = {
        {"stay: particles that hang", "% of all", stay.stuck, 0.0, reported(), source},
        {"reposition: particles that hang", "% of all", moved.stuck, 0.1, upper_bound(), source},
        {"reposition: particles moved, some several times", "% of all", moved.repositioned, 0.0, reported(), source}};
}

}  // namespace lamella
