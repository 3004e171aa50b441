#include <lamella/core/disjoint_sets.hpp>
#include <lamella/solid/fracture/quad_joints.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace lamella {
namespace {

// From one corner of a quad to another, by ascending cells. A corner has the number 4 quad + its place.
struct Side {
    std::int64_t low_cell, high_cell, node;
    Index low, high;
    Index number;  // 4 quad + the place of its first corner
    auto order() const { return std::tuple(low_cell, high_cell, node, number); }
};

// Those that belong together one after the other.
std::vector<Side> paired_sides(std::span<const GridQuad> quads) {
    std::vector<Side> sides;
    for (std::size_t q = 0; q < quads.size(); ++q)
        for (Index c = 0; c < 4; ++c) {
            const auto first = 4 * static_cast<Index>(q);
            Index a = c, b = (c + 1) % 4;
            if (quads[q].cells[a] > quads[q].cells[b]) std::swap(a, b);
            sides.push_back({quads[q].cells[a], quads[q].cells[b], quads[q].node, first + a, first + b, first + c});
        }
    std::ranges::sort(sides, {}, &Side::order);
    return sides;
}

}  // namespace

JoinedQuads join_quads(std::span<const GridQuad> quads) {
    const std::vector<Side> sides = paired_sides(quads);
    DisjointSets corners(4 * static_cast<Index>(quads.size()));
    for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
        corners.join(sides[k].low, sides[k + 1].low);
        corners.join(sides[k].high, sides[k + 1].high);
    }
    JoinedQuads joined;
    std::vector<Index> number(4 * quads.size(), -1), between(4 * quads.size(), -1);
    for (Index corner = 0; corner < static_cast<Index>(number.size()); ++corner) {
        const Index root = corners.find(corner);
        if (number[root] < 0) {
            number[root] = static_cast<Index>(joined.vertices.size());
            const std::int64_t cell = quads[corner / 4].cells[corner % 4];
            joined.vertices.push_back({cell, cell});
        }
        number[corner] = number[root];
    }
    std::map<std::pair<Index, Index>, Index> pairs;  // between two vertices
    for (std::size_t k = 0; k + 1 < sides.size(); k += 2) ++pairs[{number[sides[k].low], number[sides[k].high]}];
    for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
        if (pairs.at({number[sides[k].low], number[sides[k].high]}) == 1) continue;
        between[sides[k].number] = between[sides[k + 1].number] = static_cast<Index>(joined.vertices.size());
        joined.vertices.push_back({sides[k].low_cell, sides[k].high_cell});
    }
    for (std::size_t q = 0; q < quads.size(); ++q) {
        std::vector<Index>& polygon = joined.polygons.emplace_back();
        for (std::size_t corner = 4 * q; corner < 4 * q + 4; ++corner) {
            polygon.push_back(number[corner]);
            if (between[corner] >= 0) polygon.push_back(between[corner]);
        }
    }
    return joined;
}

}  // namespace lamella
