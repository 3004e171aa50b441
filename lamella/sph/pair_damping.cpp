#include <lamella/core/parallel.hpp>
#include <lamella/sph/pair_damping.hpp>

namespace lamella {

void add_pair_damping(SphLiquid& liquid, Real nu) {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const SphKernel W = liquid.kernel;
    const Real softening = 0.01f * liquid.support * liquid.support;
    const Real scale = 10.0f * nu * liquid.volume;
    parallel_for("pair damping", liquid.size(), [&](Index i) {
        const Vec3 v_i = liquid.motion.vec(i);
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) {
            const Pack v_dot_x = (v_i - liquid.motion[j].xyz).dot(j.difference);
            return v_dot_x / (j.distance_squared + softening) * W.slope_over_r(j.distance()) * j.difference;
        });
        a.set(i, a[i] + scale * sum);
    });
}

}  // namespace lamella
