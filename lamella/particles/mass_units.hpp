// Masses as whole numbers: sums of them are exact in any order, so that splitting and merging particles loses
// nothing. A particle set whose particles differ in mass has the IndexColumn "mass_units"; without it each has
// the mass of one whole particle.
#pragma once

#include <lamella/particles/particle_set.hpp>

#include <cstdint>

namespace lamella {

inline constexpr const char* kMassColumn = "mass_units";
inline constexpr Index kWholeMass = 1 << 24;  // of a particle that was never split; as a float it is exact

inline Real relative_mass(Index units) { return static_cast<Real>(units) * (1.0f / kWholeMass); }

// The mass of each particle over that of a whole one.
class MassShares {
public:
    explicit MassShares(const ParticleSet& particles) : units_(particles.find<IndexColumn>(kMassColumn)) {}

    bool all_equal() const { return units_ == nullptr; }
    Index units(Index i) const { return units_ ? (*units_)[i] : kWholeMass; }
    Real operator()(Index i) const { return relative_mass(units(i)); }

private:
    const IndexColumn* units_;
};

// The sum over all particles.
std::int64_t total_units(const ParticleSet& particles);

// How many whole particles weigh as much as so many units.
inline double whole_particles(std::int64_t units) { return static_cast<double>(units) / kWholeMass; }

}  // namespace lamella
