#include <lamella/core/parallel.hpp>
#include <lamella/sph/sph_time_step.hpp>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

Real largest(const SphLiquid& liquid, const char* label, const char* column) {
    const auto& values = liquid.particles.get<Vec3Column>(column);
    return std::sqrt(parallel_max(
        label, liquid.size(), [&](Index i) { return values[i].squaredNorm(); }, 0.0f));
}

}  // namespace

double stable_step(const SphLiquid& liquid, const StepLimits& limits) {
    const Real tiny = 1e-12f;
    const Real h = liquid.support;
    const Real d = liquid.spacing;
    const Real nu = limits.kinematic_viscosity;
    const Real c = limits.speed_of_sound;
    const Real a = largest(liquid, "largest acceleration", "acceleration");
    const Real v = std::max(largest(liquid, "largest speed", "v"), liquid.boundary.max_speed());
    const Real by_speed = c > 0.0f ? limits.cfl * h / (c + v + 6.0f * nu / h)
                                   : limits.cfl * d / std::max(v + std::sqrt(a * limits.cfl * d), tiny);
    const Real by_force = 0.25f * std::sqrt(h / std::max(a, tiny));
    const Real by_viscosity = 0.05f * h * h / std::max(nu, tiny);
    const double step = std::min({by_speed, by_force, by_viscosity});
    return limits.tension > 0.0 ? std::min(step, limits.tension) : step;
}

double capillary_step(double tension, double density, double spacing) {
    const double d = spacing;
    return tension > 0.0 ? std::sqrt(density * d * d * d / (2.0 * std::numbers::pi * tension)) : 0.0;
}

}  // namespace lamella
