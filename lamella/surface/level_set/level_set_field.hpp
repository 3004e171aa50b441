// The surface of a liquid whose solver keeps a level set: what a frame says of its distance, interpolated by cubics
// that hardly leave the range of the nodes around, and the drops of its spray united with it,
//
//     f(x) = max(-phi(x), max_j (r_j - |x - x_j|), r - |x - c|) / d,   d the particle spacing,
//
// single ones as balls, those that are close to one another as strands and sheets: c and r are the means of the
// centres and radii with the weights (1 - |x - x_j|^2 / R_j^2)^3, R_j = 2.5 r_j (Zhu and Bridson 2005).
#pragma once

#include <lamella/grid/sparse_grid.hpp>
#include <lamella/particles/particle_set.hpp>
#include <lamella/surface/implicit_field.hpp>

#include <vector>

namespace lamella {

class LevelSetField : public ImplicitField {
public:
    // The distance in metres, negative inside, its background outside. Of the particles of the same liquid those
    // outside of it are the drops, with the radii of the column pscale (half a spacing without it).
    LevelSetField(SparseGrid distance, const ParticleSet& particles, Real spacing);

    Real level() const override { return 0.0f; }
    SparseGrid sample(double cell) const override;
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;

    Index drop_count() const { return static_cast<Index>(drops_.size()); }
    double drop_volume() const;  // m^3

private:
    struct Drop {
        Vec3d centre;
        double radius;
    };
    struct BlockDrop {
        std::uint64_t key;  // of a block of the sampled grid that the ball touches
        std::size_t drop;
    };

    std::vector<BlockDrop> drops_in_blocks(double cell) const;
    SparseGrid blocks(double cell, const std::vector<BlockDrop>& drops) const;
    // In metres; `drop(k)` is the k-th of `count` drops that may be near.
    template <class DropAt>
    static double depth_in_drops(const Vec3d& x, std::size_t count, DropAt&& drop);
    double value(const Vec3d& point) const;

    SparseGrid distance_;
    std::vector<Drop> drops_;
    std::vector<BlockDrop> near_drops_;  // by blocks of eight spacings
    double spacing_;
};

}  // namespace lamella
