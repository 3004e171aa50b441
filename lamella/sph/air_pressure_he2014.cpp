#include <lamella/core/parallel.hpp>
#include <lamella/sph/air_pressure_he2014.hpp>
#include <lamella/sph/sph_operators.hpp>

namespace lamella {

void AirPressureHe2014::add(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("air pressure", liquid.size(), [&](Index i) {
        a.set(i, a[i] + pressure_over_density_ * gradient_of_one(liquid, i));
        liquid.push.accelerate(i, pressure_over_density_ * liquid.response.vec(i));
    });
}

}  // namespace lamella
