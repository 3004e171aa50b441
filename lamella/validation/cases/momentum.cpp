// A cube of liquid without gravity and walls, every particle with a velocity of its own: forces between pairs cannot
// change the sum of the momenta. Judged for each pressure solver and each force; the tension of Mueller 2003 is no
// pair force, and its drift is reported.
#include <lamella/core/random.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

namespace lamella {
namespace {

constexpr const char* kScene = R"({
  "version": 1,
  "description": "a stirred cube of liquid in free space",
  "domain": {"min": [-10, -10, -10], "max": [10, 10, 10], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]},
  "gravity": [0, 0, 0],
  "frames": 1,
  "particle_spacing": 0.02,
  "fluids": [{"name": "oil", "viscosity": 0.5, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [0.16, 0.16, 0.16]}]}]
})";

struct Method {
    const char* name;
    std::vector<std::string> overrides;
};

std::vector<Method> methods() {
    const std::string wide = "solver.support=2.5";
    const std::string air = R"(solver.air_pressure={"type":"he2014","pressure":500})";
    return {{"pressure dfsph", {"solver.pressure=dfsph"}},
            {"pressure wcsph", {"solver.pressure=wcsph"}},
            {"pressure pcisph", {"solver.pressure=pcisph"}},
            {"pressure local_poisson", {"solver.pressure=local_poisson"}},
            {"viscosity mueller2003", {"solver.viscosity=mueller2003"}},
            {"viscosity xsph", {"solver.viscosity=xsph"}},
            {"viscosity weiler2018", {"solver.viscosity=weiler2018"}},
            {"tension becker2007", {R"(solver.surface_tension={"type":"becker2007","strength":1})"}},
            {"tension akinci2013", {"solver.surface_tension=akinci2013"}},
            {"tension he2014", {wide, R"(solver.surface_tension={"type":"he2014","kappa":0.5})"}},
            {"air pressure he2014", {air}},
            {"thin features corrected", {wide, air, "solver.thin_features=corrected"}},
            {"thin features printed",
             {wide, R"(solver.surface_tension={"type":"he2014","kappa":0.5,"in_sheets":true})",
              "solver.thin_features=printed"}}};
}

SphSetup stirred_cube(const Run& run, const Method& method) {
    SphSetup setup = case_setup(run, "momentum", kScene, method.overrides);
    auto& v = setup.particles.get<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i)
        v.set(i, Vec3(0.1f, 0, 0) + 0.1f * random_in_cube(1, 2, static_cast<std::uint64_t>(i)));
    setup.expected_speed = 1.0f;
    return setup;
}

Vec3d sum_of_velocities(const SphSolver& solver) {
    return particle_sum(solver, [](const Vec3d&, const Vec3d& v) { return Vec3d(v); });
}

}  // namespace

void measure_momentum(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const int steps = options.full ? 1000 : 100;
    for (const Method& method : methods()) {
        SoleSolver<SphSolver> solver(stirred_cube(run, method));
        const Vec3d before = sum_of_velocities(solver);
        for (int s = 0; s < steps; ++s) {
            run.throw_if_stopped();
            solver.step(1.0);
        }
        const double lengths = particle_sum(*solver, [](const Vec3d&, const Vec3d& v) { return v.norm(); });
        result.measurements.push_back({std::string(method.name) + ": drift of the momentum over the sum of its lengths",
                                       "1", (sum_of_velocities(solver) - before).norm() / lengths, 1e-6, upper_bound(),
                                       "Newton's third law; rounding of single precision"});
    }
}

}  // namespace lamella
