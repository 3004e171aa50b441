#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/point_neighbours.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;
static_assert(kWidth == kPackWidth, "a row of a block is one pack");

// The volume of a particle in units of d^3, from the sum of the kernels around it (1 deep inside).
class DropVolume {
public:
    DropVolume(Real support, Real iso) {
        const CubicSpline W(support);
        const Real ball = std::cbrt(3.0f / (4.0f * kPi));  // radius of the volume 1
        alone_ = W(0.0f);
        enough_ = alone_ + 0.4f * (1.0f - alone_);  // 0.59 for h = 2 d; the outer layer of a flat surface has 0.8
        volume_alone_ = iso / W(ball);
    }
    // With a narrow support a particle's own kernel hides its neighbours, and single ones do not vanish.
    bool needed() const { return alone_ < 0.9f; }
    Real operator()(Real sum) const {
        const Real lack = std::clamp((enough_ - sum) / (enough_ - alone_), 0.0f, 1.0f);
        return 1.0f + lack * (volume_alone_ - 1.0f);
    }

private:
    Real alone_;
    Real enough_;
    Real volume_alone_;
};

void enlarge_drops(const ParticleCloud& cloud, const DropVolume& drop, ScalarColumn& volumes) {
    Neighbours near;
    near.find(cloud.grid(), cloud.particles().positions());
    const Real d = cloud.spacing();
    const CubicSpline W(cloud.support() / d);
    parallel_for("drop volumes", volumes.size(), [&](Index i) {
        volumes[i] = drop(sum_over(near.of(i), [&](const auto& j) { return W(j.distance() / d); }));
    });
}

// The sum over one block of nodes, in units of the support.
class BlockSum {
public:
    BlockSum(const Vec3d& corner, double cell, double h, std::span<float> values)
        : corner_(corner),
          per_support_(1.0 / h),
          step_(static_cast<Real>(cell / h)),
          per_step_(static_cast<Real>(h / cell)),
          end_(static_cast<Real>(1.0 + (kWidth - 1) * cell / h)),
          values_(values.data()) {}

    void add(const Vec3& position, Real weight) {
        const Vec3 p = ((position.cast<double>() - corner_) * per_support_).cast<Real>();
        if (p.minCoeff() <= -1.0f || p.maxCoeff() >= end_) return;
        const CubicSpline W(1.0f);
        const Real step = step_;
        const Pack dx = step * lane_numbers() - p.x();
        const Pack dx2 = dx * dx;
        const auto [y_begin, y_end] = nodes_near(p.y());
        const auto [z_begin, z_end] = nodes_near(p.z());
        for (Index z = z_begin; z < z_end; ++z)
            for (Index y = y_begin; y < y_end; ++y) {
                const Real dy = step * static_cast<Real>(y) - p.y();
                const Real dz = step * static_cast<Real>(z) - p.z();
                const Real across = dy * dy + dz * dz;
                if (across >= 1.0f) continue;
                float* row = values_ + SparseGrid::node_index(0, y, z);
                (load_pack(row) + weight * W(square_root(dx2 + across))).copy_to(row, simd::element_aligned);
            }
    }

private:
    // The nodes of a row within the support (and perhaps one more), for p in (-1, end).
    std::pair<Index, Index> nodes_near(Real p) const {
        return {std::max(0, static_cast<Index>((p - 1.0f) * per_step_)),
                std::min(kWidth, static_cast<Index>((p + 1.0f) * per_step_) + 1)};
    }

    Vec3d corner_;
    double per_support_;
    Real step_;
    Real per_step_;
    Real end_;
    float* values_;
};

}  // namespace

Mueller2003::Mueller2003(const Mueller2003Parameters& parameters, const ParticleCloud& cloud)
    : parameters_(parameters), cloud_(cloud) {
    volumes_.resize(cloud.particles().size());
    std::ranges::fill(volumes_.span(), 1.0f);
    const DropVolume drop(parameters.support, parameters.iso);
    if (parameters.keep_drops && drop.needed()) enlarge_drops(cloud, drop, volumes_);
}

SparseGrid Mueller2003::sample() const {
    const double cell = static_cast<double>(parameters_.mesh.cell) * cloud_.spacing();
    const Real h = cloud_.support();
    const Real scale = std::pow(parameters_.support, -3.0f);  // d^3 / h^3
    const Vec3Column& x = cloud_.particles().positions();
    SparseGrid phi(Vec3d::Zero(), cell, 0.0f, cloud_.blocks_within_support(cell));
    const auto sum_block = [&](Index b) {
        const Vec3d corner = phi.node_position(kWidth * phi.block(b));
        const Vec3d last = corner.array() + cell * (kWidth - 1);
        BlockSum block(corner, cell, h, phi.values(b));
        cloud_.grid().for_each_range_in_box(Box3{corner.cast<Real>(), last.cast<Real>()}.padded(h),
                                            [&](const ParticleRange& range) {
                                                for (Index j = range.begin; j < range.end; ++j)
                                                    block.add(x[j], scale * volumes_[j]);
                                            });
    };
    parallel_for("mueller2003 field", phi.block_count(), sum_block, 4);
    return phi;
}

Vec3Column Mueller2003::gradients(std::span<const Vec3> points) const {
    const Real h = cloud_.support();
    const CubicSpline W(1.0f);
    const Real scale = std::pow(parameters_.support, -3.0f) / h;
    const float* volume = volumes_.component(0).data();
    Vec3Column result;
    result.resize(static_cast<Index>(points.size()));
    PointNeighbours(points, cloud_).for_each("field gradients", [&](Index i, const NeighbourRange& near) {
        result.set(i, scale * sum_over(near, [&](const auto& j) {
                          return (j.load(volume) * W.slope_over_r(j.distance() / h) / h) * j.difference;
                      }));
    });
    return result;
}

}  // namespace lamella
