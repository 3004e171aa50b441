#include <lamella/core/parallel.hpp>
#include <lamella/sph/viscosity_monaghan1992.hpp>

namespace lamella {

ViscosityMonaghan1992::ViscosityMonaghan1992(const Parameters& parameters, const SphLiquid& liquid)
    : own_(liquid.materials),
      h_c_(10.0f * liquid.expected_speed * liquid.support),
      artificial_(parameters.alpha * h_c_),
      separating_(20.0f * own_.largest() / liquid.rest_density) {}

void ViscosityMonaghan1992::add(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const SphKernel W = liquid.kernel;
    const Real softening = 0.01f * liquid.support * liquid.support;
    own_.with_shares(liquid, [&](const auto& shares_of) {
        parallel_for("viscosity", liquid.size(), [&](Index i) {
            const auto shares = shares_of(i);
            const Vec3 v_i = liquid.motion.vec(i);
            const Real rho_i = liquid.motion.w(i);
            Vec3 sum = liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
                           const QuadPack other = liquid.motion[j];
                           const Pack v_dot_x = (v_i - other.xyz).dot(j.difference);
                           const Pack own = separating_ * shares(j);
                           const Pack nu = select(v_dot_x < 0.0f, artificial_ + own, own);
                           const Pack pi = nu * v_dot_x / ((j.distance_squared + softening) * (rho_i + other.w));
                           return pi * W.slope_over_r(j.distance()) * j.difference;
                       });
            Vec3 by_walls = Vec3::Zero();
            for (const BoundarySet& set : liquid.boundary.sets()) {
                if (set.lists.none(i)) continue;
                by_walls += sum_over(set.lists.of(i), [&](auto b) {
                    const QuadPack solid = set.motion[b];
                    const Pack v_dot_x = (v_i - solid.xyz).dot(b.difference);
                    const Pack nu = select(v_dot_x < 0.0f, solid.w * h_c_, Pack(0.0f)) + separating_ * shares.own();
                    const Pack pi = nu * v_dot_x / ((b.distance_squared + softening) * (2.0f * rho_i));
                    return b.carried * pi * W.slope_over_r(b.distance()) * b.difference;
                });
            }
            liquid.push.accelerate(i, by_walls);
            a.set(i, a[i] + (sum + by_walls));
        });
    });
}

}  // namespace lamella
