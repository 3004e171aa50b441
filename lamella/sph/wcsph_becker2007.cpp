#include <lamella/core/parallel.hpp>
#include <lamella/sph/wcsph_becker2007.hpp>

#include <cmath>

namespace lamella {

WcsphBecker2007::WcsphBecker2007(const WcsphParameters& parameters, const ArtificialViscosityParameters& viscosity,
                                 Real mu, const SphLiquid& liquid, Real expected_speed)
    : rest_density_(liquid.rest_density),
      gamma_(parameters.gamma),
      sound_((parameters.max_speed > 0.0f ? parameters.max_speed : expected_speed) /
             std::sqrt(parameters.density_variation)),
      viscosity_(viscosity, mu, liquid.rest_density, liquid.support, sound_) {}

Real WcsphBecker2007::pressure(Real density) const {
    const Real stiffness = rest_density_ * sound_ * sound_ / gamma_;  // B
    return std::max(stiffness * (std::pow(density / rest_density_, gamma_) - 1.0f), 0.0f);
}

void WcsphBecker2007::pressures(SphLiquid& liquid) const {
    const auto& density = liquid.particles.get<ScalarColumn>("density");
    auto& p = liquid.particles.get<ScalarColumn>("pressure");
    auto& P = liquid.particles.get<ScalarColumn>("pressure_over_density2");
    parallel_for("pressure", liquid.size(), [&](Index i) {
        p[i] = pressure(density[i]);
        P[i] = p[i] / (density[i] * density[i]);
    });
}

// (P_i + P_j + Pi_ij) grad W_ij is taken as one quotient: the loop waits for the divider.
void WcsphBecker2007::accelerations(SphLiquid& liquid, const Vec3& gravity) const {
    ParticleSet& fluid = liquid.particles;
    const auto& v = fluid.get<Vec3Column>("v");
    const auto& density = fluid.get<ScalarColumn>("density");
    const auto& P = fluid.get<ScalarColumn>("pressure_over_density2");
    auto& a = fluid.get<Vec3Column>("acceleration");
    const CubicSpline W(liquid.support);
    const Real tiny = 1e-6f * liquid.support;  // a particle is its own neighbour
    const Real h_c = liquid.support * sound_;
    parallel_for("forces", liquid.size(), [&](Index i) {
        const Vec3 v_i = v[i];
        const Real P_i = P[i];
        const Real rho_i = density[i];
        Vec3 acceleration = gravity - liquid.mass * sum_over(liquid.neighbours.of(i), [&](auto j) {  // eq. 9
                                          const auto r = j.distance();
                                          const auto bottom = viscosity_.bottom(j.distance_squared, rho_i + density[j]);
                                          const auto top =
                                              (P_i + P[j]) * bottom + viscosity_.top((v_i - v[j]).dot(j.difference));
                                          return top * W.slope(r) / (bottom * larger(r, Pack(tiny))) * j.difference;
                                      });
        for (const BoundarySet& set : liquid.boundary.sets()) {  // Akinci 2012, eqs 9 and 11
            if (set.near_fluid.none_near(i)) continue;
            const auto& volume = set.particles.get<ScalarColumn>("volume");
            const auto& friction = set.particles.get<ScalarColumn>("friction");
            const auto& v_b = set.particles.get<Vec3Column>("v");
            acceleration -= rest_density_ * sum_over(set.near_fluid.of(i), [&](auto b) {
                                const auto r = b.distance();
                                const auto bottom = viscosity_.bottom(b.distance_squared, Pack(2.0f * rho_i));
                                const auto drag =
                                    viscosity_.top_at_wall((v_i - v_b[b]).dot(b.difference), friction[b] * h_c);
                                return volume[b] * (P_i * bottom + drag) * W.slope(r) /
                                       (bottom * larger(r, Pack(tiny))) * b.difference;
                            });
        }
        a.set(i, acceleration);
    });
}

double WcsphBecker2007::stable_step(const SphLiquid& liquid, Real cfl) const {
    const auto largest = [&](const char* label, const char* column) {
        const auto& values = liquid.particles.get<Vec3Column>(column);
        return std::sqrt(parallel_max(
            label, liquid.size(), [&](Index i) { return values[i].squaredNorm(); }, 0.0f));
    };
    const Real a_max = largest("largest acceleration", "acceleration");
    const Real v_max = std::max(largest("largest speed", "v"), liquid.boundary.max_speed());
    const Real h = liquid.support;
    const Real nu = viscosity_.kinematic();
    const Real by_sound = cfl * h / (sound_ + v_max + 6.0f * nu / h);
    const Real by_force = 0.25f * std::sqrt(h / std::max(a_max, 1e-12f));
    const Real by_viscosity = 0.125f * h * h / std::max(nu, 1e-12f);
    return std::min({by_sound, by_force, by_viscosity});
}

}  // namespace lamella
