#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/surface/mueller2003.hpp>
#include <lamella/surface/point_neighbours.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;
static_assert(kWidth == kPackWidth, "a row of a block is one pack");

// Half the cubic spline over q = r / h: (1 - q)^3 - 4 (1/2 - q)^3, each term only where it is positive.
template <class T>
T half_spline(const T& q) {
    const T outer = larger(T(1.0f) - q, T(0.0f));
    const T inner = larger(T(0.5f) - q, T(0.0f));
    return outer * outer * outer - T(4.0f) * inner * inner * inner;
}

// Its derivative by q.
template <class T>
T half_spline_slope(const T& q) {
    const T outer = larger(T(1.0f) - q, T(0.0f));
    const T inner = larger(T(0.5f) - q, T(0.0f));
    return T(12.0f) * inner * inner - T(3.0f) * outer * outer;
}

// W = normaliser(h) half_spline(r / h) has unit integral.
double normaliser(double h) { return 16.0 / (std::numbers::pi * h * h * h); }

// The volume of a particle in units of d^3, from the sum of the kernels around it (1 deep inside).
class DropVolume {
public:
    DropVolume(double support, double iso) {
        const double ball = std::cbrt(3.0 / (4.0 * std::numbers::pi));  // radius of the volume 1
        alone_ = normaliser(support) * half_spline(0.0);
        enough_ = alone_ + 0.4 * (1.0 - alone_);  // 0.59 for h = 2 d; the outer layer of a flat surface has 0.8
        volume_alone_ = iso / (normaliser(support) * half_spline(ball / support));
    }
    // With a narrow support a particle's own kernel hides its neighbours, and single ones do not vanish.
    bool needed() const { return alone_ < 0.9; }
    double operator()(double sum) const {
        const double lack = std::clamp((enough_ - sum) / (enough_ - alone_), 0.0, 1.0);
        return 1.0 + lack * (volume_alone_ - 1.0);
    }

private:
    double alone_;
    double enough_;
    double volume_alone_;
};

void enlarge_drops(const ParticleCloud& cloud, const DropVolume& drop, ScalarColumn& volumes) {
    Neighbours near;
    near.find(cloud.grid(), cloud.particles().positions());
    const Real d = cloud.spacing();
    const double scale = normaliser(cloud.support() / d);
    parallel_for("drop volumes", volumes.size(), [&](Index i) {
        const Real sum =
            sum_over(near.of(i), [&](const auto& j) { return half_spline(j.distance() / cloud.support()); });
        volumes[i] *= static_cast<Real>(drop(scale * sum));
    });
}

// One block of nodes with the distances in units of h.
class BlockSum {
public:
    BlockSum(const Vec3d& corner, double cell, double h, std::span<float> values)
        : corner_(corner), per_support_(1.0 / h), step_(static_cast<Real>(cell / h)), values_(values.data()) {}

    void add(const Vec3& position, Real weight) {
        const Vec3 p = ((position.cast<double>() - corner_) * per_support_).cast<Real>();
        const auto [x0, x1] = nodes_near(p.x());
        const auto [y0, y1] = nodes_near(p.y());
        const auto [z0, z1] = nodes_near(p.z());
        if (x0 > x1) return;
        const Pack dx = step_ * lane_numbers() - p.x();
        const Pack dx2 = dx * dx;
        for (Index z = z0; z <= z1; ++z)
            for (Index y = y0; y <= y1; ++y) {
                const Real dy = step_ * static_cast<Real>(y) - p.y();
                const Real dz = step_ * static_cast<Real>(z) - p.z();
                const Real across = dy * dy + dz * dz;
                if (across < 1.0f) add_row(values_ + SparseGrid::node_index(0, y, z), dx2 + across, weight);
            }
    }

private:
    static void add_row(float* row, const Pack& q2, Real weight) {
        (load_pack(row) + weight * half_spline(square_root(q2))).copy_to(row, simd::element_aligned);
    }
    std::pair<Index, Index> nodes_near(Real p) const {
        const Real last = kWidth - 1;
        return {static_cast<Index>(std::ceil(std::clamp((p - 1.0f) / step_, 0.0f, last + 1.0f))),
                static_cast<Index>(std::floor(std::clamp((p + 1.0f) / step_, -1.0f, last)))};
    }

    Vec3d corner_;
    double per_support_;
    Real step_;
    float* values_;
};

}  // namespace

Mueller2003::Mueller2003(const Mueller2003Parameters& parameters, const ParticleCloud& cloud)
    : parameters_(parameters), cloud_(cloud) {
    const Real d = cloud.spacing();
    volumes_.resize(cloud.particles().size());
    std::ranges::fill(volumes_.span(), d * d * d);
    const DropVolume drop(parameters.support, parameters.iso);
    if (parameters.keep_drops && drop.needed()) enlarge_drops(cloud, drop, volumes_);
}

SparseGrid Mueller2003::sample() const {
    const double cell = static_cast<double>(parameters_.mesh.cell) * cloud_.spacing();
    const Real h = cloud_.support();
    const auto scale = static_cast<Real>(normaliser(h));
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
    const auto scale = static_cast<Real>(normaliser(h)) / h;
    const float* volume = volumes_.component(0).data();
    Vec3Column result;
    result.resize(static_cast<Index>(points.size()));
    PointNeighbours(points, cloud_).for_each("field gradients", [&](Index i, const NeighbourRange& near) {
        result.set(i, scale * sum_over(near, [&](const auto& j) {
                          const Pack r = larger(j.distance(), Pack(1e-6f * h));
                          return (j.load(volume) * half_spline_slope(r / h) / r) * j.difference;
                      }));
    });
    return result;
}

}  // namespace lamella
