#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/pair_damping.hpp>
#include <lamella/sph/surface_tension_becker2007.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr double kDamping = 0.2;  // over sqrt(strength d / rho)

// integral_0^h W(r) r^5 dr by the midpoint rule
double fifth_moment(const SphKernel& W) {
    constexpr int kParts = 1000;
    double sum = 0.0;
    for (int k = 0; k < kParts; ++k) {
        const double r = (k + 0.5) / kParts * W.h;
        sum += W(static_cast<Real>(r)) * r * r * r * r * r * W.h / kParts;
    }
    return sum;
}

}  // namespace

SurfaceTensionBecker2007::SurfaceTensionBecker2007(const Parameters& parameters, const SphLiquid& liquid) {
    const double cell = static_cast<double>(liquid.spacing) * liquid.spacing * liquid.spacing;
    const double A = parameters.strength * 8.0 * cell * cell / (kPi * fifth_moment(liquid.kernel));
    attraction_ = static_cast<Real>(A / (liquid.rest_density * liquid.spacing * liquid.spacing * liquid.spacing));
    damping_ = static_cast<Real>(kDamping * std::sqrt(parameters.strength * liquid.spacing / liquid.rest_density));
}

void SurfaceTensionBecker2007::add(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const SphKernel W = liquid.kernel;
    parallel_for("cohesion", liquid.size(), [&](Index i) {
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) { return W(j.distance()) * j.difference; });
        a.set(i, a[i] - attraction_ * sum);
    });
    add_pair_damping(liquid, damping_);
}

}  // namespace lamella
