#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/surface_tension_yu2011.hpp>

#include <cmath>
#include <numbers>

namespace lamella {

SurfaceTensionYu2011::SurfaceTensionYu2011(const Parameters& parameters, const SphLiquid& liquid)
    : tension_(parameters.tension), wetted_(-std::cos(parameters.contact_angle * std::numbers::pi_v<Real> / 180.0f)) {
    if (!liquid.make_surface)
        throw RunError("the surface tension yu2011 acts on a mesh, which the setup did not bring");
    surface_ = liquid.make_surface({liquid.spacing, parameters.cell});
}

void SurfaceTensionYu2011::add(SphLiquid& liquid) {
    const ProfileScope scope("mesh tension");
    surface_->follow(liquid.particles);
    const SurfaceForces forces = surface_->forces({liquid.solids, wetted_});
    const Real d = liquid.spacing;
    const Real per_mass = tension_ / (liquid.rest_density * d * d * d);
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("mesh tension", liquid.size(), [&](Index i) { a.set(i, a[i] + per_mass * forces.tension[i]); });
    parallel_for("pull of solids", forces.pull.size(), [&](Index i) {
        a.set(i, a[i] + per_mass * forces.pull[i]);
        liquid.push.accelerate(i, per_mass * forces.pull[i]);
    });
}

}  // namespace lamella
