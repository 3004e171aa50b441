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

// Flattened, as all loops over packs (core/pack.hpp).
[[gnu::flatten]] void CellNeighbourhood::append(ParticleRange range, const Vec3Column& positions, const Box3& box,
                                                Real radius) {
    const Vec3Pack low{box.min.x(), box.min.y(), box.min.z()};
    const Vec3Pack high{box.max.x(), box.max.y(), box.max.z()};
    const Pack lane = lane_numbers();
    const float* x = positions.component(0).data();
    const float* y = positions.component(1).data();
    const float* z = positions.component(2).data();
    for (Index first = range.begin; first < range.end; first += kPackWidth) {
        const Vec3Pack from_box{beyond(load_pack(x + first), low.x, high.x),
                                beyond(load_pack(y + first), low.y, high.y),
                                beyond(load_pack(z + first), low.z, high.z)};
        const PackMask inside =
            from_box.squaredNorm() < radius * radius && lane < static_cast<float>(range.end - first);
        const unsigned pattern = lane_bits(inside);
        const IndexPack found = first + kLanes[pattern];
        Index* rows = rows_.data() + size_;
        found.copy_to(rows, simd::element_aligned);
        gather_pack(x, rows).copy_to(x_[0].data() + size_, simd::element_aligned);
        gather_pack(y, rows).copy_to(x_[1].data() + size_, simd::element_aligned);
        gather_pack(z, rows).copy_to(x_[2].data() + size_, simd::element_aligned);
        size_ += std::popcount(pattern);
    }
}

void CellNeighbourhood::gather(const NeighbourGrid& grid, const Vec3Column& positions, const Box3& box, Real radius) {
    size_ = 0;
    grid.for_each_range_in_box(box.padded(radius), [&](ParticleRange range) {
        make_room(range.end - range.begin);
        append(range, positions, box, radius);
    });
    make_room(0);
    std::fill_n(rows_.begin() + size_, kPackWidth, 0);
}

Vec3Column CellNeighbourhood::gathered(const Vec3Column& column) const {
    Vec3Column result;
    result.resize(size_);
    for (int a = 0; a < 3; ++a) {
        const float* from = column.component(a).data();
        float* to = result.component(a).data();
        for (Index k = 0; k < size_; ++k) to[k] = from[rows_[k]];
    }
    return result;
}

}  // namespace lamella
