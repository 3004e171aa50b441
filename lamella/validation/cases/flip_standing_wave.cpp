// A standing wave in a tank (standing_wave.hpp) with each transfer of FLIP.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/standing_wave.hpp>

namespace lamella {
namespace {

double wave_height(const ParticleSet& particles) {
    double sum = 0.0;
    for (Index i = 0; i < particles.size(); ++i) sum += cosine_of_wave(particles.positions()[i].x());
    return height_of_mean_cosine(sum / particles.size());
}

}  // namespace

void measure_flip_standing_wave(const Run& run, const ValidateOptions& options, CaseResult& result) {
    Plot plot{"The wave", "time (s)", "height (m)", {}};
    std::vector<std::string> transfers{"flip"};
    if (options.full) transfers = {"flip", "ando2011", "pic", "apic"};
    for (const std::string& transfer : transfers) {
        std::vector<std::string> overrides{R"(solver={"type": "flip", "transfer": ")" + transfer + "\"}"};
        if (options.full) overrides.emplace_back("particle_spacing=0.00625");
        FlipSetup setup = flip_case_setup(run, "flip_standing_wave", kStandingWaveScene, overrides);
        raise_wave(setup.particles);
        SoleSolver<FlipSolver> solver(std::move(setup));
        const auto height_at = [&](double t) {
            advance(run, solver, t);
            return wave_height(solver->particles());
        };
        add_wave(transfer, 4, height_at, transfer == "flip", result, plot);
    }
    result.plots.push_back(plot);
}

}  // namespace lamella
