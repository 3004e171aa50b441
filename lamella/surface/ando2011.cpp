#include <lamella/core/parallel.hpp>
#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/surface/ando2011.hpp>
#include <lamella/surface/block_kernels.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/near_sweep.hpp>
#include <lamella/surface/surface_blocks.hpp>

namespace lamella {
namespace {

constexpr Real kRadius = 4.0f;        // R, in spacings
constexpr Real kWindowShift = 1.25f;  // how far a mean lies off at most, in spacings
constexpr Real kFarthest = 1.75f;     // distances are looked for up to this many c
constexpr Index kFewNeighbours = 5;
constexpr float kInside = 1.0f;

class StretchOf {
public:
    StretchOf(const Ando2011Parameters& p, Real spacing)
        : p_(p), k_s_(7.0 / (static_cast<double>(kRadius * spacing) * (kRadius * spacing))) {}

    // Axes in units of kFarthest c, so that the kernel ends where distances are no longer looked for.
    Kernel operator()(const Vec3& position, const NeighbourMoments& m) const {
        const Real reach = kFarthest * p_.radius;
        if (m.count < kFewNeighbours) return ball(position, reach);
        const SymmetricEigen e = symmetric_eigen(k_s_ * m.covariance);
        const double least = std::max<double>(e.values[0] / p_.axis_ratio, 0.5 * p_.mesh.cell);
        return ellipsoid(position, e.vectors, reach * e.values.cwiseMax(least));
    }

private:
    Ando2011Parameters p_;
    double k_s_;
};

class Ando2011 : public ImplicitField {
public:
    Ando2011(const Ando2011Parameters& parameters, const ParticleCloud& cloud);

    Real level() const override { return 0.0f; }
    SparseGrid sample(double cell) const override;
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;
    const KernelSet* kernels() const override { return &kernels_; }

private:
    Ando2011Parameters parameters_;
    const ParticleCloud& cloud_;
    NearSurface near_;
    KernelSet kernels_;
    Real reach_;
};

Ando2011::Ando2011(const Ando2011Parameters& parameters, const ParticleCloud& cloud)
    : parameters_(parameters), cloud_(cloud), near_(find_near_surface(cloud)) {
    const Real d = cloud.spacing();
    const Vec3Column& x = cloud.positions();
    kernels_.radius = kFarthest * parameters.radius;
    kernels_.slot = numbered_slots(near_);
    kernels_.own.resize(slot_count(kernels_.slot));
    const StretchOf kernel_of(parameters, d);
    sweep_near_surface("moments", cloud, near_, nullptr, (kRadius + kWindowShift) * d, [&](const CellVisit& visit) {
        return [&](Index i, const GatheredRange&, const SameBody&) {
            kernels_.own[kernels_.slot[i]] = kernel_of(x[i], moments_about_mean(visit.near, x[i], kRadius * d));
        };
    });
    reach_ = largest_reach(cloud, kernels_);
}

SparseGrid Ando2011::sample(double cell) const {
    const float outside = (1.0f - kFarthest) * parameters_.radius;
    SparseGrid phi = blocks_of_surface(cloud_, near_, kernels_, cell, outside, kInside);
    const auto step = static_cast<Real>(cell / cloud_.spacing());
    for_each_surface_block("field", cloud_, near_, phi, kInside, [&] {
        return
            [&, kernels = BlockKernels()](const Vec3d& corner, const DeepRows& deep, std::span<float> nodes) mutable {
                kernels.gather(cloud_, kernels_, corner, cell * (SparseGrid::kWidth - 1), reach_);
                std::ranges::fill(nodes, 1.0f);
                kernels.least_on_nodes(step, deep, nodes);
                for (float& node : nodes) node = parameters_.radius * (1.0f - kFarthest * std::sqrt(node));
            };
    });
    return phi;
}

std::vector<FieldSample> Ando2011::samples(std::span<const Vec3> points) const {
    std::vector<FieldSample> result(points.size());
    parallel_for(
        "field samples", static_cast<Index>(points.size()),
        [&](Index i) {
            BlockKernels kernels;
            kernels.gather(cloud_, kernels_, points[static_cast<std::size_t>(i)].cast<double>(), 0.0, reach_);
            const FieldSample least = kernels.least(Vec3::Zero());  // q^2 and its gradient
            const Real q = std::sqrt(least.value);
            const Real scale = kFarthest * parameters_.radius;
            FieldSample& s = result[static_cast<std::size_t>(i)];
            s.value = parameters_.radius - scale * q;
            if (q > 0.0f) s.gradient = -scale / (2.0f * q) * least.gradient;
        },
        64);
    return result;
}

}  // namespace

std::unique_ptr<ImplicitField> Ando2011Parameters::field(const ParticleCloud& cloud, SurfaceMemory*) const {
    return std::make_unique<Ando2011>(*this, cloud);
}

}  // namespace lamella
