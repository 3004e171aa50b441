#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/lane_table.hpp>

#include <bit>

namespace lamella {
namespace {

// How far p lies outside of [min, max].
[[gnu::always_inline]] inline Pack beyond(Pack p, Pack min, Pack max) {
    return larger(larger(min - p, p - max), Pack(0.0f));
}

}  // namespace

void CellNeighbourhood::make_room(Index more) {
    const auto needed = static_cast<std::size_t>(size_ + more + kPackWidth);
    if (rows_.size() >= needed) return;
    rows_.resize(2 * needed);
    for (auto& axis : x_) axis.resize(2 * needed);
}

// Adds those of the range that are within the radius of the box when they are moved by `shift`. Flattened, as all
// loops over packs (core/pack.hpp).
[[gnu::flatten]] void CellNeighbourhood::append(ParticleRange range, const Vec3Column& positions, const Box3& box,
                                                Real radius, const Vec3& shift) {
    const Vec3Pack low = broadcast(box.min - shift);
    const Vec3Pack high = broadcast(box.max - shift);
    const Pack lane = lane_numbers();
    const float* x = positions.component(0).data();
    const float* y = positions.component(1).data();
    const float* z = positions.component(2).data();
    for (Index first = range.begin; first < range.end; first += kPackWidth) {
        const Vec3Pack p{load_pack(x + first), load_pack(y + first), load_pack(z + first)};
        const Vec3Pack from_box{beyond(p.x, low.x, high.x), beyond(p.y, low.y, high.y), beyond(p.z, low.z, high.z)};
        const PackMask inside =
            from_box.squaredNorm() < radius * radius && lane < static_cast<float>(range.end - first);
        const unsigned pattern = lane_bits(inside);
        const IndexPack lanes = kLanes[pattern];
        (first + lanes).copy_to(rows_.data() + size_, simd::element_aligned);
        (permuted(p.x, lanes) + shift.x()).copy_to(x_[0].data() + size_, simd::element_aligned);
        (permuted(p.y, lanes) + shift.y()).copy_to(x_[1].data() + size_, simd::element_aligned);
        (permuted(p.z, lanes) + shift.z()).copy_to(x_[2].data() + size_, simd::element_aligned);
        size_ += std::popcount(pattern);
    }
}

void CellNeighbourhood::gather(const NeighbourGrid& grid, const Vec3Column& positions, const Box3& box, Real radius) {
    size_ = 0;
    if (box.empty()) return;
    grid.box().for_each_image(box.padded(radius), [&](const Vec3& to_period) {
        const Box3 image{box.min + to_period, box.max + to_period};
        grid.for_each_range_in_box(image.padded(radius), [&](ParticleRange range) {
            make_room(range.end - range.begin);
            append(range, positions, box, radius, -to_period);
        });
    });
    make_room(0);
    std::fill_n(rows_.begin() + size_, kPackWidth, 0);
}

}  // namespace lamella
