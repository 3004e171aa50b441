#include <lamella/solid/fracture/crack_sheets.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

constexpr double kSideways = 0.1;  // ways along the front say nothing of where the sheet faces

}  // namespace

SheetTriangle CrackSheets::triangle(Index t) const {
    const Vec3i& corners = triangles_[t];
    return {{vertices_[corners[0]], vertices_[corners[1]], vertices_[corners[2]]}};
}

void CrackSheets::add_triangle(const Vec3i& corners, Index sheet) {
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) return;
    triangles_.push_back(corners);
    sheet_of_.push_back(sheet);
    cells_.add(triangle(triangle_count() - 1), triangle_count() - 1);
}

Index CrackSheets::add_sheet(std::span<const Vec3d> vertices, std::span<const Vec3i> triangles) {
    const auto first = static_cast<Index>(vertices_.size());
    vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
    for (const Vec3i& t : triangles) add_triangle(t + Vec3i::Constant(first), sheet_count_);
    ++sheet_count_;
    return first;
}

void CrackSheets::add_front(std::span<const Index> vertices, std::span<const Vec3d> directions, bool closed,
                            Index sheet) {
    CrackFront& front = fronts_.emplace_back(CrackFront{sheet, closed, {}});
    for (const Index vertex : vertices) {
        FrontNode& node = front.nodes.emplace_back();
        node.position = vertices_[vertex];
        node.vertex = vertex;
    }
    for (Index k = 0; k < front.size(); ++k) front.nodes[k].up = cross(front.tangent(k), directions[k]).normalized();
}

void CrackSheets::add_disc(const Vec3d& centre, const Vec3d& normal, double radius, Index sides) {
    const Vec3d x = normal.unitOrthogonal(), y = cross(normal, x);
    std::vector<Vec3d> vertices{centre}, directions;
    std::vector<Vec3i> triangles;
    std::vector<Index> rim;
    for (Index k = 0; k < sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / sides;
        directions.push_back(std::cos(angle) * x + std::sin(angle) * y);
        vertices.push_back(centre + radius * directions.back());
        triangles.push_back({0, 1 + k, 1 + (k + 1) % sides});
    }
    const Index first = add_sheet(vertices, triangles);
    for (Index k = 0; k < sides; ++k) rim.push_back(first + 1 + k);
    add_front(rim, directions, true, sheet_count_ - 1);
}

void CrackSheets::lay_strip(CrackFront& front) {
    std::vector<Index> before;
    for (Index i = 0; i < front.size(); ++i) {
        FrontNode& node = front.nodes[i];
        before.push_back(node.vertex);
        const Vec3d moved = node.position - vertices_[node.vertex];
        if (moved.norm() <= kMoved * spacing_) continue;
        node.vertex = static_cast<Index>(vertices_.size());
        vertices_.push_back(node.position);
        node.turned = 1;
        const Vec3d up = cross(front.tangent(i), Vec3d(moved.normalized()));
        if (node.live() && up.dot(node.up) > kSideways) node.up = up.normalized();
    }
    for (Index i = 0; i < front.edge_count(); ++i) {
        const Index j = front.next(i);
        add_triangle({before[i], before[j], front.nodes[j].vertex}, front.sheet);
        add_triangle({before[i], front.nodes[j].vertex, front.nodes[i].vertex}, front.sheet);
    }
}

bool CrackSheets::insert_node(CrackFront& front, Index edge) {
    const FrontNode& a = front.nodes[edge];
    const FrontNode& b = front.nodes[front.next(edge)];
    if (!(a.live() || b.live()) || (vertices_[a.vertex] - vertices_[b.vertex]).norm() <= kLongest * spacing_)
        return false;
    FrontNode node;
    node.position = 0.5 * (a.position + b.position);
    const Vec3d up = a.up + b.up;
    node.up = up.norm() > 1e-6 ? Vec3d(up.normalized()) : a.up;
    node.turned = static_cast<char>(a.turned && b.turned);
    node.vertex = static_cast<Index>(vertices_.size());
    vertices_.push_back(0.5 * (vertices_[a.vertex] + vertices_[b.vertex]));
    front.nodes.insert(front.nodes.begin() + edge + 1, node);
    return true;
}

// Only live nodes go, and none of a front of three; the triangle keeps a slit from opening.
bool CrackSheets::remove_node(CrackFront& front, Index edge) {
    const Index after = front.next(edge);
    const double length = (vertices_[front.nodes[edge].vertex] - vertices_[front.nodes[after].vertex]).norm();
    if (front.size() <= 3 || length >= kShortest * spacing_) return false;
    for (const Index i : {after, edge}) {
        const Index p = front.previous(i), n = front.next(i);
        if (!front.nodes[i].live() || p < 0 || n < 0) continue;
        add_triangle({front.nodes[p].vertex, front.nodes[i].vertex, front.nodes[n].vertex}, front.sheet);
        front.nodes.erase(front.nodes.begin() + i);
        return true;
    }
    return false;
}

void CrackSheets::even_out(CrackFront& front) {
    for (Index edge = 0; edge < front.edge_count();) edge += insert_node(front, edge) ? 0 : 1;
    for (Index edge = 0; edge < front.edge_count();) edge += remove_node(front, edge) ? 0 : 1;
}

void CrackSheets::join_fronts(Index sheet) {
    const auto meet = [](const FrontNode& end, const FrontNode& begin) {
        return end.vertex == begin.vertex && (end.waiting() || begin.waiting());
    };
    for (bool again = true; again;) {
        again = false;
        for (std::size_t a = 0; a < fronts_.size() && !again; ++a)
            for (std::size_t b = 0; b < fronts_.size() && !again; ++b) {
                CrackFront &first = fronts_[a], &second = fronts_[b];
                if (first.sheet != sheet || second.sheet != sheet || first.closed || second.closed) continue;
                if (!meet(first.nodes.back(), second.nodes.front())) continue;
                if (first.nodes.back().waiting()) first.nodes.back() = second.nodes.front();
                again = true;
                if (a == b) {
                    first.nodes.front() = first.nodes.back();
                    first.nodes.pop_back();
                    first.closed = true;
                    continue;
                }
                first.nodes.insert(first.nodes.end(), second.nodes.begin() + 1, second.nodes.end());
                fronts_.erase(fronts_.begin() + static_cast<std::ptrdiff_t>(b));
            }
    }
}

void CrackSheets::cut_fronts() {
    std::vector<CrackFront> all;
    for (const CrackFront& front : fronts_)
        for (CrackFront& run : live_runs(front)) all.push_back(std::move(run));
    fronts_ = std::move(all);
}

double CrackSheets::distance_to_front(Index sheet, const Vec3d& p) const {
    double least = std::numeric_limits<double>::infinity();
    for (const CrackFront& front : fronts_) {
        if (front.sheet != sheet) continue;
        for (Index i = 0; i < front.size(); ++i) {
            if (front.nodes[i].ended()) continue;
            const Vec3d& here = front.nodes[i].position;
            const Index j = front.next(i);
            const bool edge = j >= 0 && !front.nodes[j].ended();
            least = std::min(least, distance_to_segment(p, here, edge ? front.nodes[j].position : here));
        }
    }
    return least;
}

CrackSheets::Crossing CrackSheets::first_crossing(const Vec3d& a, const Vec3d& b,
                                                  FunctionRef<bool(Index)> counts) const {
    Crossing first;
    for_each_crossing(a, b, [&](Index t, double share) {
        if ((share < first.share || (share == first.share && t < first.triangle)) && counts(t)) first = {share, t};
    });
    return first;
}

bool CrackSheets::vertex_near(const Vec3d& p, double distance) const {
    bool found = false;
    cells_.for_each_near(p, distance, [&](Index t) {
        for (const Vec3d& corner : triangle(t).corners) found = found || (corner - p).norm() < distance;
    });
    return found;
}

CrackSheets::FlatFronts CrackSheets::flatten() const {
    FlatFronts flat;
    for (const CrackFront& front : fronts_) {
        flat.sheets.push_back(front.sheet);
        flat.closed.push_back(front.closed ? 1 : 0);
        flat.sizes.push_back(front.size());
        for (const FrontNode& node : front.nodes) {
            auto& place = flat.places.emplace_back();
            for (int c = 0; c < 3; ++c) {
                place[c] = node.position[c];
                place[3 + c] = node.up[c];
                place[6 + c] = node.plane[c];
            }
            flat.vertices.push_back(node.vertex);
            flat.states.push_back({static_cast<char>(node.state), node.turned});
        }
    }
    return flat;
}

void CrackSheets::restore(const FlatFronts& flat) {
    fronts_.clear();
    std::size_t k = 0;
    for (std::size_t f = 0; f < flat.sizes.size(); ++f) {
        CrackFront& front = fronts_.emplace_back(CrackFront{flat.sheets[f], flat.closed[f] != 0, {}});
        for (Index i = 0; i < flat.sizes[f]; ++i, ++k) {
            const auto& p = flat.places[k];
            front.nodes.push_back({Vec3d(p[0], p[1], p[2]), Vec3d(p[3], p[4], p[5]), Vec3d(p[6], p[7], p[8]),
                                   flat.vertices[k], static_cast<NodeState>(flat.states[k][0]), flat.states[k][1]});
        }
    }
    cells_ = TriangleCells(2.0 * spacing_);
    for (Index t = 0; t < triangle_count(); ++t) cells_.add(triangle(t), t);
}

}  // namespace lamella
