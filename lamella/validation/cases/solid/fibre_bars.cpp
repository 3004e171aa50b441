// Bars whose fibres lie at an angle to them: Young's modulus against that of the angle (Lekhnitskii 1963).
#include <lamella/validation/cases.hpp>
#include <lamella/validation/cases/solid/solid_scene.hpp>
#include <lamella/validation/cases/solid/static_solid.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// Wood, Pa.
constexpr double kAlong = 1e5, kAcross = 1e4, kShear = 8e3, kRatio = 0.3;

double exact_modulus(double degrees) {
    const double c = std::cos(degrees * std::numbers::pi / 180.0), s = std::sin(degrees * std::numbers::pi / 180.0);
    return 1.0 / (std::pow(c, 4) / kAlong + std::pow(s, 4) / kAcross +
                  (1.0 / kShear - 2.0 * kRatio / kAlong) * s * s * c * c);
}

// A free bar of 4 x 1 x 1 whose ends are pulled by a stress of 1: the mean stretch between cross-sections away from
// its ends, which shear along with it.
double measured_modulus(const Run& run, int across, double degrees, const char* material) {
    const double d = 1.0 / across;
    SolidScene scene;
    scene.domain = kOpenDomain;
    scene.spacing = d;
    scene.solids = fmt::format(
        R"({{"name": "bar", "material": "{0}", "shape": {{"type": "box", "min": [0, 0, 0], "max": [4, 1, 1]}},
            "stiffness": {{"type": "orthotropic", "youngs_moduli": [{1}, {2}, {2}], "poisson_ratios": [0.35, {3}, {3}],
                          "shear_moduli": [3700, {4}, {4}], "rotation": [0, 0, {5}]}}}})",
        material, kAlong, kAcross, kRatio, kShear, degrees);
    World world = world_of(run, scene);
    const ElasticityKeiser2006& elasticity = world.get<SolidSolver>().solids()[0].elasticity();
    const RestShape& shape = elasticity.shape();
    const auto place = [&](Index i) -> Vec3d { return shape.place(i).cast<double>() - Vec3d::Constant(4.0); };
    StaticSolid solid(elasticity);
    std::vector<Vec3d> loads(static_cast<std::size_t>(shape.size()), Vec3d::Zero());
    for (Index i = 0; i < shape.size(); ++i) {
        if (place(i).x() < d) loads[i].x() = -d * d;
        if (place(i).x() > 4.0 - d) loads[i].x() = d * d;
    }
    solid.solve(run, loads, [](Index) { return true; });
    double xx = 0.0, xu = 0.0, x1 = 0.0, u1 = 0.0, n = 0.0;  // a straight line through u_x along the axis of the bar
    for (Index i = 0; i < shape.size(); ++i) {
        const Vec3d p = place(i);
        if (std::abs(p.x() - 2.0) > 1.0) continue;
        const double u = solid.displacements()[i].x();
        xx += p.x() * p.x(), xu += p.x() * u, x1 += p.x(), u1 += u, n += 1.0;
    }
    return (xx - x1 * x1 / n) / (xu - x1 * u1 / n);
}

}  // namespace

void measure_fibre_bars(const Run& run, const ValidateOptions& options, CaseResult& result) {
    for (const double degrees : {0.0, 30.0, 60.0, 90.0}) {
        if (!options.full && degrees == 60.0) continue;
        const char* material = degrees == 30.0 ? "neo_hooke" : "st_venant";
        const double modulus = measured_modulus(run, options.full ? 6 : 4, degrees, material);
        result.measurements.push_back(
            {fmt::format("fibres at {:g} degrees, {}: Young's modulus over the exact one", degrees, material), "1",
             modulus / exact_modulus(degrees), 1.0, relative(0.01), "Lekhnitskii 1963"});
    }
}

}  // namespace lamella
