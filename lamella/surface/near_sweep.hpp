// Sums over the neighbours of the particles near the surface that belong to the same body.
#pragma once

#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/membership.hpp>
#include <lamella/surface/near_surface.hpp>

#include <algorithm>
#include <vector>

namespace lamella {

// Whether neighbours belong to the body of one particle.
class SameBody {
public:
    SameBody() = default;
    SameBody(const std::vector<Index>& labels, Index own)
        : labels_(own == Membership::kWild ? nullptr : labels.data()), own_(own) {}

    PackMask operator()(const NeighbourPack& j) const {
        if (!labels_) return j.inside;
        const IndexPack label(labels_ + j.first, simd::element_aligned);
        return j.inside && (is_zero(label - own_) || is_zero(label - Membership::kWild));
    }

private:
    static PackMask is_zero(IndexPack a) { return simd::static_simd_cast<Pack>(a) == 0.0f; }

    const Index* labels_ = nullptr;  // nullptr: all do
    Index own_ = Membership::kWild;
};

// What stays the same while the particles of one cell are visited.
struct CellVisit {
    const CellNeighbourhood& near;
    std::vector<Index> labels;  // in the order of gathering; empty when all belong together

    SameBody body_of(Index particle) const {
        if (labels.empty()) return {};
        const auto at = std::lower_bound(near.rows().begin(), near.rows().end(), particle);
        return {labels, labels[static_cast<std::size_t>(at - near.rows().begin())]};
    }
};

// Calls visit(cell visit) -> f for every cell with particles near the surface, and f(i, neighbours within
// `radius`, who belongs to i) for each of those particles, in parallel. `membership` may be null: then all
// belong together.
template <class Visit>
void sweep_near_surface(const char* label, const ParticleCloud& cloud, const NearSurface& surface,
                        const Membership* membership, Real radius, Visit&& visit) {
    const Vec3Column& x = cloud.positions();
    for_each_neighbourhood(
        label, cloud.grid(), x, surface.cells, radius, [&](Index i) { return surface[i]; },
        [&](Index cell, const CellNeighbourhood& near) {
            CellVisit visited{near, {}};
            if (membership) membership->labels(cell, near.rows(), visited.labels);
            auto f = visit(visited);
            const auto [begin, end] = cloud.grid().particles_of(cell);
            for (Index i = begin; i < end; ++i)
                if (surface[i]) f(i, near.around(x[i], radius), visited.body_of(i));
        });
}

}  // namespace lamella
