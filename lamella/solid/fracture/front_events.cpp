#include <lamella/solid/fracture/front_events.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kLook = 0.5, kOutside = 0.75;  // spacings
constexpr double kOvershoot = 0.3;
constexpr double kFlat = 0.15;
constexpr int kShortRest = 3;
constexpr double kShortSpan = 1.5, kShortDepth = 1.0;

Vec3d pushed_out(Vec3d p, const RestBody& body) {
    for (int k = 0; k < 2; ++k) p += (kOutside * body.spacing - body.at(p)) * body.outwards(p);
    return p;
}

}  // namespace

bool leave_body(FrontNode& node, const Vec3d& heading, const RestBody& body) {
    const Vec3d ahead = node.position + kLook * body.spacing * heading;
    if (body.inside(ahead)) return false;
    node.position = pushed_out(ahead, body);
    node.state = NodeState::out;
    return true;
}

bool hit_sheet(const CrackSheets& sheets, Index sheet, FrontNode& node, const Vec3d& from, const Vec3d& heading) {
    const double d = sheets.spacing();
    const Vec3d to = node.position + kOvershoot * d * heading;
    const auto counts = [&](Index t) {
        if (sheets.sheet_of(t) != sheet) return true;
        const SheetTriangle triangle = sheets.triangle(t);
        return (triangle.centre() - from).dot(heading) > 0.0 &&
               std::ranges::find(triangle.corners, sheets.vertices()[node.vertex]) == triangle.corners.end();
    };
    auto met = sheets.first_crossing(from, to, counts);
    if (met.found()) {
        node.position = from + met.share * (to - from) + kOvershoot * d * heading;
    } else {  // one that lies in the same plane
        met = sheets.first_crossing(to + kFlat * d * node.up, to - kFlat * d * node.up, counts);
        if (!met.found()) return false;
        node.position = to;  // over it, or a gap would stay between both
    }
    node.plane = sheets.triangle(met.triangle).area_normal().normalized();
    node.state = NodeState::hit;
    return true;
}

void draw_along(FrontNode& node, const Vec3d& way, const RestBody& body) {
    if (node.state == NodeState::hit) {
        node.position += way - way.dot(node.plane) * node.plane;
        return;
    }
    if (way == Vec3d::Zero() || node.waiting()) return;
    node.position = pushed_out(node.position + way, body);
}

void push_out_short_rest(CrackSheets& sheets, CrackFront& front, const RestBody& body) {
    if (front.closed || std::ranges::any_of(front.nodes, &FrontNode::waiting)) return;
    const double d = sheets.spacing();
    std::vector<FrontNode*> live;
    for (FrontNode& node : front.nodes)
        if (node.live()) live.push_back(&node);
    if (live.empty() || live.size() > kShortRest) return;
    for (const FrontNode* node : live) {
        if ((node->position - live.front()->position).norm() >= kShortSpan * d) return;
        if (body.at(node->position) <= -kShortDepth * d) return;
    }
    for (FrontNode* node : live) {
        node->position = pushed_out(node->position, body);
        node->state = NodeState::out;
    }
    sheets.lay_strip(front);
}

}  // namespace lamella
