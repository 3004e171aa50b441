#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/viscosity_mueller2003.hpp>

#include <cmath>

namespace lamella {
namespace {

// Away from the solids near a particle.
Vec3 wall_normal(const SphLiquid& liquid, Index i) {
    const Vec3 gradient = liquid.response.vec(i);
    const Real length = gradient.norm();
    return length > 0.0f ? Vec3(-gradient / length) : Vec3(Vec3::Zero());
}

// sum_j V |x_j|^2 lap W(x_j) / 6 over a cubic lattice
double lattice_moment(const SphLiquid& liquid) {
    const ViscosityKernel W(liquid.support);
    const Real d = liquid.spacing;
    const int n = static_cast<int>(std::ceil(liquid.support / d));
    double sum = 0.0;
    for (int c = -n; c <= n; ++c)
        for (int b = -n; b <= n; ++b)
            for (int a = -n; a <= n; ++a) {
                const Real squared = d * d * static_cast<Real>(a * a + b * b + c * c);
                if (squared < W.h * W.h) sum += liquid.volume * squared * W.laplacian(std::sqrt(squared)) / 6.0f;
            }
    return sum;
}

}  // namespace

ViscosityMueller2003::ViscosityMueller2003(const Parameters&, const SphLiquid& liquid)
    : own_(liquid.materials),
      nu_(own_.largest() / liquid.rest_density),
      strength_(static_cast<Real>(nu_ / lattice_moment(liquid))) {}

void ViscosityMueller2003::add(SphLiquid& liquid) const {
    if (nu_ == 0.0f) return;
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const ViscosityKernel W(liquid.support);
    const Real least = liquid.spacing / 3.0f;  // s = 2.5
    own_.with_shares(liquid, [&](const auto& shares_of) {
        parallel_for("viscosity", liquid.size(), [&](Index i) {
            const auto shares = shares_of(i);
            const Vec3 v_i = liquid.motion.vec(i);
            Vec3 laplacian = -liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
                return shares(j) * W.laplacian(j.distance()) * (v_i - liquid.motion[j].xyz);
            });
            const Vec3 n = wall_normal(liquid, i);
            Vec3 by_walls = Vec3::Zero();
            for (const BoundarySet& set : liquid.boundary.sets()) {
                if (set.lists.none(i)) continue;
                by_walls -= shares.own() * sum_over(set.lists.of(i), [&](auto b) {
                                const Pack l = n.x() * b.difference.x + n.y() * b.difference.y + n.z() * b.difference.z;
                                const Pack to_surface = larger(l - 0.5f * liquid.spacing, Pack(least));
                                const Pack s = 1.0f + 0.5f * liquid.spacing / to_surface;
                                return s * b.carried * W.laplacian(b.distance()) * (v_i - set.motion[b].xyz);
                            });
            }
            laplacian += by_walls;
            liquid.push.accelerate(i, strength_ * by_walls);
            a.set(i, a[i] + strength_ * laplacian);
        });
    });
}

}  // namespace lamella
