// A square patch of liquid that spins like a solid, v = omega (y, -x), without gravity (Le Touze et al. 2013): the
// corners fly out into four arms. Pressure and viscosity act between pairs along the line between them, so the
// angular momentum stays what it was. The exact pressure is negative in the middle; a solver whose pressures only
// push lets the patch fly apart, so that it is measured with cohesion between all pairs as well. A slice, periodic
// across.
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Real kOmega = 10.0f;  // 1/s
constexpr double kTurn = 2.0 * std::numbers::pi / kOmega;

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a spinning square patch",
  "domain": {"min": [-4, -4, 0], "max": [4, 4, 0.4], "periodic": [false, false, true],
             "open": ["x-", "x+", "y-", "y+"]},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": 0.05,
  "solver": {"type": "sph", "kernel": "mueller2003", "support": 2.5},
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [-0.5, -0.5, 0], "max": [0.5, 0.5, 1]}]}]
})";

// Per mass of a particle, about the centre.
double angular_momentum(const SphSolver& solver) {
    const Vec3d centre(4, 4, 0);
    return particle_sum(solver, [&](const Vec3d& x, const Vec3d& v) { return cross(Vec3d(x - centre), v).z(); });
}

// One turn, with what holds the patch together.
void add_turn(const Run& run, const std::string& name, const std::vector<std::string>& overrides, Plot& plot,
              CaseResult& result) {
    SphSetup setup = case_setup(run, "rotating_patch", kScene, overrides);
    set_velocities(setup, [&](const Vec3& x) { return Vec3(kOmega * (x.y() - 4.0f), -kOmega * (x.x() - 4.0f), 0.0f); });
    setup.expected_speed = kOmega;
    SoleSolver<SphSolver> solver(std::move(setup));
    const double start = angular_momentum(solver);
    const Index particles = solver->particles().size();
    Series series{name, Series::Mark::dots, {{0.0, 1.0}}};
    for (int k = 1; k <= 20; ++k) {
        advance(run, solver, kTurn * k / 20.0);
        series.points.emplace_back(k / 20.0, angular_momentum(solver) / start);
    }
    Index alone = 0;
    for (Index i = 0; i < solver->particles().size(); ++i)
        alone += count(solver->liquid().neighbours.of(i)) <= 5 ? 1 : 0;
    auto& out = result.measurements;
    out.push_back({name + ": angular momentum after a turn over that of the start", "1", series.points.back().second,
                   1.0, absolute(1e-3), "central pair forces; rounding of single precision"});
    out.push_back({name + ": particles lost", "1", double(particles - solver->particles().size()), 0.0, absolute(0.0),
                   "the domain is wide enough"});
    out.push_back({name + ": share of particles with fewer than five neighbours", "1", double(alone) / particles, 0.0,
                   reported(), "the middle is under tension, which a pressure that only pushes does not hold"});
    plot.series.push_back(series);
}

}  // namespace

void measure_rotating_patch(const Run& run, const ValidateOptions& options, CaseResult& result) {
    std::vector<std::string> overrides;
    if (options.full) overrides = {"particle_spacing=0.025", "domain.max=[4,4,0.2]"};
    Plot plot{"Angular momentum over that of the start", "turns", "ratio", {}};
    add_turn(run, "pressure only", overrides, plot, result);
    overrides.emplace_back(R"(solver.surface_tension={"type":"becker2007","strength":600})");
    add_turn(run, "with cohesion", overrides, plot, result);
    result.plots.push_back(plot);
}

}  // namespace lamella
