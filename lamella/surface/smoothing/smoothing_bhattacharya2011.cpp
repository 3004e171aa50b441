#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/bvh.hpp>
#include <lamella/grid/narrow_band.hpp>
#include <lamella/surface/smoothing/smoothing_bhattacharya2011.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kTimeStep = 1.0f / 80.0f;  // cells^4; without momentum steps are stable below 2 / 12^2
constexpr Real kMomentum = 0.9f;
constexpr Index kMostSteps = 100;
constexpr Index kMoreLayers = 3;      // besides those that the surface may move through
constexpr Real kFarthestMove = 0.5f;  // spacings
constexpr Real kShortGradient = 0.7f;
constexpr Index kRound = 10;  // steps after which E is looked at
constexpr double kLeastGain = 0.02;

using Values = std::vector<float>;

// The level set on its band; lengths in cells.
class ThinPlate {
public:
    ThinPlate(const NarrowBand& band, Values distance, Values lowest, Values highest)
        : band_(band),
          phi_(std::move(distance)),
          lowest_(std::move(lowest)),
          highest_(std::move(highest)),
          move_(phi_.size(), 0.0f),
          curvature_(phi_.size(), 0.0f) {
        hold_thin_sheets();
    }

    const Values& phi() const { return phi_; }

    // On layers 0 and 1, which hold the surface; returns E.
    double find_curvature() {
        parallel_for("curvature", band_.layer(0).end,
                     [&](Index i) { curvature_[i] = held_[i] ? 0.0f : laplacian(phi_, i); });
        extend(1, curvature_);
        return parallel_sum("thin-plate energy", band_.layer(1).end, [&](Index i) {
            const double share = std::max(0.0, 1.0 - std::abs(static_cast<double>(phi_[i])));
            return share * curvature_[i] * curvature_[i];
        });
    }

    // One step along -lap_S (lap phi), back into the bounds. Momentum that has led uphill is lost (O'Donoghue, Candes
    // 2015).
    double step(double energy_before) {
        parallel_for("thin-plate step", band_.layer(0).end, [&](Index i) {
            const float next = phi_[i] + kMomentum * move_[i] - kTimeStep * laplacian(curvature_, i);
            move_[i] = held_[i] ? 0.0f : std::clamp(next, lowest_[i], highest_[i]) - phi_[i];
        });
        for (Index n = 1; n < band_.layer_count(); ++n) extend(n, move_);
        parallel_for("move the surface", band_.size(), [&](Index i) { phi_[i] += move_[i]; });
        const double energy = find_curvature();
        if (energy > energy_before) std::ranges::fill(move_, 0.0f);
        return energy;
    }

private:
    float laplacian(const Values& f, Index i) const {
        float sum = -6.0f * f[i];
        for (const Index j : band_.around(i)) sum += f[j];
        return sum;
    }

    // In the middle of thin sheets the gradient of a distance is short: it has a kink there. Curvatures beside kinks
    // are those of the kinks, not of the surface.
    bool is_kink(Index i) const {
        const auto& j = band_.around(i);
        const Vec3 gradient(phi_[j[1]] - phi_[j[0]], phi_[j[3]] - phi_[j[2]], phi_[j[5]] - phi_[j[4]]);
        return 0.5f * gradient.norm() < kShortGradient;
    }
    void hold_thin_sheets() {
        held_.resize(static_cast<std::size_t>(band_.layer(0).end));
        parallel_for("thin sheets", band_.layer(0).end, [&](Index i) {
            const auto& j = band_.around(i);
            held_[i] = is_kink(i) || std::ranges::any_of(j, [&](Index k) { return is_kink(k); }) ? 1 : 0;
        });
    }

    // The values of layer n from those of layer n - 1, constant along normals.
    void extend(Index n, Values& f) const {
        const auto [begin, end] = band_.layer(n);
        const Index before = band_.layer(n - 1).begin;
        parallel_for("extend", end - begin, [&, begin = begin](Index k) {
            const Index i = begin + k;
            float sum = 0.0f;
            float weight = 0.0f;
            for (const Index j : band_.around(i)) {
                if (j < before || j >= begin) continue;
                const float w = std::max(std::abs(phi_[i]) - std::abs(phi_[j]), 1e-3f);
                sum += w * f[j];
                weight += w;
            }
            f[i] = sum / weight;
        });
    }

    const NarrowBand& band_;
    Values phi_;
    Values lowest_, highest_;  // of layer 0
    Values move_, curvature_;
    std::vector<std::uint8_t> held_;  // of layer 0: nodes that do not move
};

Values signed_distances(const NarrowBand& band, const SparseGrid& phi, const TriangleMesh& mesh) {
    const Bvh tree(mesh);
    Values distance(static_cast<std::size_t>(band.size()));
    parallel_for("distance to the start", band.size(), [&](Index i) {
        const ClosestPoint at = tree.closest_point(phi.node_position(band.node(i)).cast<Real>());
        const auto cells = static_cast<float>(std::sqrt(at.squared_distance) / phi.cell());
        distance[i] = band.inside(i) ? cells : -cells;
    });
    return distance;
}

// The distance of every node of layer 0 to the nearest particle in cells; at most `farthest` spacings.
Values distances_to_particles(const NarrowBand& band, const SparseGrid& phi, const ParticleCloud& cloud,
                              Real farthest) {
    Values distance(static_cast<std::size_t>(band.layer(0).end));
    const Real reach = farthest * cloud.spacing();
    parallel_for("distance to particles", band.layer(0).end, [&](Index i) {
        const Vec3 x = phi.node_position(band.node(i)).cast<Real>();
        Real nearest = reach * reach;
        cloud.grid().for_each_range_in_box(Box3{x, x}.padded(reach), [&](ParticleRange range) {
            for (Index j = range.begin; j < range.end; ++j)
                nearest = std::min(nearest, (cloud.positions()[j] - x).squaredNorm());
        });
        distance[i] = static_cast<float>(std::sqrt(nearest) / phi.cell());
    });
    return distance;
}

}  // namespace

ThinPlateReport smooth_thin_plate(const ThinPlateBand& bounds, const ParticleCloud& cloud, const TriangleMesh& mesh,
                                  Real level, SparseGrid& phi) {
    const ProfileScope scope("thin-plate smoothing");
    ThinPlateReport report;
    const auto per_spacing = static_cast<Real>(cloud.spacing() / phi.cell());  // cells
    const NarrowBand band(phi, level, kMoreLayers + static_cast<Index>(std::ceil(kFarthestMove * per_spacing)));
    Values start = signed_distances(band, phi, mesh);
    Values lowest = distances_to_particles(band, phi, cloud, 2.0f * bounds.outer);
    Values highest(lowest.size());
    parallel_for("bounds", band.layer(0).end, [&](Index i) {
        highest[i] = std::max(start[i], per_spacing * bounds.outer - lowest[i]);
        lowest[i] = std::min(start[i], per_spacing * bounds.inner - lowest[i]);
    });
    ThinPlate plate(band, std::move(start), std::move(lowest), std::move(highest));
    report.energy_before = report.energy_after = plate.find_curvature();
    for (double before = INFINITY; report.steps < kMostSteps && report.energy_after < (1.0 - kLeastGain) * before;) {
        before = report.energy_after;
        for (Index k = 0; k < kRound; ++k) report.energy_after = plate.step(report.energy_after);
        report.steps += kRound;
    }
    Values result = plate.phi();
    for (float& value : result) value /= per_spacing;
    band.write(result, static_cast<float>(band.layer_count() + 1) / per_spacing, level, phi);
    return report;
}

}  // namespace lamella
