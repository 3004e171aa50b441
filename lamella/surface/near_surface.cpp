#include <lamella/core/parallel.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/surface/near_surface.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace lamella {
namespace {

constexpr Real kLowFilling = 0.8f;  // with particles jittered by 0.2 d: 0.86 and more deep inside
constexpr Real kShift = 0.2f;       // spacings; 0.16 and less deep inside, 0.23 and more in the outer layer

// The sum of the weights and the mean of the neighbours relative to the point.
[[gnu::flatten]] std::pair<Real, Vec3> weighted_mean(const NeighbourRange& range, const CubicWeight& w) {
    Pack total = 0.0f;
    Vec3Pack sum;
    range.for_each_pack([&](const NeighbourPack& j) {
        const Pack counted = select(j.inside, w(j.distance()), Pack(0.0f));
        total += counted;
        sum += counted * j.difference;
    });
    const Real weight = fold(total);
    return {weight, -fold(sum) / weight};
}

// Fills in the filling and which particles are in the outer layer.
NearSurface look_around(const ParticleCloud& cloud) {
    NearSurface s;
    s.filling.resize(cloud.size());
    s.depth.resize(static_cast<std::size_t>(cloud.size()));
    const CubicWeight w(cloud.radius());
    const Real full = 2.0f * kPi / 3.0f * ParticleCloud::kCell * ParticleCloud::kCell * ParticleCloud::kCell;
    const Real shift = kShift * cloud.spacing();
    parallel_for("filling", cloud.size(), [&](Index i) {
        const auto [weight, mean] = weighted_mean(cloud.neighbours().of(i), w);
        s.filling[i] = weight / full;
        s.depth[i] = s.filling[i] < kLowFilling || mean.norm() > shift ? Depth::outer : Depth::deep;
    });
    return s;
}

// Whether one of the outer layer is in the rows of cells around; most cells of a large body have none.
bool any_outer(std::span<const ParticleRange> rows, const NearSurface& s) {
    return std::ranges::any_of(rows, [&](const ParticleRange& row) {
        const auto begin = s.depth.begin();
        return std::find(begin + row.begin, begin + row.end, Depth::outer) != begin + row.end;
    });
}

[[gnu::flatten]] bool any_outer(const NeighbourRange& range, const NearSurface& s) {
    bool found = false;
    range.for_each_pack([&](const NeighbourPack& j) {
        for (unsigned lanes = lane_bits(j.inside); lanes != 0 && !found; lanes &= lanes - 1)
            found = s.outer(j.first + std::countr_zero(lanes));
    });
    return found;
}

void list_cells(const ParticleCloud& cloud, NearSurface& near) {
    for (Index c = 0; c < cloud.grid().cell_count(); ++c) {
        const auto [begin, end] = cloud.grid().particles_of(c);
        for (Index i = begin; i < end; ++i) {
            if (!near[i]) continue;
            near.cells.push_back(c);
            break;
        }
    }
}

}  // namespace

NearSurface find_near_surface(const ParticleCloud& cloud) {
    NearSurface near = look_around(cloud);
    std::vector<std::uint8_t> beside_outer(static_cast<std::size_t>(cloud.size()));
    parallel_for("near the surface", cloud.grid().cell_count(), [&](Index c) {
        const auto [begin, end] = cloud.grid().particles_of(c);
        if (!any_outer(cloud.neighbours().of(begin).rows, near)) return;
        for (Index i = begin; i < end; ++i)
            beside_outer[i] = !near.outer(i) && any_outer(cloud.neighbours().of(i), near) ? 1 : 0;
    });
    const MassShares mass = cloud.mass();
    for (Index i = 0; i < cloud.size(); ++i)
        if (beside_outer[i] || (!near.outer(i) && mass.units(i) != kWholeMass)) near.depth[i] = Depth::near;
    list_cells(cloud, near);
    return near;
}

NearSurface all_near_surface(const ParticleCloud& cloud) {
    NearSurface near = look_around(cloud);
    std::ranges::replace(near.depth, Depth::deep, Depth::near);
    list_cells(cloud, near);
    return near;
}

}  // namespace lamella
