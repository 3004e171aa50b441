#include <lamella/matter/balance.hpp>

#include <algorithm>

namespace lamella {
namespace {

void add_errors(const Balance& part, Balance& sum) {
    if (!part.density_error_mean) return;
    const auto n = static_cast<double>(part.particles), before = static_cast<double>(sum.particles - part.particles);
    const double weighted = before * sum.density_error_mean.value_or(0.0) + n * *part.density_error_mean;
    sum.density_error_mean = n > 0.0 ? weighted / (before + n) : sum.density_error_mean.value_or(0.0);
    sum.density_error_largest =
        std::max(sum.density_error_largest.value_or(0.0), part.density_error_largest.value_or(0.0));
}

void add_energy(const std::optional<double>& part, std::optional<double>& sum) {
    if (part) sum = sum.value_or(0.0) + *part;
}

}  // namespace

Balance sum_of(const std::map<std::string, Balance>& parts) {
    Balance sum;
    for (const auto& [name, part] : parts) {
        sum.particles += part.particles;
        sum.mass += part.mass;
        sum.volume += part.volume;
        sum.mass_in += part.mass_in;
        sum.mass_out += part.mass_out;
        sum.mass_created += part.mass_created;
        sum.mass_removed += part.mass_removed;
        sum.momentum += part.momentum;
        sum.angular_momentum += part.angular_momentum;
        sum.kinetic_energy += part.kinetic_energy;
        sum.potential_energy += part.potential_energy;
        add_energy(part.elastic_energy, sum.elastic_energy);
        add_energy(part.dissipated_energy, sum.dissipated_energy);
        add_errors(part, sum);
    }
    return sum;
}

}  // namespace lamella
