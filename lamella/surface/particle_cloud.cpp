#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/surface/particle_cloud.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kReach = 1 << 17;  // spacings

ParticleSet copy_columns(const ParticleSet& particles, std::span<const std::string> carried) {
    ParticleSet copy;
    copy.origin = particles.origin;
    copy.resize(particles.size());
    const auto& columns = particles.columns();
    for (const char* name : {"P", "id", kMassColumn})
        if (const auto at = columns.find(name); at != columns.end()) copy.columns().insert(*at);
    for (const std::string& name : carried) {
        const auto at = columns.find(name);
        if (at == columns.end())
            throw InputError(fmt::format("the particles have no column '{}' to carry to their surface", name));
        copy.columns().insert(*at);
    }
    return copy;
}

void require_masses(const MassShares& mass, Index particles) {
    if (mass.all_equal()) return;
    for (Index i = 0; i < particles; ++i)
        if (mass.units(i) <= 0)
            throw InputError(
                fmt::format("particle {} has {} {}; its surface needs more than 0 ({} is a whole particle)", i,
                            mass.units(i), kMassColumn, kWholeMass));
}

void require_few_a_cell(const NeighbourGrid& grid, Real spacing) {
    constexpr Index kMost = 8192;
    for (Index c = 0; c < grid.cell_count(); ++c) {
        const auto [begin, end] = grid.particles_of(c);
        if (end - begin <= kMost) continue;
        throw InputError(
            fmt::format("{} particles lie within {} m of one another; a surface with a particle spacing "
                        "of {} m takes at most {} there",
                        end - begin, grid.radius(), spacing, kMost));
    }
}

}  // namespace

void require_within(const Vec3Column& positions, Real reach) {
    const Index none = positions.size();
    const Index first = parallel_reduce(
        "check positions", none, none, [&](Index i) { return (positions[i].array().abs() <= reach).all() ? none : i; },
        [](Index a, Index b) { return std::min(a, b); });
    if (first == none) return;
    const Vec3 p = positions[first];
    throw InputError(
        fmt::format("particle {} lies at ({}, {}, {}) m; its surface needs finite coordinates of at most {} m", first,
                    p.x(), p.y(), p.z(), reach));
}

ParticleCloud::ParticleCloud(const ParticleSet& particles, Real spacing, std::span<const std::string> carried)
    : grid_(kCell * spacing), spacing_(spacing) {
    if (!(spacing >= 1e-9f && spacing <= 1e9f))
        throw InputError(fmt::format("the particle spacing is {} m; a surface needs one from 1e-9 to 1e9 m", spacing));
    require_within(particles.positions(), kReach * spacing);
    particles_ = copy_columns(particles, carried);
    require_masses(mass(), size());
    grid_.build(particles_);
    require_few_a_cell(grid_, spacing);
    neighbours_.find(grid_, particles_.positions());
}

}  // namespace lamella
