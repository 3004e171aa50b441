#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/grid/sparse_grid.hpp>
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
    for (const char* name : {"P", "id"})
        if (const auto at = columns.find(name); at != columns.end()) copy.columns().insert(*at);
    for (const std::string& name : carried) {
        const auto at = columns.find(name);
        if (at == columns.end())
            throw InputError(fmt::format("the particles have no column '{}' to carry to their surface", name));
        copy.columns().insert(*at);
    }
    return copy;
}

// The blocks that hold a node of the box, as keys.
void add_blocks(const Box3& box, double cell, std::vector<std::uint64_t>& keys) {
    const auto block = [&](double x) { return static_cast<Index>(std::floor(x)) >> 3; };
    const Vec3d low = box.min.cast<double>() / cell;
    const Vec3d high = box.max.cast<double>() / cell;
    for (Index x = block(std::ceil(low.x())); x <= block(high.x()); ++x)
        for (Index y = block(std::ceil(low.y())); y <= block(high.y()); ++y)
            for (Index z = block(std::ceil(low.z())); z <= block(high.z()); ++z)
                keys.push_back(SparseGrid::block_key({x, y, z}));
}

void sort_unique(std::vector<std::uint64_t>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
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

ParticleCloud::ParticleCloud(const ParticleSet& particles, Real spacing, Real support,
                             std::span<const std::string> carried)
    : grid_(support * spacing), spacing_(spacing) {
    if (!(spacing >= 1e-9f && spacing <= 1e9f))
        throw InputError(fmt::format("the particle spacing is {} m; a surface needs one from 1e-9 to 1e9 m", spacing));
    require_within(particles.positions(), kReach * spacing);
    particles_ = copy_columns(particles, carried);
    grid_.build(particles_);
}

std::vector<Vec3i> ParticleCloud::blocks_within_support(double cell) const {
    constexpr std::ptrdiff_t kChunk = 256;
    const Vec3Column& x = particles_.positions();
    std::vector<std::vector<std::uint64_t>> parts(static_cast<std::size_t>((grid_.cell_count() + kChunk - 1) / kChunk));
    parallel_chunks("blocks near particles", grid_.cell_count(), kChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        auto& keys = parts[static_cast<std::size_t>(chunk)];
                        for (auto c = static_cast<Index>(begin); c < static_cast<Index>(end); ++c) {
                            Box3 box;
                            const auto [first, last] = grid_.particles_of(c);
                            for (Index i = first; i < last; ++i) box.extend(x[i]);
                            add_blocks(box.padded(support()), cell, keys);
                        }
                        sort_unique(keys);
                    });
    std::vector<std::uint64_t> keys;
    for (const auto& part : parts) keys.insert(keys.end(), part.begin(), part.end());
    sort_unique(keys);
    std::vector<Vec3i> blocks(keys.size());
    std::transform(keys.begin(), keys.end(), blocks.begin(), SparseGrid::block_of_key);
    return blocks;
}

}  // namespace lamella
