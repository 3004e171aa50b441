#include <lamella/core/parallel.hpp>
#include <lamella/particles/mass_units.hpp>

namespace lamella {

std::int64_t total_units(const ParticleSet& particles) {
    const MassShares mass(particles);
    return parallel_sum(
        "total mass", particles.size(), [&](Index i) { return mass.units(i); }, std::int64_t{0});
}

}  // namespace lamella
