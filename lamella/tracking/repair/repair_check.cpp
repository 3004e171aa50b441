#include <lamella/tracking/repair/repair_check.hpp>

#include <algorithm>

namespace lamella {

bool patch_closes(std::span<const Vec3i> made, std::span<const RimEdge> rim) {
    using Ends = std::pair<Index, Index>;
    std::vector<Ends> edges;
    for (const Vec3i& f : made)
        for (int k = 0; k < 3; ++k) edges.emplace_back(f[k], f[(k + 1) % 3]);
    for (const RimEdge& edge : rim) edges.emplace_back(edge.to, edge.from);  // of the triangle behind the rim
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
    return std::all_of(edges.begin(), edges.end(), [&](const Ends& e) {
        return std::binary_search(edges.begin(), edges.end(), Ends{e.second, e.first});
    });
}

}  // namespace lamella
