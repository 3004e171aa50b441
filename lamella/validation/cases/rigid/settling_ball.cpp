// A heavy ball settles along the axis of a tube: its speed against that of Stokes with the exact factor of the wall
// (Haberman and Sayre 1958).
#include <lamella/validation/case_world.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {
namespace {

constexpr double kG = 9.81, kDensity = 1000.0;

// By how much the tube of radius R / share multiplies the drag where inertia plays no role.
double haberman_factor(double share) {
    const double a = share, a3 = a * a * a, a5 = a3 * a * a, a6 = a5 * a;
    return (1.0 - 0.75857 * a5) / (1.0 - 2.1050 * a + 2.0865 * a3 - 1.7068 * a5 + 0.72603 * a6);
}

struct Settling {
    double radius, spacing, viscosity, excess;  // excess: density of the ball less that of the liquid
    double tube;                                // radius of the tube, in radii of the ball

    double stokes() const {
        return 2.0 / 9.0 * excess * kG * radius * radius / viscosity / haberman_factor(1.0 / tube);
    }
    double run(const lamella::Run& run) const;
};

// The mean speed in the second half of its way of two radii.
double Settling::run(const lamella::Run& run) const {
    const double wide = tube * radius, deep = 2.0 * wide + 4.0 * radius;
    World world = case_world(run, "settling_ball",
                             fmt::format(R"({{
  "version": 1,
  "domain": {{"min": [-{0}, 0, -{0}], "max": [{0}, {1}, {0}], "open": ["y+"]}},
  "frames": 1,
  "particle_spacing": {2},
  "solver": {{"type": "sph", "viscosity": "weiler2018"}},
  "fluids": [{{"name": "oil", "viscosity": {3}, "shapes": [{{"type": "cylinder", "start": [0, 0, 0], "end": [0, {4}, 0], "radius": {0}}}]}}],
  "obstacles": [{{"name": "tube", "inverted": true,
                 "shape": {{"type": "cylinder", "start": [0, -{0}, 0], "end": [0, {5}, 0], "radius": {0}}}}}],
  "bodies": [{{"name": "ball", "density": {6}, "shape": {{"type": "sphere", "centre": [0, {7}, 0], "radius": {8}}}}}]
}})",
                                         wide, deep + 0.5 * wide, spacing, viscosity, deep, 2.0 * deep,
                                         kDensity + excess, 0.5 * deep + radius, radius));
    const auto& rigid = world.get<RigidSolver>();
    const double start = rigid.states()[0].centre.y();
    double since = 0.0, from = 0.0;
    while (start - rigid.states()[0].centre.y() < 2.0 * radius) {
        run.throw_if_stopped();
        world.step(1.0);
        if (from == 0.0 && start - rigid.states()[0].centre.y() > radius) {
            from = rigid.states()[0].centre.y();
            since = world.time();
        }
    }
    return (from - rigid.states()[0].centre.y()) / (world.time() - since);
}

}  // namespace

void measure_settling_ball(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double across = options.full ? 8.0 : 4.0;
    const Settling slow{0.008, 0.008 / across, 1.0, 1000.0, 2.5};
    result.measurements.push_back({"speed where inertia plays no role, over Stokes' in the tube", "1",
                                   slow.run(run) / slow.stokes(), 1.0, reported(),
                                   "Stokes, with the wall's factor of Haberman and Sayre 1958"});
}

}  // namespace lamella
