// The forces of a scene, each by the method that it chose.
#pragma once

#include <lamella/sph/sph_parameters.hpp>

namespace lamella {

class SphForces {
public:
    SphForces(const SphParameters& parameters, const SphLiquid& liquid);

    // Fills the column `acceleration` with gravity, the scene's force fields and the forces that are known before the
    // step.
    void accelerate(SphLiquid& liquid, const Vec3& gravity, const ForceFields& fields, double time);

    // What changes velocities at the end of the step: implicit viscosity, XSPH.
    SolveReport smooth_velocities(SphLiquid& liquid, double dt);

    // The largest kinematic viscosity that acts explicitly.
    Real kinematic_viscosity() const;

    // The longest step that surface tension allows; 0 if there is none.
    double longest_step() const { return longest_step_; }

    // The mesh that surface tension acts on, or null.
    CarriedSurface* surface() const;

private:
    Viscosities::Method viscosity_;
    SurfaceTensions::Method tension_;
    AirPressures::Method air_;
    ThinFeatures::Method thin_;
    double longest_step_;
};

}  // namespace lamella
