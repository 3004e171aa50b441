#include <lamella/core/parallel.hpp>
#include <lamella/sph/viscosity_xsph.hpp>

namespace lamella {

SolveReport ViscosityXsph::smooth(SphLiquid& liquid, double) const {
    auto& v = liquid.particles.get<Vec3Column>("v");
    const SphKernel W = liquid.kernel;
    const QuadArray before = quads_of(v);
    parallel_for("xsph", liquid.size(), [&](Index i) {
        const Vec3 v_i = before.vec(i);
        const Vec3 difference =
            sum_over(liquid.lists.of(i), [&](auto j) { return W(j.distance()) * (v_i - before[j].xyz); });
        v.set(i, v_i - strength_ * liquid.volume * difference);
    });
    return {};
}

}  // namespace lamella
