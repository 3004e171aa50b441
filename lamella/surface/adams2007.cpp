#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/surface/adams2007.hpp>
#include <lamella/surface/marching_cubes.hpp>
#include <lamella/surface/surface_memory.hpp>
#include <lamella/surface/weighted_centres.hpp>

#include <algorithm>
#include <utility>

namespace lamella {
namespace {

constexpr Real kLeast = 0.3f;     // spacings
constexpr Real kFarthest = 2.5f;  // spacings; nothing deeper counts at the surface

using Distances = std::vector<Real>;

// The least distance of a particle, from how filled its surroundings are: 1 deep inside, 0.7 in the outer layer of a
// flat surface, 0.44 in a sheet of one layer.
Real least_distance(Real filling, Real radius) {
    constexpr Real kThin = 0.44f;
    constexpr Real kThick = 0.55f;
    const Real lack = std::clamp((kThick - filling) / (kThick - kThin), 0.0f, 1.0f);
    return kLeast + lack * std::max(0.0f, radius - kLeast);
}

// The distances of the particles from the mesh of the field, positive inside; kFarthest for those not near it.
Distances redistance(const WeightedCentres& field, const ParticleCloud& cloud, Real radius, double cell) {
    const ProfileScope scope("redistance");
    const Bvh tree(marching_cubes(field.sample(cell), field.level()));
    const double reach = static_cast<double>(kFarthest) * cloud.spacing();
    Distances distances(static_cast<std::size_t>(cloud.size()), kFarthest);
    parallel_for("distance to the surface", cloud.size(), [&](Index i) {
        if (!field.near()[i]) return;
        const Vec3 x = cloud.positions()[i];
        const ClosestPoint at = tree.closest_point(x, reach);
        if (!at.found()) return;
        const Real size = at.distance() / cloud.spacing();
        const Real distance = field.value(x.cast<double>()) >= field.level() ? size : -size;
        distances[i] = std::clamp(distance, least_distance(field.near().filling[i], radius), kFarthest);
    });
    return distances;
}

const IndexColumn* ids_of(const ParticleCloud& cloud) { return cloud.particles().find<IndexColumn>("id"); }

// The distances of the particles near the surface by id; none where ids do not tell them apart.
TrackedDistances by_id(const ParticleCloud& cloud, const NearSurface& near, const Distances& distances) {
    const IndexColumn* ids = ids_of(cloud);
    if (!ids) return {};
    std::vector<std::pair<Index, Real>> rows;
    for (Index i = 0; i < cloud.size(); ++i)
        if (near[i]) rows.emplace_back((*ids)[i], distances[i]);
    std::ranges::sort(rows);
    if (std::ranges::adjacent_find(rows, {}, &std::pair<Index, Real>::first) != rows.end()) return {};
    TrackedDistances tracked;
    for (const auto& [id, distance] : rows) {
        tracked.ids.push_back(id);
        tracked.distances.push_back(distance);
    }
    return tracked;
}

// Particles that the frame before knows bring their distances; the others keep those that they have.
void carry_over(const TrackedDistances& before, const ParticleCloud& cloud, Distances& distances) {
    const IndexColumn* ids = ids_of(cloud);
    if (!ids || before.ids.empty()) return;
    parallel_for("carried distances", cloud.size(), [&](Index i) {
        const auto at = std::ranges::lower_bound(before.ids, (*ids)[i]);
        if (at != before.ids.end() && *at == (*ids)[i]) distances[i] = before.distances[at - before.ids.begin()];
    });
}

}  // namespace

std::unique_ptr<ImplicitField> Adams2007Parameters::field(const ParticleCloud& cloud, SurfaceMemory* memory) const {
    auto field = std::make_unique<WeightedCentres>(cloud, support, CentreRadii{radius, {}});
    const double cell = static_cast<double>(mesh.cell) * cloud.spacing();
    if (!tracks()) memory = nullptr;
    std::vector<TrackedDistances> tracked;
    for (Index age = 1; age < frames; ++age) {
        Distances distances = redistance(*field, cloud, radius, cell);
        if (memory) {
            tracked.push_back(by_id(cloud, field->near(), distances));
            const auto before = static_cast<std::size_t>(age - 1);
            if (before < memory->tracked.size()) carry_over(memory->tracked[before], cloud, distances);
        }
        field->set_radii({radius, std::move(distances)});
    }
    if (memory) memory->tracked = std::move(tracked);
    return field;
}

}  // namespace lamella
