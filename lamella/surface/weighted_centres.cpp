#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_blocks.hpp>
#include <lamella/surface/weighted_centres.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;

// Where no particle is within reach, and deep inside.
constexpr float kOutside = -1.0f;
constexpr float kInside = 1.0f;

// (1 - q^2)^3 from q^2.
template <class T>
T bell(T q2) {
    const T t = larger(T(1.0f) - q2, T(0.0f));
    return t * t * t;
}

// The sums of k, k x and, with radii of their own, k r over the nodes of one block; lengths in supports from its
// lowest node.
template <bool kOwnRadii>
class BlockMeans {
public:
    explicit BlockMeans(Real step) : step_(step) {
        for (auto& sum : sums_) sum.fill(0.0f);
    }

    [[gnu::flatten]] void add(const Vec3& p, Real radius) {
        const Pack dx = step_ * lane_numbers() - p.x();
        for (Index z = 0; z < kWidth; ++z)
            for (Index y = 0; y < kWidth; ++y) {
                const Real dy = step_ * static_cast<Real>(y) - p.y();
                const Real dz = step_ * static_cast<Real>(z) - p.z();
                const Real across = dy * dy + dz * dz;
                if (across >= 1.0f) continue;
                const Pack k = bell(dx * dx + across);
                add_to_row(0, y, z, k);
                add_to_row(1, y, z, k * dx);
                add_to_row(2, y, z, k * dy);
                add_to_row(3, y, z, k * dz);
                if constexpr (kOwnRadii) add_to_row(4, y, z, k * radius);
            }
    }

    // r - |x - X| for every node, in spacings.
    void finish(Real common, Real support, std::span<float> nodes) const {
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const Real weight = sums_[0][n];
            if (!(weight > 0.0f)) continue;
            const Vec3 from_mean(sums_[1][n], sums_[2][n], sums_[3][n]);
            Real radius = common;
            if constexpr (kOwnRadii) radius = sums_[4][n] / weight;
            nodes[n] = radius - support * from_mean.norm() / weight;
        }
    }

private:
    [[gnu::always_inline]] void add_to_row(std::size_t sum, Index y, Index z, Pack value) {
        float* row = sums_[sum].data() + cell_in_tile(0, y, z);
        (load_pack(row) + value).copy_to(row, simd::element_aligned);
    }

    Real step_;
    std::array<std::array<float, SparseGrid::kNodes>, kOwnRadii ? 5 : 4> sums_;
};

// Every particle is a ball at its place.
KernelSet balls(Real radius, Index particles) {
    return {radius, std::vector<Index>(static_cast<std::size_t>(particles), -1), {}};
}

// Calls f(j) for the particles around the points of the box.
template <class F>
void for_each_around(const ParticleCloud& cloud, const Box3& box, double reach, F&& f) {
    cloud.grid().for_each_range_in_box(box.padded(static_cast<Real>(reach)), [&](ParticleRange range) {
        for (Index j = range.begin; j < range.end; ++j) f(j);
    });
}

template <bool kOwnRadii>
void sample_blocks(const ParticleCloud& cloud, const NearSurface& near, Real support, const CentreRadii& radii,
                   float inside, SparseGrid& phi) {
    const double cell = phi.cell();
    const double h = static_cast<double>(support) * cloud.spacing();
    const auto step = static_cast<Real>(cell / h);
    const Real end = step * (kWidth - 1);
    for_each_surface_block("field", cloud, near, phi, inside, [&] {
        return [&](const Vec3d& corner, const DeepRows&, std::span<float> nodes) {
            BlockMeans<kOwnRadii> means(step);
            const Vec3d last = corner.array() + cell * (kWidth - 1);
            for_each_around(cloud, {corner.cast<Real>(), last.cast<Real>()}, h, [&](Index j) {
                const Vec3 p = ((cloud.positions()[j].cast<double>() - corner) / h).cast<Real>();
                if (p.minCoeff() > -1.0f && p.maxCoeff() < end + 1.0f) means.add(p, radii.of(j));
            });
            means.finish(radii.common, support, nodes);
        };
    });
}

}  // namespace

Real CentreRadii::largest() const { return own.empty() ? common : *std::ranges::max_element(own); }

WeightedCentres::WeightedCentres(const ParticleCloud& cloud, Real support, CentreRadii radii)
    : cloud_(cloud), near_(find_near_surface(cloud)), support_(support), radii_(std::move(radii)) {}

SparseGrid WeightedCentres::sample(double cell) const {
    const float inside = std::max(kInside, radii_.largest());
    SparseGrid phi = blocks_of_surface(cloud_, near_, balls(support_, cloud_.size()), cell, kOutside, inside);
    const auto sample_all = radii_.own.empty() ? sample_blocks<false> : sample_blocks<true>;
    sample_all(cloud_, near_, support_, radii_, inside, phi);
    return phi;
}

Real WeightedCentres::value(const Vec3d& point) const {
    const double h = static_cast<double>(support_) * cloud_.spacing();
    double weight = 0.0;
    double radius = 0.0;
    Vec3d sum = Vec3d::Zero();
    for_each_around(cloud_, {point.cast<Real>(), point.cast<Real>()}, h, [&](Index j) {
        const Vec3d from = (point - cloud_.positions()[j].cast<double>()) / h;
        const double k = bell(static_cast<Real>(from.squaredNorm()));
        weight += k;
        radius += k * radii_.of(j);
        sum += k * from;
    });
    return weight > 0.0 ? static_cast<Real>((radius - support_ * sum.norm()) / weight) : kOutside;
}

// The gradient by central differences.
std::vector<FieldSample> WeightedCentres::samples(std::span<const Vec3> points) const {
    constexpr double kStep = 0.01;  // spacings
    std::vector<FieldSample> result(points.size());
    parallel_for(
        "field samples", static_cast<Index>(points.size()),
        [&](Index i) {
            const Vec3d p = points[static_cast<std::size_t>(i)].cast<double>();
            FieldSample& s = result[static_cast<std::size_t>(i)];
            s.value = value(p);
            for (int a = 0; a < 3; ++a) {
                const Vec3d step = kStep * cloud_.spacing() * Vec3d::Unit(a);
                s.gradient[a] = (value(p + step) - value(p - step)) / static_cast<Real>(2.0 * kStep);
            }
        },
        64);
    return result;
}

}  // namespace lamella
