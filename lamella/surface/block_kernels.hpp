// The kernels that reach into one block of a grid, side by side and in coordinates of the block: lengths in
// spacings from its lowest node.
#pragma once

#include <lamella/surface/deep_rows.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/particle_cloud.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

class BlockKernels {
public:
    // Those that reach into the box from `corner` on, `width` metres wide. `reach` is the largest distance in
    // metres from a particle to the end of its kernel.
    void gather(const ParticleCloud& cloud, const KernelSet& kernels, const Vec3d& corner, double width, Real reach);

    Index size() const { return size_; }

    // Adds sum_j scale_j 8/pi P(q_j), q_j = |G_j (x - x_j)|, to the nodes of the block, `step` apart,
    // but not to rows that are deep inside.
    void add_to_nodes(Real step, const DeepRows& deep, std::span<float> values) const;

    // Lowers the nodes to the least q_j^2 that is below theirs.
    void least_on_nodes(Real step, const DeepRows& deep, std::span<float> values) const;

    // The sum and its gradient at one point of the box, and the least q_j^2 with its gradient, 1 where there is
    // none below.
    FieldSample sample(const Vec3& point) const;
    FieldSample least(const Vec3& point) const;

private:
    static constexpr int kArrays = 13;
    enum Array { kCx, kCy, kCz, kMxx, kMyy, kMzz, kMyz, kMxz, kMxy, kScale, kEx, kEy, kEz };

    void add(const Vec3& centre, const Kernel& kernel);
    void make_room(Index more);
    template <class F>
    void for_each_row(Real step, const DeepRows& deep, std::span<float> values, F&& f) const;
    template <class F>
    void for_each_reaching(const Vec3& point, F&& f) const;

    Index size_ = 0;
    std::array<std::vector<float>, kArrays> arrays_;
};

}  // namespace lamella
