#include <lamella/particles/point_blocks.hpp>
#include <lamella/surface/kernel_field.hpp>
#include <lamella/surface/surface_blocks.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamella {
namespace {

constexpr float kInside = 1.0f;

class KernelRoots : public FieldRoots {
public:
    KernelRoots(const KernelField& field, const SparseGrid& grid, Real level)
        : field_(field), grid_(grid), level_(level) {}

    void start(Index vertices) override { gradients_.resize(vertices); }
    void solve(const Vec3i& block, Index first_vertex, std::span<CrossedEdge> edges) override;
    void lies_on_wall(Index vertex, const Vec3& away) override { gradients_.set(vertex, away); }
    Vec3Column take_gradients() override { return std::move(gradients_); }

private:
    const KernelField& field_;
    const SparseGrid& grid_;
    Real level_;
    Vec3Column gradients_;
};

// Newton steps along the edge, kept between the ends that have the level between them; a step that would
// leave them halves what is between them. The error is squared by each, so after a short one
// the next needs no check.
void KernelRoots::solve(const Vec3i& block, Index first_vertex, std::span<CrossedEdge> edges) {
    constexpr int kSteps = 12;
    constexpr double kShort = 0.02;  // spacings
    const Real iso = level_;
    const Vec3d corner = grid_.node_position(SparseGrid::kWidth * block);
    const double d = field_.cloud().spacing();
    const double length = grid_.cell() / d;
    BlockKernels kernels;
    field_.gather(corner, SparseGrid::kWidth * grid_.cell(), kernels);
    Index vertex = first_vertex;
    for (CrossedEdge& edge : edges) {
        if (edge.at_wall) {
            ++vertex;
            continue;
        }
        const Vec3d start = (grid_.node_position(edge.node) - corner) / d;
        double low = 0.0;
        double high = 1.0;
        FieldSample here;
        for (int step = 0; step < kSteps; ++step) {
            here = kernels.sample((start + length * edge.along * Vec3d::Unit(edge.axis)).cast<Real>());
            const double value = here.value - iso;
            ((value >= 0.0) == (edge.lower >= iso) ? low : high) = edge.along;
            const double newton = edge.along - value / (length * here.gradient[edge.axis]);
            const double before = std::exchange(edge.along, 0.5 * (low + high));
            if (!(newton >= low && newton <= high)) continue;
            edge.along = newton;
            if (length * std::abs(newton - before) <= kShort) break;
        }
        gradients_.set(vertex++, here.gradient);
    }
}

}  // namespace

KernelField::KernelField(const ParticleCloud& cloud, NearSurface near, KernelSet kernels, Real level)
    : cloud_(cloud), near_(std::move(near)), kernels_(std::move(kernels)), level_(level) {
    reach_ = largest_reach(cloud, kernels_);
}

SparseGrid KernelField::sample(double cell) const {
    SparseGrid phi = blocks_of_surface(cloud_, near_, kernels_, cell, 0.0f, kInside);
    const auto step = static_cast<Real>(cell / cloud_.spacing());
    for_each_surface_block("field", cloud_, near_, phi, kInside, [&] {
        return
            [&, kernels = BlockKernels()](const Vec3d& corner, const DeepRows& deep, std::span<float> nodes) mutable {
                gather(corner, cell * (SparseGrid::kWidth - 1), kernels);
                kernels.add_to_nodes(step, deep, nodes);
            };
    });
    return phi;
}

std::unique_ptr<FieldRoots> KernelField::roots(const SparseGrid& grid, Real level) const {
    return std::make_unique<KernelRoots>(*this, grid, level);
}

std::vector<FieldSample> KernelField::samples(std::span<const Vec3> points) const {
    constexpr double kBlock = 1.5;  // spacings
    const double d = cloud_.spacing();
    std::vector<FieldSample> result(points.size());
    const PointBlocks blocks(points, kBlock * d);
    blocks.for_each("field samples", [&] {
        return [&, kernels = BlockKernels()](const Vec3d& corner, std::span<const Index> numbers) mutable {
            gather(corner, blocks.width(), kernels);
            for (const Index i : numbers)
                result[i] = kernels.sample(((points[i].cast<double>() - corner) / d).cast<Real>());
        };
    });
    return result;
}

}  // namespace lamella
