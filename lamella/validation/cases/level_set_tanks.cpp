// Liquids under the particle level set solver: at rest, in a standing wave, and as a column that collapses.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/dam_break_front.hpp>
#include <lamella/validation/cases/standing_wave.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr const char* kStillWater = R"({
  "version": 1,
  "description": "still water in a tank",
  "domain": {"min": [0, 0, 0], "max": [0.8, 0.8, 0.6]},
  "frames": 1,
  "particle_spacing": 0.025,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.5, 1]}]}],
  "solver": "level_set"
})";

constexpr const char* kCheapSolver = R"(solver={"type": "level_set", "markers": 16, "max_step": 0.02})";
constexpr double kStart = 0.5;  // s; the start has settled

// The mean of f(x) over the sea.
template <class F>
double mean_over_sea(const LevelSetSolver& solver, F&& f) {
    const LevelTiles& tiles = solver.level_set().tiles();
    const std::vector<float> shares = inside_shares(tiles, solver.level_set().phi(), solver.open_shares());
    double sum = 0.0, volume = 0.0;
    for (Index t = 0; t < tiles.tiles.count(); ++t)
        for (Index c = 0; c < kTileCells; ++c) {
            const double share = shares[static_cast<std::size_t>(t) * kTileCells + static_cast<std::size_t>(c)];
            if (share == 0.0) continue;
            const Vec3i cell = tiles.tiles.first_cell(t) + coordinates_in_tile(c);
            sum += share * f(Vec3d(solver.cell() * (cell.cast<double>() + Vec3d::Constant(0.5))));
            volume += share;
        }
    return sum / volume;
}

double mean_speed(const LevelSetSolver& solver) {
    const Balance balance = solver.balances(Vec3d::Zero()).begin()->second;
    return std::sqrt(2.0 * balance.kinetic_energy / balance.mass);
}

}  // namespace

void measure_level_set_still_water(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<bool> ways{true};  // whether what is lost is given back
    if (options.full) ways.push_back(false);
    for (const bool keeps : ways) {
        std::vector<std::string> overrides{fmt::format("solver.keep_volume={}", keeps)};
        if (!options.full) overrides.insert(overrides.begin(), kCheapSolver);
        SoleSolver<LevelSetSolver> solver(level_set_case_setup(run, "level_set_still_water", kStillWater, overrides));
        advance(run, solver, kStart);
        const auto height = [&] { return 2.0 * mean_over_sea(*solver, [](const Vec3d& x) { return x.y(); }); };
        const double first_height = height(), first_volume = solver->sea_volume();
        double worst_height = 0.0, worst_volume = 0.0;
        const int seconds = options.full ? 10 : 2;
        for (int k = 1; k <= seconds; ++k) {
            advance(run, solver, k);
            worst_height = std::max(worst_height, std::abs(height() / first_height - 1.0));
            worst_volume = std::max(worst_volume, std::abs(solver->sea_volume() / first_volume - 1.0));
        }
        const std::string name = keeps ? "" : "without keep_volume: ";
        const std::string when = fmt::format("from {} to {} s", kStart, seconds);
        auto& out = result.measurements;
        out.push_back({name + "largest change of twice the height of the centre of mass " + when, "1", worst_height,
                       0.005, upper_bound(), "nothing moves"});
        out.push_back(
            {name + "largest change of the volume " + when, "1", worst_volume, 0.005, upper_bound(), "nothing moves"});
        out.push_back({name + "rms speed at the end", "m/s", mean_speed(*solver), 0.0, reported(), "at rest"});
    }
}

void measure_level_set_standing_wave(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides{R"(solver={"type": "level_set", "markers": 16})", "particle_spacing=0.025"};
    if (options.full) overrides = {"solver=level_set", "particle_spacing=0.00625"};
    LevelSetSetup setup = level_set_case_setup(run, "level_set_standing_wave", kStandingWaveScene, overrides);
    raise_wave(setup.particles);
    SoleSolver<LevelSetSolver> solver(std::move(setup));
    const auto height_at = [&](double t) {
        advance(run, solver, t);
        return height_of_mean_cosine(mean_over_sea(*solver, [](const Vec3d& x) { return cosine_of_wave(x.x()); }));
    };
    Plot plot{"The wave", "time (s)", "height (m)", {}};
    add_wave("level_set", options.full ? 4 : 2, height_at, true, result, plot);
    result.plots.push_back(plot);
}

void measure_level_set_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides{"solver=level_set"};
    if (!options.full) overrides.emplace_back("particle_spacing=0.0073");
    LevelSetSetup setup = level_set_case_setup(run, "level_set_dam_break", kDamBreakScene, overrides);
    const Real spacing = setup.spacing;
    SoleSolver<LevelSetSolver> solver(std::move(setup));
    const double before = solver->expected_volume();
    const auto liquid_at = [&](double t) -> const ParticleSet& {
        advance(run, solver, t);
        return *solver->liquid_view().particles;
    };
    const Curve curve = front_curve(liquid_at, spacing);
    add_front("level_set", curve, true, result);
    const double volume = solver->sea_volume() + solver->spray().volume();
    result.measurements.push_back({"change of the volume while the front runs", "1", volume / before - 1.0, 0.0,
                                   absolute(0.01), "the volume is kept"});
    Plot plot{"The front", "T = t sqrt(2 g / a)", "Z = x / a", {{"level_set", Series::Mark::line, curve}}};
    add_experiments(plot);
    result.plots.push_back(plot);
}

}  // namespace lamella
