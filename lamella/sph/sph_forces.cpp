#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_forces.hpp>

namespace lamella {

SphForces::SphForces(const SphParameters& parameters, const SphLiquid& liquid)
    : viscosity_(Viscosities::make(parameters.viscosity, liquid)),
      tension_(SurfaceTensions::make(parameters.surface_tension, liquid)),
      air_(AirPressures::make(parameters.air_pressure, liquid)),
      thin_(ThinFeatures::make(parameters.thin_features, liquid)),
      longest_step_(parameters.tension_step(liquid.rest_density, liquid.spacing)) {}

void SphForces::accelerate(SphLiquid& liquid, const Vec3& gravity, const ForceFields& fields, double time) {
    const ProfileScope scope("forces");
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("gravity", liquid.size(), [&](Index i) { a.set(i, gravity); });
    if (!fields.none())
        parallel_for("force fields", liquid.size(), [&](Index i) {
            a.set(i, gravity + fields.acceleration(liquid.places.vec(i), liquid.motion.vec(i), time));
        });
    std::visit([&](auto& viscosity) { viscosity.add(liquid); }, viscosity_);
    std::visit([&](auto& tension) { tension.add(liquid); }, tension_);
    std::visit([&](auto& air) { air.add(liquid); }, air_);
    std::visit(
        [&](auto& thin, const auto& tension, const auto& air) {
            const auto energy_density = [&](Index i) { return tension.energy_density(liquid, i); };
            thin.add(liquid, {energy_density, air.pressure()});
        },
        thin_, tension_, air_);
}

SolveReport SphForces::smooth_velocities(SphLiquid& liquid, double dt) {
    return std::visit([&](auto& viscosity) { return viscosity.smooth(liquid, dt); }, viscosity_);
}

CarriedSurface* SphForces::surface() const {
    return std::visit(
        []<class Tension>(const Tension& tension) -> CarriedSurface* {
            if constexpr (HasCarriedSurface<Tension>)
                return &tension.surface();
            else
                return nullptr;
        },
        tension_);
}

Real SphForces::kinematic_viscosity() const {
    return std::visit([](const auto& viscosity) { return viscosity.kinematic(); }, viscosity_);
}

}  // namespace lamella
