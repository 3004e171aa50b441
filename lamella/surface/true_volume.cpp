#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/particles/gathered_mass.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/surface/exact_volume.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/parts/thin_parts.hpp>
#include <lamella/surface/parts/torn_parts.hpp>
#include <lamella/surface/relocation.hpp>
#include <lamella/surface/true_volume.hpp>

#include <cmath>
#include <vector>

namespace lamella {
namespace {

constexpr Real kRadius = 4.0f;       // R of the weights, in spacings
constexpr Real kDepthRadius = 3.0f;  // Rc of the common shift
constexpr int kPasses = 2;
constexpr Real kLink = 1.6f;  // the longest that keeps bodies apart whose surfaces are 1 d apart
constexpr Index kWild = 100;
constexpr Index kFewNeighbours = 4;
constexpr Real kDropRadius = 1.2f;
constexpr Real kAxisCells = 0.6f;  // the shortest semi-axis in cells of the grid
constexpr double kSheetRatio = 0.1;
constexpr double kSpray = 0.3;

class KernelOf {
public:
    KernelOf(const TrueVolumeParameters& p, Real spacing)
        : spacing_(spacing),
          rule_{p.support, kRadius, kAxisCells * p.mesh.cell, thin_part_factors(p.iso)},
          thinnest_(p.thinnest_sheet * p.mesh.cell) {}

    // `share` is the volume of a particle over that of a whole one; `thin` is set to how much it is one of a
    // thin part.
    Kernel operator()(const Vec3& position, const NeighbourMoments& m, Real share, Real& thin) const {
        const Real drop = kDropRadius * std::cbrt(share);
        thin = 0.0f;
        if (m.count <= kFewNeighbours) return ball(position, drop, share);
        const double full = 0.15 * kRadius * kRadius * spacing_ * spacing_;  // the covariance deep inside
        const SymmetricEigen e = symmetric_eigen(m.covariance / full);
        thin = thinness(e.values);
        const Real tau = sheet_thickness(m.weight, kRadius);
        if (tau < thinnest_ && e.values[2] < kSheetRatio * e.values[0]) {  // widened, and more volume with it
            const Real volume = thinnest_ / tau;
            return ellipsoid(position, e.vectors, kernel_axes(e.values, volume * m.weight, rule_), volume * share);
        }
        const Real weight = whole_weight(m.weight, m.mean.norm() / (kRadius * spacing_));
        return ellipsoid(position, e.vectors,
                         without_vanishing(kernel_axes(e.values, weight, rule_), e.values, weight, drop), share);
    }

private:
    // A spray of particles far apart is no continuum: wide kernels would sum up to less than the level. Where the
    // space that the neighbours spread over is filled by less than kSpray, axes shrink towards those of a drop.
    static Vec3d without_vanishing(const Vec3d& axes, const Vec3d& eigenvalues, Real weight, Real drop) {
        const double full = 2.0 / 3.0 * kPi * kRadius * kRadius * kRadius * std::sqrt(eigenvalues.cwiseMax(0.0).prod());
        if (weight >= kSpray * full) return axes;
        const Vec3d shrunk = weight / (kSpray * full) * axes;
        return axes.cwiseMin(shrunk.cwiseMax(drop));
    }

    Real spacing_;
    AxisRule rule_;
    Real thinnest_;
};

KernelSet true_volume_kernels(const TrueVolumeParameters& parameters, const ParticleCloud& cloud,
                              const NearSurface& near) {
    const Real d = cloud.spacing();
    const Vec3Column& x = cloud.positions();
    KernelSet kernels;
    kernels.radius = parameters.support;
    kernels.slot = numbered_slots(near);
    kernels.own.resize(slot_count(kernels.slot));
    std::vector<Real> thin(kernels.own.size());
    const Membership bodies(cloud.grid(), cloud.neighbours(), near.cells, kLink * d, kWild, Locality::near);

    Vec3Column shift;
    shift.resize(cloud.size());
    const CubicWeight w(kRadius * d);
    const KernelOf kernel_of(parameters, d);
    const MassShares masses = cloud.mass();
    sweep_near_surface("moments", cloud, near, &bodies, kRadius * d, [&](const CellVisit& visit) {
        return [&, mass = GatheredMass(visit.near, masses)](Index i, const GatheredRange& range, const SameBody& same) {
            const auto weight = [&](const NeighbourPack& j) { return select(same(j), w(j.distance()), Pack(0.0f)); };
            const NeighbourMoments m =
                neighbour_moments(range, [&](const NeighbourPack& j) { return mass[j] * weight(j); });
            const Real share = masses.all_equal() ? 1.0f : m.weight / neighbour_moments(range, weight).weight;
            shift.set(i, m.mean);
            const Index slot = kernels.slot[i];
            kernels.own[slot] = kernel_of(x[i], m, share, thin[slot]);
        };
    });
    const Vec3Column moved = relocation(cloud, near, &bodies, {kRadius * d, kDepthRadius * d}, kPasses, shift);
    parallel_for("centres", cloud.size(), [&](Index i) {
        if (near[i]) kernels.own[kernels.slot[i]].centre += moved[i];
    });
    fill_torn_parts(cloud, near, thin, parameters.iso, kernels);
    return kernels;
}

}  // namespace

std::unique_ptr<ImplicitField> TrueVolumeParameters::field(const ParticleCloud& cloud, SurfaceMemory*) const {
    NearSurface near = find_near_surface(cloud);
    KernelSet kernels = true_volume_kernels(*this, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), iso);
}

// Of what walls take from a thin film the level gives back what the rest does not (surface_method.cpp).
Real TrueVolumeParameters::level(const ImplicitField& field, const SparseGrid& phi, const VolumeAsked& asked,
                                 SurfaceMemory* memory) const {
    if (exact_volume == 0) {
        if (asked.least == 0.0) return field.level();
        return level_of_volume(field, phi, {asked.least, asked.spacing, asked.cut, asked.first});
    }
    return mean_level(exact_volume, level_of_volume(field, phi, asked), memory);
}

// As thick as the grid can show.
void TrueVolumeParameters::show_thin_sheets() {
    constexpr Real kShownCells = 1.5f;
    thinnest_sheet = std::max(thinnest_sheet, kShownCells);
}

}  // namespace lamella
