#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/surface_tension_yu2011.hpp>

namespace lamella {

SurfaceTensionYu2011::SurfaceTensionYu2011(const Parameters& parameters, const SphLiquid& liquid)
    : tension_(parameters.tension) {
    if (!liquid.make_surface)
        throw RunError("the surface tension yu2011 acts on a mesh, which the setup did not bring");
    surface_ = liquid.make_surface({liquid.spacing, parameters.cell});
}

void SurfaceTensionYu2011::add(SphLiquid& liquid) {
    const ProfileScope scope("mesh tension");
    surface_->follow(liquid.particles);
    const Vec3Column forces = surface_->forces();
    const Real d = liquid.spacing;
    const Real per_mass = tension_ / (liquid.rest_density * d * d * d);
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("mesh tension", liquid.size(), [&](Index i) { a.set(i, a[i] + per_mass * forces[i]); });
}

}  // namespace lamella
