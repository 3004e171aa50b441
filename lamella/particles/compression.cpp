#include <lamella/core/parallel.hpp>
#include <lamella/particles/compression.hpp>

#include <algorithm>

namespace lamella {

std::pair<double, double> mean_and_largest_compression(const ScalarColumn& density, Real rest_density) {
    const auto compression = [&](Index i) { return std::max(density[i] / rest_density - 1.0f, 0.0f); };
    const double sum = parallel_sum("density error", density.size(), compression);
    const double largest = parallel_max("density error", density.size(), compression, 0.0f);
    return {density.size() > 0 ? sum / density.size() : 0.0, largest};
}

}  // namespace lamella
