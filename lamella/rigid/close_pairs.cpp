#include <lamella/core/parallel.hpp>
#include <lamella/rigid/close_pairs.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kChunk = 64;

std::vector<Index> order_along_x(std::span<const Box3> boxes) {
    std::vector<Index> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](Index i, Index j) {
        const Real a = boxes[i].min.x(), b = boxes[j].min.x();
        return a != b ? a < b : i < j;
    });
    return order;
}

// Without branches: most do not meet, along y or along z.
bool meet_across_x(const Box3& a, const Box3& b) {
    const Real gap_y = std::max(a.min.y() - b.max.y(), b.min.y() - a.max.y());
    const Real gap_z = std::max(a.min.z() - b.max.z(), b.min.z() - a.max.z());
    return std::max(gap_y, gap_z) <= 0.0f;
}

// In ascending order, of n bodies.
std::vector<std::pair<Index, Index>> sorted_pairs(std::span<const std::vector<std::pair<Index, Index>>> found,
                                                  std::size_t n) {
    std::vector<std::vector<Index>> partners(n);
    for (const auto& some : found)
        for (const auto& [i, j] : some) partners[i].push_back(j);
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t i = 0; i < n; ++i) {
        std::ranges::sort(partners[i]);
        for (const Index j : partners[i]) pairs.emplace_back(static_cast<Index>(i), j);
    }
    return pairs;
}

}  // namespace

std::vector<std::pair<Index, Index>> close_pairs(std::span<const Box3> boxes) {
    const std::vector<Index> order = order_along_x(boxes);
    std::vector<Box3> sorted;
    for (const Index i : order) sorted.push_back(boxes[i]);
    const auto n = static_cast<std::ptrdiff_t>(boxes.size());
    std::vector<std::vector<std::pair<Index, Index>>> found((boxes.size() + kChunk - 1) / kChunk);
    parallel_chunks("close bodies", n, kChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t i = begin; i < end; ++i)
            for (std::ptrdiff_t j = i + 1; j < n && sorted[j].min.x() <= sorted[i].max.x(); ++j)
                if (meet_across_x(sorted[i], sorted[j])) found[chunk].emplace_back(std::minmax(order[i], order[j]));
    });
    return sorted_pairs(found, boxes.size());
}

}  // namespace lamella
