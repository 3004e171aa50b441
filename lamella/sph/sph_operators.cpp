#include <lamella/sph/sph_operators.hpp>

#include <cmath>

namespace lamella {

Vec3 gradient_of_one(const SphLiquid& liquid, Index i) {
    const SphKernel W = liquid.kernel;
    const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) { return W.slope_over_r(j.distance()) * j.difference; });
    return liquid.volume * sum + liquid.response.vec(i);
}

Vec3 pressure_acceleration(const SphLiquid& liquid, Index i) {
    const SphKernel W = liquid.kernel;
    const Real P = liquid.places.w(i);
    const Vec3 sum = sum_over(liquid.lists.of(i),
                              [&](auto j) { return (P + j.carried) * W.slope_over_r(j.distance()) * j.difference; });
    return -liquid.volume * sum - P * liquid.response.vec(i);
}

namespace {

Real rate_from_liquid(const SphLiquid& liquid, const QuadArray& u, Index i) {
    const SphKernel W = liquid.kernel;
    const Vec3 u_i = u.vec(i);
    return liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
               return (u_i - u[j].xyz).dot(j.difference) * W.slope_over_r(j.distance());
           });
}

}  // namespace

Real rate_of_density(const SphLiquid& liquid, const QuadArray& v, Index i) {
    const SphKernel W = liquid.kernel;
    Real rate = rate_from_liquid(liquid, v, i);
    const Vec3 v_i = v.vec(i);
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (set.lists.none(i)) continue;
        rate += sum_over(set.lists.of(i), [&](auto b) {
            return b.carried * (v_i - set.motion[b].xyz).dot(b.difference) * W.slope_over_r(b.distance());
        });
    }
    return rate;
}

Real rate_of_density_rate(const SphLiquid& liquid, const QuadArray& a, Index i) {
    return rate_from_liquid(liquid, a, i) + a.vec(i).dot(liquid.response.vec(i));
}

Real lattice_diagonal(const SphLiquid& liquid) {
    const SphKernel W = liquid.kernel;
    const int n = static_cast<int>(std::ceil(liquid.support / liquid.spacing));
    double sum = 0.0;
    for (int c = -n; c <= n; ++c)
        for (int b = -n; b <= n; ++b)
            for (int a = -n; a <= n; ++a) {
                const Real r = liquid.spacing * std::sqrt(static_cast<Real>(a * a + b * b + c * c));
                if (r > 0.0f) sum += W.slope(r) * W.slope(r);
            }
    return liquid.volume * liquid.volume * static_cast<Real>(sum);
}

}  // namespace lamella
