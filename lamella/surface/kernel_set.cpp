#include <lamella/core/parallel.hpp>
#include <lamella/surface/kernel_set.hpp>

#include <algorithm>

namespace lamella {

Kernel ellipsoid(const Vec3& centre, const Mat3d& axes, const Vec3d& semi_axes, Real volume) {
    const Vec3d squared = semi_axes.cwiseAbs2();
    const Mat3d metric = axes * squared.cwiseInverse().asDiagonal() * axes.transpose();
    const Mat3d inverse = axes * squared.asDiagonal() * axes.transpose();
    const auto m = [&](int i, int j) { return static_cast<Real>(metric(i, j)); };
    return {centre,
            static_cast<Real>(volume / semi_axes.prod()),
            {m(0, 0), m(1, 1), m(2, 2), m(1, 2), m(0, 2), m(0, 1)},
            inverse.diagonal().cwiseSqrt().cast<Real>()};
}

Kernel ball(const Vec3& centre, Real radius, Real volume) {
    const Real m = 1.0f / (radius * radius);
    return {centre, volume / (radius * radius * radius), {m, m, m, 0.0f, 0.0f, 0.0f}, Vec3::Constant(radius)};
}

std::vector<Index> numbered_slots(const NearSurface& near) {
    std::vector<Index> slots(near.depth.size(), -1);
    Index next = 0;
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (near[static_cast<Index>(i)]) slots[i] = next++;
    return slots;
}

std::size_t slot_count(const std::vector<Index>& slots) {
    return slots.size() - static_cast<std::size_t>(std::ranges::count(slots, -1));
}

Real largest_reach(const ParticleCloud& cloud, const KernelSet& kernels) {
    const auto own = [&](Index i) {
        const Index slot = kernels.slot[i];
        if (slot < 0) return 0.0f;
        const Kernel& k = kernels.own[slot];
        return cloud.spacing() * k.extent.maxCoeff() + (k.centre - cloud.positions()[i]).cwiseAbs().maxCoeff();
    };
    return parallel_max("kernel reach", cloud.size(), own, cloud.spacing() * kernels.radius);
}

}  // namespace lamella
