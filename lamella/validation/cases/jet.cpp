// A falling jet breaks up under its tension (He 2014, Fig. 7; the shipped scene he2014/jet). Measured once the jet has
// reached its length: how far the liquid that hangs together with the nozzle reaches, and which share of the liquid
// has been thrown out as specks too small for drops.
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kSampleEvery = 0.02;  // s

// How far below the nozzle the fragment of the highest particle ends.
double whole_length(const SphLiquid& liquid, const Fragments& fragments, double nozzle) {
    const auto& x = liquid.positions();
    Index highest = 0;
    for (Index i = 1; i < x.size(); ++i)
        if (x[i].y() > x[highest].y()) highest = i;
    double lowest = nozzle;
    for (Index i = 0; i < x.size(); ++i)
        if (fragments.of[i] == fragments.of[highest]) lowest = std::min<double>(lowest, x[i].y());
    return nozzle - lowest;
}

void measure_jet_of(const Run& run, const std::vector<std::string>& overrides, double kappa, double first, double end,
                    CaseResult& result) {
    std::vector<std::string> all = overrides;
    all.push_back(fmt::format("solver.surface_tension.kappa={}", kappa));
    const LoadedScene loaded = load_scene("he2014/jet", all);
    const auto& disc = std::get<DiscEmitter>(loaded.scene->fluids.front().emitters.front().method);
    const double nozzle = disc.centre.y() - simulation_origin(*loaded.scene).y();
    SoleSolver<SphSolver> solver(case_setup(run, loaded));
    double length = 0.0, specks = 0.0;
    int samples = 0;
    for (double t = first; t < end + 1e-9; t += kSampleEvery, ++samples) {
        advance(run, solver, t);
        const Fragments fragments(solver->liquid());
        length += whole_length(solver->liquid(), fragments, nozzle);
        specks += fragments.share_in_specks();
    }
    const std::string name = fmt::format("kappa = {:.3g}", kappa);
    result.measurements.push_back({name + ": length of the whole jet", "m", length / samples, nozzle, reported(),
                                   "the reference is the height of the nozzle; He 2014, Fig. 7 gives no lengths"});
    result.measurements.push_back({name + ": share of particles in specks", "1", specks / samples, 0.05, upper_bound(),
                                   "drops, not spray: He 2014, Fig. 7"});
}

}  // namespace

void measure_jet(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double kappa = std::get<SurfaceTensionHe2014::Parameters>(
                             std::get<SphParameters>(load_scene("he2014/jet").scene->solver).surface_tension)
                             .kappa;
    if (!options.full) return measure_jet_of(run, {"particle_spacing=0.003"}, kappa, 0.6, 0.7, result);
    for (const double factor : {0.5, 1.0, 2.0}) measure_jet_of(run, {}, factor * kappa, 0.6, 1.0, result);
}

}  // namespace lamella
