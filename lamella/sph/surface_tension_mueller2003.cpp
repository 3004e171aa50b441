#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/surface_tension_mueller2003.hpp>

namespace lamella {

void SurfaceTensionMueller2003::add(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const Poly6 W(liquid.support);
    parallel_for("curvature force", liquid.size(), [&](Index i) {
        auto [normal, laplacian] = sum_over(liquid.lists.of(i), [&](auto j) {
            const Pack r = j.distance();
            return Terms{liquid.volume * W.slope_over_r(r) * j.difference, liquid.volume * W.laplacian(r)};
        });
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            const auto [wall_normal, wall_laplacian] = sum_over(set.lists.of(i), [&](auto b) {
                const Pack r = b.distance();
                return Terms{b.carried * W.slope_over_r(r) * b.difference, b.carried * W.laplacian(r)};
            });
            normal += wall_normal;
            laplacian += wall_laplacian;
        }
        const Real length = normal.norm();
        if (length > threshold_) a.set(i, a[i] - sigma_over_rho_ * laplacian / length * normal);
    });
}

}  // namespace lamella
