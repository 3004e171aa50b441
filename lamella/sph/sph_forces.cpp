#include <lamella/core/overloaded.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/sph_forces.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {
SphForces::SphForces(const SphParameters& parameters, Real mu, Real expected_speed, const SphLiquid& liquid)
    : viscosity_(std::visit(
          Overloaded{
              [&](const ArtificialViscosityParameters& p) -> Viscosity {
                  return ViscosityMonaghan1992(p, mu, expected_speed, liquid);
              },
              [&](const LaplacianViscosityParameters& p) -> Viscosity { return ViscosityMueller2003(p, mu, liquid); },
              [&](const XsphParameters& p) -> Viscosity { return ViscosityXsph(p); },
              [&](const ImplicitViscosityParameters& p) -> Viscosity { return ViscosityWeiler2018(p, mu, liquid); }},
          parameters.viscosity)),
      tension_(std::visit(
          Overloaded{
              [&](const NoSurfaceTension&) -> Tension { return {}; },
              [&](const CurvatureTensionParameters& p) -> Tension { return SurfaceTensionMueller2003(p, liquid); },
              [&](const CohesionParameters& p) -> Tension { return SurfaceTensionBecker2007(p, liquid); },
              [&](const AkinciTensionParameters& p) -> Tension { return SurfaceTensionAkinci2013(p, liquid); },
              [&](const FreeEnergyTensionParameters& p) -> Tension { return SurfaceTensionHe2014(p, liquid); }},
          parameters.surface_tension)),
      longest_step_(tension_step(parameters.surface_tension, liquid.rest_density, liquid.spacing)) {
    if (const auto* air = std::get_if<AirPressureParameters>(&parameters.air_pressure)) air_.emplace(*air, liquid);
    if (!std::holds_alternative<NoThinFeatures>(parameters.thin_features))
        thin_.emplace(parameters.thin_features, parameters.surface_tension, parameters.air_pressure, liquid);
}

void SphForces::accelerate(SphLiquid& liquid, const Vec3& gravity) {
    const ProfileScope scope("forces");
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("gravity", liquid.size(), [&](Index i) { a.set(i, gravity); });
    std::visit(Overloaded{[](auto&) {}, [&](ViscosityMonaghan1992& v) { v.add(liquid); },
                          [&](ViscosityMueller2003& v) { v.add(liquid); }},
               viscosity_);
    std::visit(Overloaded{[](std::monostate) {}, [&](auto& tension) { tension.add(liquid); }}, tension_);
    if (air_) air_->add(liquid);
    if (thin_) thin_->add(liquid);
}

SolveReport SphForces::smooth_velocities(SphLiquid& liquid, double dt) {
    return std::visit(
        Overloaded{[](auto&) { return SolveReport{}; }, [&](ViscosityXsph& v) { return v.smooth(liquid); },
                   [&](ViscosityWeiler2018& v) { return v.solve(liquid, dt); }},
        viscosity_);
}

Real SphForces::kinematic_viscosity() const {
    return std::visit(
        Overloaded{[](const auto&) { return 0.0f; }, [](const ViscosityMonaghan1992& v) { return v.kinematic(); },
                   [](const ViscosityMueller2003& v) { return v.kinematic(); }},
        viscosity_);
}

}  // namespace lamella
