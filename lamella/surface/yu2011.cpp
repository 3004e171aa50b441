#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/near_sweep.hpp>
#include <lamella/surface/yu2011.hpp>

#include <numeric>

namespace lamella {
namespace {

class KernelOf {
public:
    KernelOf(const Yu2011Parameters& p, Real spacing)
        : p_(p),
          radius_(2.0f * p.support * spacing),
          full_count_(4.0f / 3.0f * kPi * 8.0f * p.support * p.support * p.support) {}

    Kernel operator()(const Vec3& position, const NeighbourMoments& m) const {
        const Vec3 centre = position + p_.relocation * m.mean;  // (4.3)
        if (deep_inside(m)) return ball(centre, p_.support);
        if (m.count <= p_.few_neighbours) return ball(centre, p_.few_radius * p_.support);
        const double k_s = 1.0 / (0.15 * static_cast<double>(radius_) * radius_);
        const SymmetricEigen e = symmetric_eigen(k_s * m.covariance);
        const Vec3d stretched = e.values.cwiseMax(e.values[0] / p_.axis_ratio);  // (4.12)
        return ellipsoid(centre, e.vectors, p_.support * stretched);             // (4.13)
    }

private:
    // Section 4.5, with the weighted mean in place of the centre of mass.
    bool deep_inside(const NeighbourMoments& m) const {
        return static_cast<Real>(m.count) >= 0.9f * full_count_ && m.mean.norm() <= 0.1f * radius_;
    }

    Yu2011Parameters p_;
    Real radius_;      // R
    Real full_count_;  // N_s
};

// Kernels for all particles of `all`; those that the test of section 4.5 finds deep inside stay balls.
KernelSet yu2011_kernels(const Yu2011Parameters& parameters, const ParticleCloud& cloud, const NearSurface& all) {
    const Real d = cloud.spacing();
    const Real radius = 2.0f * parameters.support * d;
    const CubicWeight w(radius);
    const Membership components(cloud.grid(), cloud.neighbours(), all.cells, parameters.link * d, 0, Locality::whole);
    KernelSet kernels;
    kernels.radius = parameters.support;
    kernels.slot.resize(static_cast<std::size_t>(cloud.size()));
    std::iota(kernels.slot.begin(), kernels.slot.end(), 0);
    kernels.own.resize(kernels.slot.size());
    const KernelOf kernel_of(parameters, d);
    sweep_near_surface("moments", cloud, all, &components, radius, [&](const CellVisit&) {
        return [&](Index i, const GatheredRange& range, const SameBody& same) {
            const NeighbourMoments m = neighbour_moments(range, [&](const NeighbourPack& j) {
                return select(same(j), w(j.distance()), Pack(0.0f));  // (4.14)
            });
            kernels.own[i] = kernel_of(cloud.positions()[i], m);
        };
    });
    return kernels;
}

}  // namespace

std::unique_ptr<ImplicitField> Yu2011Parameters::field(const ParticleCloud& cloud, SurfaceMemory*) const {
    NearSurface near = all_near_surface(cloud);
    KernelSet kernels = yu2011_kernels(*this, cloud, near);
    return std::make_unique<KernelField>(cloud, std::move(near), std::move(kernels), iso);
}

}  // namespace lamella
