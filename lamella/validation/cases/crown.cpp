// A drop falls into a shallow layer of milk (He 2014, Fig. 9; the shipped scene he2014/crown) with more or less of the
// pressure of thin features. Measured are droplets, the fragments of the liquid other than the largest, at the end and
// at most, and the thickness of the crown's wall when the crown is highest: the particles in a band two spacings high,
// two spacings above the layer, over the area of the ring that they form.
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

struct Splash {
    Vec3d centre;  // of the drop, relative to the domain's lowest corner
    double layer;  // its depth
};

Splash splash_of(const Scene& scene) {
    const auto& shapes = scene.fluids.front().shapes;
    const auto& box = std::get<BoxShape>(shapes[0].shape);
    const auto& drop = std::get<SphereShape>(shapes[1].shape);
    return {drop.centre.cast<double>() - simulation_origin(scene), box.max.y() - box.min.y()};
}

double height(const SphLiquid& liquid, const Fragments& fragments) {
    double top = 0.0;
    for (Index i = 0; i < liquid.size(); ++i)
        if (fragments.of[i] == fragments.largest) top = std::max<double>(top, liquid.positions()[i].y());
    return top;
}

double wall_in_spacings(const SphLiquid& liquid, const Fragments& fragments, const Splash& splash) {
    const double d = liquid.spacing, band = 2.0 * d;
    double count = 0.0, radius = 0.0;
    for (Index i = 0; i < liquid.size(); ++i) {
        const Vec3d x = liquid.positions()[i].cast<double>() - splash.centre;
        const double above = liquid.positions()[i].y() - splash.layer - 2.0 * d;
        if (fragments.of[i] != fragments.largest || above < 0.0 || above > band) continue;
        count += 1.0;
        radius += std::hypot(x.x(), x.z());
    }
    return count == 0.0 ? 0.0 : count * d * d / (2.0 * std::numbers::pi * radius / count * band);
}

void measure_splash(const Run& run, const std::string& name, const std::vector<std::string>& overrides,
                    CaseResult& result) {
    const LoadedScene loaded = load_scene("he2014/crown", overrides);
    const Splash splash = splash_of(*loaded.scene);
    SoleSolver<SphSolver> solver(case_setup(run, loaded));
    double highest = 0.0, wall = 0.0;
    std::size_t most = 0, last = 0;
    for (Index frame = 2; frame <= loaded.scene->frames; ++frame) {
        advance(run, solver, (frame - 1) / loaded.scene->frame_rate);
        const Fragments fragments(solver->liquid());
        last = fragments.sizes.size() - 1;
        most = std::max(most, last);
        const double top = height(solver->liquid(), fragments);
        if (solver->time() < 0.02 || top <= highest) continue;  // before, the drop itself stands above the layer
        highest = top;
        wall = wall_in_spacings(solver->liquid(), fragments, splash);
    }
    const auto report = [&](const char* quantity, const char* unit, double value, double reference) {
        result.measurements.push_back({name + ": " + quantity, unit, value, reference, reported(), "He 2014, Fig. 9"});
    };
    report("droplets at the end", "1", static_cast<double>(last), 0.0);
    report("most droplets", "1", static_cast<double>(most), 0.0);
    report("thickness of the wall, in spacings", "1", wall, 2.0);
    report("height of the crown", "m", highest - splash.layer, 0.0);
}

std::string with_strength(double strength) {
    if (strength == 0.0) return "solver.thin_features=none";
    return fmt::format(R"(solver.thin_features={{"type":"corrected","strength":{}}})", strength);
}

}  // namespace

void measure_crown(const Run& run, const ValidateOptions& options, CaseResult& result) {
    if (!options.full)
        return measure_splash(run, "coarse", {"particle_spacing=0.005", "frames=13", with_strength(1.05)}, result);
    for (const double strength : {0.0, 0.5, 1.05})
        for (const int seed : {0, 1, 2})
            measure_splash(run, fmt::format("strength {}, seed {}", strength, seed),
                           {with_strength(strength), fmt::format("seed={}", seed)}, result);
}

}  // namespace lamella
