#include <lamella/core/parallel.hpp>
#include <lamella/surface/surface_blocks.hpp>
#include <lamella/surface/zhu_bridson2005.hpp>

#include <array>
#include <cmath>

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

// The sums of k and k x over the nodes of one block; lengths in supports from its lowest node.
class BlockMeans {
public:
    explicit BlockMeans(Real step) : step_(step) {
        for (auto& sum : sums_) sum.fill(0.0f);
    }

    [[gnu::flatten]] void add(const Vec3& p) {
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
            }
    }

    // r - |x - X| for every node, in spacings.
    void finish(Real radius, Real support, std::span<float> nodes) const {
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const Real weight = sums_[0][n];
            if (!(weight > 0.0f)) continue;
            const Vec3 from_mean(sums_[1][n], sums_[2][n], sums_[3][n]);
            nodes[n] = radius - support * from_mean.norm() / weight;
        }
    }

private:
    [[gnu::always_inline]] void add_to_row(std::size_t sum, Index y, Index z, Pack value) {
        float* row = sums_[sum].data() + cell_in_tile(0, y, z);
        (load_pack(row) + value).copy_to(row, simd::element_aligned);
    }

    Real step_;
    std::array<std::array<float, SparseGrid::kNodes>, 4> sums_;
};

// Every particle is a ball at its place.
KernelSet balls(Real radius, Index particles) {
    return {radius, std::vector<Index>(static_cast<std::size_t>(particles), -1), {}};
}

}  // namespace

ZhuBridson2005::ZhuBridson2005(const ZhuBridson2005Parameters& parameters, const ParticleCloud& cloud)
    : parameters_(parameters), cloud_(cloud), near_(find_near_surface(cloud)) {}

SparseGrid ZhuBridson2005::sample(double cell) const {
    SparseGrid phi =
        blocks_of_surface(cloud_, near_, balls(parameters_.support, cloud_.size()), cell, kOutside, kInside);
    const double h = static_cast<double>(parameters_.support) * cloud_.spacing();
    const auto step = static_cast<Real>(cell / h);
    const Real end = step * (kWidth - 1);
    for_each_surface_block("field", cloud_, near_, phi, kInside, [&] {
        return [&](const Vec3d& corner, const DeepRows&, std::span<float> nodes) {
            BlockMeans means(step);
            const Vec3d last = corner.array() + cell * (kWidth - 1);
            const Box3 box{corner.cast<Real>(), last.cast<Real>()};
            cloud_.grid().for_each_range_in_box(box.padded(static_cast<Real>(h)), [&](ParticleRange range) {
                for (Index j = range.begin; j < range.end; ++j) {
                    const Vec3 p = ((cloud_.positions()[j].cast<double>() - corner) / h).cast<Real>();
                    if (p.minCoeff() > -1.0f && p.maxCoeff() < end + 1.0f) means.add(p);
                }
            });
            means.finish(parameters_.radius, parameters_.support, nodes);
        };
    });
    return phi;
}

Real ZhuBridson2005::value(const Vec3d& point) const {
    const double h = static_cast<double>(parameters_.support) * cloud_.spacing();
    double weight = 0.0;
    Vec3d sum = Vec3d::Zero();
    const Box3 box{point.cast<Real>(), point.cast<Real>()};
    cloud_.grid().for_each_range_in_box(box.padded(static_cast<Real>(h)), [&](ParticleRange range) {
        for (Index j = range.begin; j < range.end; ++j) {
            const Vec3d from = (point - cloud_.positions()[j].cast<double>()) / h;
            const double k = bell(static_cast<Real>(from.squaredNorm()));
            weight += k;
            sum += k * from;
        }
    });
    return weight > 0.0 ? static_cast<Real>(parameters_.radius - parameters_.support * sum.norm() / weight) : kOutside;
}

// The gradient by central differences.
std::vector<FieldSample> ZhuBridson2005::samples(std::span<const Vec3> points) const {
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
