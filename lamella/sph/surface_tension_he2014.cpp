#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/pair_damping.hpp>
#include <lamella/sph/surface_tension_he2014.hpp>

namespace lamella {
namespace {

constexpr Real kCore = 0.7f;     // spacings
constexpr Real kPush = 0.1f;     // of particles in one place, over kappa / (rho0 d^3)
constexpr Real kDamping = 0.2f;  // over sqrt(kappa / rho0)

}  // namespace

Real SurfaceTensionHe2014::energy_density(const SphLiquid& liquid, Index i) const {
    if (parameters_.kappa == 0.0f) return 0.0f;
    const Poly6 W(liquid.support);
    auto [gradient, colour] = sum_over(liquid.lists.of(i), [&](auto j) {
        const Pack r = j.distance();
        return Terms{liquid.volume * W.slope_over_r(r) * j.difference, liquid.volume * W(r)};
    });
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (set.lists.none(i)) continue;
        const auto [wall_gradient, wall_colour] = sum_over(set.lists.of(i), [&](auto b) {
            const Pack r = b.distance();
            return Terms{b.carried * W.slope_over_r(r) * b.difference, b.carried * W(r)};
        });
        gradient += wall_gradient;
        colour += wall_colour;
    }
    Real g = gradient.squaredNorm() / (colour * colour);  // eq. 3
    const Real missing = (1.0f - colour) / liquid.support;
    if (parameters_.in_sheets && missing > 0.0f) g += 4.0f * missing * missing;
    return 0.5f * parameters_.kappa * g;
}

void SurfaceTensionHe2014::add(SphLiquid& liquid) {
    if (parameters_.kappa == 0.0f) return;
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    energy_.resize(liquid.size());
    parallel_for("surface energy", liquid.size(), [&](Index i) { energy_[i] = energy_density(liquid, i); });
    liquid.carry(energy_);
    const Spiky W(liquid.support);
    const Real scale = 0.5f * liquid.volume / liquid.rest_density;
    parallel_for("surface tension", liquid.size(), [&](Index i) {  // eq. 5
        const Real energy = energy_[i];
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) {
            return (energy + j.carried) * W.slope_over_r(j.distance()) * j.difference;
        });
        a.set(i, a[i] + scale * sum);
    });
    if (parameters_.steady) hold_steady(liquid);
}

// a_i = push sum_j (1 - r / core)_+ x_ij / r
void SurfaceTensionHe2014::hold_steady(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const Real d = liquid.spacing;
    const Real push = kPush * parameters_.kappa / (liquid.rest_density * d * d * d);
    const Real per_core = 1.0f / (kCore * d);
    const Real tiny = 1e-6f * liquid.support;  // a particle is its own neighbour
    parallel_for("push of close pairs", liquid.size(), [&](Index i) {
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) {
            const Pack r = j.distance();
            return larger(1.0f - r * per_core, Pack(0.0f)) / larger(r, Pack(tiny)) * j.difference;
        });
        a.set(i, a[i] + push * sum);
    });
    add_pair_damping(liquid, kDamping * std::sqrt(parameters_.kappa / liquid.rest_density));
}

}  // namespace lamella
