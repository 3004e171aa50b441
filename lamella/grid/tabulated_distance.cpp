#include <lamella/core/parallel.hpp>
#include <lamella/grid/tabulated_distance.hpp>
#include <lamella/grid/tricubic.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Index kBlock = 4;

}  // namespace

TabulatedDistance::TabulatedDistance(const std::function<Real(const Vec3&)>& distance, const Box3& box, Real width,
                                     Real band)
    : low_(box.min - Vec3::Constant(width)), width_(width) {
    const Vec3i needed = (box.size() / width).array().ceil().cast<Index>() + 4;
    const Vec3i whole = (needed.array() + kBlock - 1) / kBlock;
    counts_ = kBlock * whole;
    nodes_.resize(static_cast<std::size_t>(counts_.x()) * counts_.y() * counts_.z());
    parallel_for(
        "table of distances", whole.x() * whole.y() * whole.z(),
        [&](Index k) {
            const Vec3i at(k % whole.x(), k / whole.x() % whole.y(), k / (whole.x() * whole.y()));
            fill_block(distance, kBlock * at, band);
        },
        1);
}

Real& TabulatedDistance::node(const Vec3i& at) {
    return nodes_[(static_cast<std::size_t>(at.z()) * counts_.y() + at.y()) * counts_.x() + at.x()];
}

// Blocks without a surface near have one value.
void TabulatedDistance::fill_block(const std::function<Real(const Vec3&)>& distance, const Vec3i& first, Real band) {
    const Vec3 half = Vec3::Constant(0.5f * static_cast<Real>(kBlock - 1));
    const Real middle = distance(place(first) + width_ * half);
    const bool far = std::abs(middle) > band + width_ * (half.norm() + 2.0f);
    for (Index z = 0; z < kBlock; ++z)
        for (Index y = 0; y < kBlock; ++y)
            for (Index x = 0; x < kBlock; ++x) {
                const Vec3i at = first + Vec3i(x, y, z);
                node(at) = far ? middle : distance(place(at));
            }
}

Real TabulatedDistance::operator()(const Vec3& x) const {
    const Vec3 high = (counts_ - Vec3i::Constant(3)).cast<Real>();
    const Vec3 at = (x - low_) / width_, inside = at.cwiseMax(Vec3::Ones()).cwiseMin(high);
    const Vec3i base = inside.array().floor().cast<Index>().min((counts_ - Vec3i::Constant(3)).array());
    const Real within = tricubic(base, inside - base.cast<Real>(), [&](Index i, Index j, Index k) {
        return nodes_[(static_cast<std::size_t>(k) * counts_.y() + j) * counts_.x() + i];
    });
    return within + width_ * (at - inside).norm();
}

}  // namespace lamella
