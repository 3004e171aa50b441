// The front of a collapsing column (dam_break_front.hpp) with each transfer of FLIP.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/dam_break_front.hpp>

namespace lamella {

void measure_flip_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> transfers{"flip"};
    if (options.full) transfers = {"flip", "ando2011", "pic", "apic"};
    Plot plot{"The front", "T = t sqrt(2 g / a)", "Z = x / a", {}};
    for (const std::string& transfer : transfers) {
        std::vector<std::string> overrides{R"(solver={"type": "flip", "transfer": ")" + transfer + "\"}"};
        if (!options.full) overrides.emplace_back("particle_spacing=0.0073");
        FlipSetup setup = flip_case_setup(run, "flip_dam_break", kDamBreakScene, overrides);
        const Real spacing = setup.spacing;
        SoleSolver<FlipSolver> solver(std::move(setup));
        const auto liquid_at = [&](double t) -> const ParticleSet& {
            advance(run, solver, t);
            return solver->particles();
        };
        const Curve curve = front_curve(liquid_at, spacing);
        add_front(transfer, curve, transfer == "flip", result);
        plot.series.push_back({transfer, Series::Mark::line, curve});
    }
    add_experiments(plot);
    result.plots.push_back(plot);
}

}  // namespace lamella
