#include <lamella/solid/fracture/crack_front.hpp>

#include <algorithm>

namespace lamella {

bool CrackFront::ended() const {
    return std::ranges::all_of(nodes, [](const FrontNode& node) { return node.ended(); });
}

Vec3d CrackFront::tangent(Index i) const {
    const Index before = previous(i) >= 0 ? previous(i) : i, after = next(i) >= 0 ? next(i) : i;
    const Vec3d along = nodes[after].position - nodes[before].position;
    const double length = along.norm();
    return length > 0.0 ? Vec3d(along / length) : Vec3d::Zero();
}

Vec3d CrackFront::forward(Index i) const {
    const Vec3d way = cross(nodes[i].up, tangent(i));
    const double length = way.norm();
    return length > 1e-6 ? Vec3d(way / length) : Vec3d::Zero();
}

std::vector<CrackFront> live_runs(const CrackFront& front) {
    if (front.ended()) return {};
    const auto first_end = std::ranges::find_if(front.nodes, &FrontNode::ended);
    if (first_end == front.nodes.end()) return {front};
    std::vector<FrontNode> line = front.nodes;
    if (front.closed) {  // cut open at a node that has ended, which then stands at both ends
        std::ranges::rotate(line, line.begin() + (first_end - front.nodes.begin()));
        line.push_back(line.front());
    }
    std::vector<CrackFront> runs;
    for (std::size_t k = 0; k < line.size();) {
        if (line[k].ended()) {
            ++k;
            continue;
        }
        CrackFront& run = runs.emplace_back(CrackFront{front.sheet, false, {}});
        if (k > 0) run.nodes.push_back(line[k - 1]);
        for (; k < line.size() && !line[k].ended(); ++k) run.nodes.push_back(line[k]);
        if (k < line.size()) run.nodes.push_back(line[k]);
    }
    return runs;
}

}  // namespace lamella
