#include <lamella/sph/sph_operators.hpp>

#include <cmath>
#include <numbers>

namespace lamella {

Vec3 gradient_of_one(const SphLiquid& liquid, Index i) {
    const SphKernel W = liquid.kernel;
    const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) { return W.slope_over_r(j.distance()) * j.difference; });
    return liquid.volume * sum + liquid.response.vec(i);
}

Vec3 pressure_acceleration(const SphLiquid& liquid, Index i) {
    const SphKernel W = liquid.kernel;
    const Real p = liquid.places.w(i);
    const Vec3 sum = sum_over(liquid.lists.of(i),
                              [&](auto j) { return (p + j.carried) * W.slope_over_r(j.distance()) * j.difference; });
    return (-1.0f / liquid.rest_density) * (liquid.volume * sum + p * liquid.response.vec(i));
}

// Solids at rest have their part in u_i . sum_b V_b grad W_ib; those that move are summed over.
Real rate_of_density(const SphLiquid& liquid, const QuadArray& u, Index i) {
    const SphKernel W = liquid.kernel;
    const Vec3 u_i = u.vec(i);
    Real rate = liquid.volume * sum_over(liquid.lists.of(i), [&](auto j) {
                    return (u_i - u[j].xyz).dot(j.difference) * W.slope_over_r(j.distance());
                });
    rate += u_i.dot(liquid.response.vec(i));
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (!set.moves || set.lists.none(i)) continue;
        rate -= sum_over(set.lists.of(i), [&](auto b) {
            return b.carried * set.motion[b].xyz.dot(b.difference) * W.slope_over_r(b.distance());
        });
    }
    return rate;
}

namespace {

// Calls f(x, grad W) for the points of a lattice around the origin, without the origin, in spacings.
template <class F>
void for_each_lattice_gradient(const SphLiquid& liquid, F&& f) {
    const SphKernel W = liquid.kernel;
    const int n = static_cast<int>(std::ceil(liquid.support / liquid.spacing));
    for (int c = -n; c <= n; ++c)
        for (int b = -n; b <= n; ++b)
            for (int a = -n; a <= n; ++a) {
                const Vec3d x(a, b, c);
                const double r = x.norm();
                if (r > 0.0) f(x, Vec3d(W.slope(static_cast<Real>(r) * liquid.spacing) / r * x));
            }
}

double squared_lattice_gradients(const SphLiquid& liquid) {
    double sum = 0.0;
    for_each_lattice_gradient(liquid, [&](const Vec3d&, const Vec3d& gradient) { sum += gradient.squaredNorm(); });
    return sum;
}

}  // namespace

Real lattice_diagonal(const SphLiquid& liquid) {
    return liquid.volume * liquid.volume * static_cast<Real>(squared_lattice_gradients(liquid));
}

Real largest_lattice_ratio(const SphLiquid& liquid) {
    double largest = 0.0;
    constexpr int kWaves = 12;  // along each axis; the lattice has all symmetries of the cube
    for (int a = 0; a <= kWaves; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c) {
                const Vec3d k = std::numbers::pi / kWaves * Vec3d(a, b, c);
                Vec3d sum = Vec3d::Zero();
                for_each_lattice_gradient(
                    liquid, [&](const Vec3d& x, const Vec3d& gradient) { sum += std::sin(k.dot(x)) * gradient; });
                largest = std::max(largest, sum.squaredNorm());
            }
    return static_cast<Real>(largest / squared_lattice_gradients(liquid));
}

}  // namespace lamella
