#include <lamella/core/parallel.hpp>
#include <lamella/surface/block_kernels.hpp>
#include <lamella/surface/parts/torn_parts.hpp>

#include <algorithm>
#include <vector>

namespace lamella {
namespace {

constexpr Real kSparse = 0.6f;  // of the filling of near_surface.hpp; the outer layer of a body has more
constexpr Real kWhole = 1.6f;   // levels
constexpr Real kMost = 3.0f;

// The factors on the volumes of the kernels, 1 where nothing is torn.
class TornVolumes {
public:
    TornVolumes(const ParticleCloud& cloud, const NearSurface& near, const KernelSet& kernels,
                std::span<const Real> thin, Real level)
        : cloud_(cloud),
          near_(near),
          kernels_(kernels),
          thin_(thin),
          whole_(kWhole * level),
          reach_(largest_reach(cloud, kernels)) {}

    std::vector<Real> factors() const {
        std::vector<Real> result(kernels_.own.size(), 1.0f);
        parallel_for(
            "torn parts", static_cast<Index>(near_.cells.size()),
            [&](Index k) { fill_cell(near_.cells[static_cast<std::size_t>(k)], result); }, 16);
        return result;
    }

private:
    bool may_be_torn(Index i) const { return near_[i] && near_.filling[i] < kSparse && thin_[slot(i)] > 0.0f; }
    std::size_t slot(Index i) const { return static_cast<std::size_t>(kernels_.slot[static_cast<std::size_t>(i)]); }
    const Vec3& centre(Index i) const { return kernels_.own[slot(i)].centre; }

    void fill_cell(Index cell, std::vector<Real>& result) const {
        const auto [begin, end] = cloud_.grid().particles_of(cell);
        Box3 box;
        for (Index i = begin; i < end; ++i)
            if (may_be_torn(i)) box.extend(centre(i));
        if (box.empty()) return;
        const Vec3d corner = box.min.cast<double>();
        BlockKernels around;
        around.gather(cloud_, kernels_, corner, (box.max.cast<double>() - corner).maxCoeff(), reach_);
        for (Index i = begin; i < end; ++i) {
            if (!may_be_torn(i)) continue;
            const Vec3 at = ((centre(i).cast<double>() - corner) / cloud_.spacing()).cast<Real>();
            const Real phi = around.sample(at).value;
            const Real wanted = std::clamp(whole_ / phi, 1.0f, kMost);
            result[slot(i)] = 1.0f + thin_[slot(i)] * (wanted - 1.0f);
        }
    }

    const ParticleCloud& cloud_;
    const NearSurface& near_;
    const KernelSet& kernels_;
    std::span<const Real> thin_;
    Real whole_;
    Real reach_;
};

}  // namespace

Real thinness(const Vec3d& eigenvalues) {
    constexpr double kThin = 0.4;
    constexpr double kThick = 0.6;
    const double ratio = eigenvalues[0] > 0.0 ? eigenvalues[2] / eigenvalues[0] : 1.0;
    return static_cast<Real>(std::clamp((kThick - ratio) / (kThick - kThin), 0.0, 1.0));
}

void fill_torn_parts(const ParticleCloud& cloud, const NearSurface& near, std::span<const Real> thin, Real level,
                     KernelSet& kernels) {
    const std::vector<Real> factors = TornVolumes(cloud, near, kernels, thin, level).factors();
    for (std::size_t k = 0; k < factors.size(); ++k) kernels.own[k].scale *= factors[k];
}

}  // namespace lamella
