#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/viscosity_mueller2003.hpp>

namespace lamella {

void ViscosityMueller2003::add(SphLiquid& liquid) const {
    if (nu_ == 0.0f) return;
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const ViscosityKernel W(liquid.support);
    parallel_for("viscosity", liquid.size(), [&](Index i) {
        const Vec3 v_i = liquid.motion.vec(i);
        Vec3 laplacian = -liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
            return W.laplacian(j.distance()) * (v_i - liquid.motion[j].xyz);
        });
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            laplacian -= sum_over(set.lists.of(i), [&](auto b) {
                return b.carried * W.laplacian(b.distance()) * (v_i - set.motion[b].xyz);
            });
        }
        a.set(i, a[i] + nu_ * laplacian);
    });
}

}  // namespace lamella
