// The lists of forces of a scene, each as the method that computes it.
#pragma once

#include <lamella/sph/air_pressure_he2014.hpp>
#include <lamella/sph/sph_parameters.hpp>
#include <lamella/sph/surface_tension_akinci2013.hpp>
#include <lamella/sph/surface_tension_becker2007.hpp>
#include <lamella/sph/surface_tension_he2014.hpp>
#include <lamella/sph/surface_tension_mueller2003.hpp>
#include <lamella/sph/thin_features_he2014.hpp>
#include <lamella/sph/viscosity_monaghan1992.hpp>
#include <lamella/sph/viscosity_mueller2003.hpp>
#include <lamella/sph/viscosity_weiler2018.hpp>
#include <lamella/sph/viscosity_xsph.hpp>

#include <optional>

namespace lamella {

class SphForces {
public:
    SphForces(const SphParameters& parameters, Real mu, Real expected_speed, const SphLiquid& liquid);

    // Fills the column `acceleration` with gravity and the forces that are known before the step.
    void accelerate(SphLiquid& liquid, const Vec3& gravity);

    // What changes velocities at the end of the step: implicit viscosity, XSPH.
    SolveReport smooth_velocities(SphLiquid& liquid, double dt);

    // The largest kinematic viscosity that acts explicitly.
    Real kinematic_viscosity() const;

    // The longest step that surface tension allows; 0 if there is none.
    double longest_step() const { return longest_step_; }

private:
    using Viscosity = std::variant<ViscosityMonaghan1992, ViscosityMueller2003, ViscosityXsph, ViscosityWeiler2018>;
    using Tension = std::variant<std::monostate, SurfaceTensionMueller2003, SurfaceTensionBecker2007,
                                 SurfaceTensionAkinci2013, SurfaceTensionHe2014>;

    Viscosity viscosity_;
    Tension tension_;
    std::optional<AirPressureHe2014> air_;
    std::optional<ThinFeaturesHe2014> thin_;
    double longest_step_;
};

}  // namespace lamella
