#include <lamella/particles/point_blocks.hpp>
#include <lamella/particles/radix_sort.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

namespace lamella {

PointBlocks::PointBlocks(std::span<const Vec3> points, double width) : width_(width), begins_{0} {
    if (points.empty()) return;
    const auto n = static_cast<Index>(points.size());
    std::vector<Vec3i> cube_of(points.size());
    const double per_width = 1.0 / width;
    parallel_for("cubes of points", n,
                 [&](Index i) { cube_of[i] = (per_width * points[i].cast<double>()).array().floor().cast<Index>(); });
    using Ends = std::pair<Vec3i, Vec3i>;
    const auto [min, max] = parallel_reduce(
        "bounds of cubes", n, Ends{cube_of[0], cube_of[0]},
        [&](Index i) {
            return Ends{cube_of[i], cube_of[i]};
        },
        [](const Ends& a, const Ends& b) {
            return Ends{a.first.cwiseMin(b.first), a.second.cwiseMax(b.second)};
        });
    const Vec3i extent = max - min + Vec3i::Ones();
    const double keys = extent.cast<double>().prod();
    if (keys < 4294967296.0)
        sort<std::uint32_t>(cube_of, min, extent);
    else
        sort<std::uint64_t>(cube_of, min, extent);
}

template <class Key>
void PointBlocks::sort(std::span<const Vec3i> cube_of, const Vec3i& min, const Vec3i& extent) {
    const auto n = static_cast<Index>(cube_of.size());
    SortBuffers<Key> buffers;
    buffers.resize(cube_of.size());
    const auto row = static_cast<std::uint64_t>(extent.x());
    const std::uint64_t slice = row * static_cast<std::uint64_t>(extent.y());
    parallel_for("keys of cubes", n, [&](Index i) {
        const Vec3i c = cube_of[i] - min;
        buffers.keys[i] = static_cast<Key>(static_cast<std::uint64_t>(c.z()) * slice +
                                           static_cast<std::uint64_t>(c.y()) * row + static_cast<std::uint64_t>(c.x()));
        buffers.order[i] = i;
    });
    radix_sort(buffers, slice * static_cast<std::uint64_t>(extent.z()));
    order_ = std::move(buffers.order);
    begins_.clear();
    for (Index i = 0; i < n; ++i)
        if (i == 0 || buffers.keys[i] != buffers.keys[i - 1]) {
            begins_.push_back(i);
            cubes_.push_back(cube_of[order_[i]]);
        }
    begins_.push_back(n);
}

}  // namespace lamella
