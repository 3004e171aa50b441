#include <lamella/sph/lattice_sums.hpp>

#include <cmath>

namespace lamella {
namespace {

// The sum of W over a square lattice in a plane at the distance z.
double layer_sum(const SphKernel& W, Real spacing, Real z) {
    const int n = static_cast<int>(std::ceil(W.h / spacing));
    double sum = 0.0;
    for (int a = -n; a <= n; ++a)
        for (int b = -n; b <= n; ++b) sum += W(std::hypot(spacing * static_cast<Real>(std::hypot(a, b)), z));
    return sum;
}

}  // namespace

LatticeSums lattice_sums(Real spacing, const SphKernel& W) {
    const double own_layer = layer_sum(W, spacing, 0.0f);
    double one_side = 0.0;
    for (int k = 1; static_cast<Real>(k) * spacing < W.h; ++k)
        one_side += layer_sum(W, spacing, static_cast<Real>(k) * spacing);
    const double volume = static_cast<double>(spacing) * spacing * spacing;
    const double wall_volume = volume * one_side / layer_sum(W, spacing, spacing);
    const double all = own_layer + 2.0 * one_side;
    return {static_cast<Real>(volume * all), static_cast<Real>(wall_volume * own_layer),
            static_cast<Real>(own_layer / all)};
}

}  // namespace lamella
