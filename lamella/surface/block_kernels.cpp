#include <lamella/particles/kernels.hpp>
#include <lamella/surface/block_kernels.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;
static_assert(kWidth == kPackWidth, "a row of a block is one pack");

// The nodes of a row of eight that lie within `extent` of p (and perhaps one more).
struct NodeSpan {
    NodeSpan(Real p, Real extent, Real per_step)
        : begin(std::max(0, static_cast<Index>((p - extent) * per_step))),
          end(std::min(kWidth, static_cast<Index>((p + extent) * per_step) + 1)) {}
    Index begin;
    Index end;
};

}  // namespace

void BlockKernels::make_room(Index more) {
    const auto needed = static_cast<std::size_t>(size_ + more + kPackWidth);
    if (arrays_[0].size() >= needed) return;
    for (auto& array : arrays_) array.resize(2 * needed);
}

void BlockKernels::add(const Vec3& centre, const Kernel& k) {
    const float row[kArrays] = {centre.x(),   centre.y(),   centre.z(),  k.metric[0], k.metric[1],
                                k.metric[2],  k.metric[3],  k.metric[4], k.metric[5], k.scale,
                                k.extent.x(), k.extent.y(), k.extent.z()};
    for (int a = 0; a < kArrays; ++a) arrays_[a][size_] = row[a];
    ++size_;
}

void BlockKernels::gather(const ParticleCloud& cloud, const KernelSet& kernels, const Vec3d& corner, double width,
                          Real reach) {
    size_ = 0;
    const double per_spacing = 1.0 / cloud.spacing();
    const auto end = static_cast<Real>(width * per_spacing);
    const Vec3Column& x = cloud.positions();
    const Vec3d last = corner.array() + width;
    const Kernel common = ball(Vec3::Zero(), kernels.radius);
    cloud.grid().for_each_range_in_box(
        Box3{corner.cast<Real>(), last.cast<Real>()}.padded(reach), [&](ParticleRange range) {
            make_room(range.end - range.begin);
            for (Index j = range.begin; j < range.end; ++j) {
                const Index slot = kernels.slot[j];
                const Kernel& k = slot < 0 ? common : kernels.own[slot];
                const Vec3 centre = slot < 0 ? x[j] : k.centre;
                const Vec3 p = ((centre.cast<double>() - corner) * per_spacing).cast<Real>();
                const Vec3 beyond = (-p).cwiseMax(p - Vec3::Constant(end)).cwiseMax(0.0f);
                if ((beyond.array() < k.extent.array()).all()) add(p, k);
            }
        });
    make_room(0);
    std::fill_n(arrays_[kScale].begin() + size_, kPackWidth, 0.0f);
}

// Calls f(row of nodes, q^2 there, scale) for every row of nodes that a kernel reaches.
template <class F>
[[gnu::always_inline]] inline void BlockKernels::for_each_row(Real step, const DeepRows& deep, std::span<float> values,
                                                              F&& f) const {
    const Real per_step = 1.0f / step;
    const Pack nodes = step * lane_numbers();
    for (Index j = 0; j < size_; ++j) {
        std::array<Real, kArrays> k;
        for (int a = 0; a < kArrays; ++a) k[a] = arrays_[a][j];
        const Pack dx = nodes - k[kCx];
        const Pack square_x = k[kMxx] * dx * dx;
        const Pack twice_dx = 2.0f * dx;
        const Pack weight = k[kScale];
        const Real per_mxx = 1.0f / k[kMxx];
        const NodeSpan ys(k[kCy], k[kEy], per_step);
        const NodeSpan zs(k[kCz], k[kEz], per_step);
        for (Index z = zs.begin; z < zs.end; ++z)
            for (Index y = ys.begin; y < ys.end; ++y) {
                if (deep.all_deep(y, z)) continue;
                const Real dy = step * static_cast<Real>(y) - k[kCy];
                const Real dz = step * static_cast<Real>(z) - k[kCz];
                // q^2 = mxx dx^2 + 2 linear dx + constant; its least value along the row tells whether it counts.
                const Real linear = k[kMxy] * dy + k[kMxz] * dz;
                const Real constant = k[kMyy] * dy * dy + (2.0f * k[kMyz] * dy + k[kMzz] * dz) * dz;
                if (constant - linear * linear * per_mxx >= 1.0f) continue;
                const Pack q2 = multiply_add(twice_dx, Pack(linear), square_x + constant);
                f(values.data() + cell_in_tile(0, y, z), larger(q2, Pack(0.0f)), weight);
            }
    }
}

[[gnu::flatten]] void BlockKernels::add_to_nodes(Real step, const DeepRows& deep, std::span<float> values) const {
    const CubicSpline W(1.0f);
    for_each_row(step, deep, values, [&](float* row, Pack q2, Pack weight) {
        multiply_add(weight, W(square_root(q2)), load_pack(row)).copy_to(row, simd::element_aligned);
    });
}

[[gnu::flatten]] void BlockKernels::least_on_nodes(Real step, const DeepRows& deep, std::span<float> values) const {
    for_each_row(step, deep, values,
                 [&](float* row, Pack q2, Pack) { smaller(load_pack(row), q2).copy_to(row, simd::element_aligned); });
}

// Calls f(q^2, half its gradient, scale) for the kernels, eight at a time, of which one reaches the point.
template <class F>
[[gnu::always_inline]] inline void BlockKernels::for_each_reaching(const Vec3& point, F&& f) const {
    const auto load = [&](Array array, Index first) { return load_pack(arrays_[array].data() + first); };
    for (Index j = 0; j < size_; j += kPackWidth) {
        const Vec3Pack d = point - Vec3Pack{load(kCx, j), load(kCy, j), load(kCz, j)};
        const Vec3Pack g{load(kMxx, j) * d.x + load(kMxy, j) * d.y + load(kMxz, j) * d.z,
                         load(kMxy, j) * d.x + load(kMyy, j) * d.y + load(kMyz, j) * d.z,
                         load(kMxz, j) * d.x + load(kMyz, j) * d.y + load(kMzz, j) * d.z};
        const Pack q2 = larger(d.dot(g), Pack(0.0f));
        if (simd::any_of(q2 < 1.0f)) f(q2, g, load(kScale, j));
    }
}

[[gnu::flatten]] FieldSample BlockKernels::sample(const Vec3& point) const {
    const CubicSpline W(1.0f);
    Pack sum = 0.0f;
    Vec3Pack slope;
    for_each_reaching(point, [&](Pack q2, const Vec3Pack& g, Pack weight) {
        const Pack q = square_root(q2);
        sum += weight * W(q);
        slope += (weight * W.slope_over_r(q)) * g;
    });
    return {fold(sum), fold(slope)};
}

FieldSample BlockKernels::least(const Vec3& point) const {
    FieldSample result{1.0f, Vec3::Zero()};
    for_each_reaching(point, [&](Pack q2, const Vec3Pack& g, Pack weight) {
        for (int lane = 0; lane < kPackWidth; ++lane)
            if (weight[lane] > 0.0f && q2[lane] < result.value)
                result = {q2[lane], 2.0f * Vec3(g.x[lane], g.y[lane], g.z[lane])};
    });
    return result;
}

}  // namespace lamella
