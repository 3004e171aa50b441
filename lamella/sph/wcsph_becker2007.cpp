#include <lamella/core/parallel.hpp>
#include <lamella/sph/sph_operators.hpp>
#include <lamella/sph/wcsph_becker2007.hpp>

#include <cmath>

namespace lamella {

WcsphBecker2007::WcsphBecker2007(const Parameters& parameters, const SphLiquid& liquid)
    : rest_density_(liquid.rest_density),
      gamma_(parameters.gamma),
      sound_(parameters.speed_of_sound(liquid.expected_speed)) {}

Real WcsphBecker2007::pressure(Real density) const {
    const Real stiffness = rest_density_ * sound_ * sound_ / gamma_;  // B
    return std::max(stiffness * (std::pow(density / rest_density_, gamma_) - 1.0f), 0.0f);
}

void WcsphBecker2007::update(SphLiquid& liquid) {
    const auto& density = liquid.particles.get<ScalarColumn>("density");
    auto& p = liquid.particles.get<ScalarColumn>("pressure");
    parallel_for("pressure", liquid.size(), [&](Index i) { p[i] = pressure(density[i]); });
}

void WcsphBecker2007::add_forces(SphLiquid& liquid) const {
    const auto& density = liquid.particles.get<ScalarColumn>("density");
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    parallel_for("carry", liquid.size(), [&](Index i) {
        const Real expansion = rest_density_ / density[i];
        liquid.places.set_w(i, p[i] * expansion * expansion);
    });
    parallel_for("pressure force", liquid.size(), [&](Index i) { a.set(i, a[i] + pressure_acceleration(liquid, i)); });
}

}  // namespace lamella
