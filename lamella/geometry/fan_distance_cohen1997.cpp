#include <lamella/geometry/fan_distance_cohen1997.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two coordinates across the direction of sight, and the height along it.
Mat3d view_along(const Vec3d& n) {
    Index least = 0;
    n.cwiseAbs().minCoeff(&least);
    const Vec3d across = cross(n, Vec3d(Vec3d::Unit(least))).normalized();
    Mat3d view;
    view << across.transpose(), cross(n, across).transpose(), n.transpose();
    return view;
}

double cross2(const Vec3d& a, const Vec3d& b) { return a.x() * b.y() - a.y() * b.x(); }

void turn(PatchAndFan& both, const Mat3d& view) {
    const auto each = [&](auto& group) {
        for (auto& corners : group)
            for (MovedPoint& corner : corners) corner.p = view * corner.p;
    };
    each(both.patch);
    each(both.inner_edges);
    each(both.ring);
    for (MovedPoint& vertex : both.inner_vertices) vertex.p = view * vertex.p;
}

// Patches whose triangles are all seen from the front, within a boundary that winds once about a point that sees
// all of it, are seen without overlap.
bool seen_whole(const PatchAndFan& both) {
    for (const auto& [a, b, c] : both.patch)
        if (!(cross2(b.p - a.p, c.p - a.p) > 0.0)) return false;
    int turns = 0;
    for (const auto& [a, b] : both.ring) {
        if (!(cross2(a.p, b.p) > 0.0)) return false;
        if (a.p.y() < 0.0 && b.p.y() >= 0.0) ++turns;  // past the first axis, on its positive side
    }
    return turns == 1;
}

// The barycentric coordinates of a point, seen along z.
Vec3d weights(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p) {
    const double area = cross2(b - a, c - a);
    const double u = cross2(b - p, c - p) / area;
    const double v = cross2(c - p, a - p) / area;
    return {u, v, 1.0 - u - v};
}

// The largest value that is asked of the middle. Of a corner where the middle counts by `share`, `asked` is the
// value that the others do not give yet.
class Demand {
public:
    void at(double share, double asked) {
        if (asked > 0.0) most_ = share > 0.0 ? std::max(most_, asked / share) : kInfinity;
    }
    double most() const { return most_; }

private:
    double most_ = 0.0;
};

void at_middle(const PatchAndFan& both, Demand& demand) {
    Vec3d best = Vec3d::Constant(-kInfinity);
    double asked = 0.0;
    for (const auto& [a, b, c] : both.patch) {
        const Vec3d w = weights(a.p, b.p, c.p, Vec3d::Zero());
        if (w.minCoeff() <= best.minCoeff()) continue;
        best = w;
        asked = std::abs(w.dot(Vec3d(a.p.z(), b.p.z(), c.p.z()))) + w.dot(Vec3d(a.moved, b.moved, c.moved));
    }
    demand.at(1.0, asked);
}

void at_inner_vertex(const PatchAndFan& both, const MovedPoint& vertex, Demand& demand) {
    Vec3d best = Vec3d::Constant(-kInfinity);
    double asked = 0.0;
    for (const auto& [a, b] : both.ring) {
        const Vec3d w = weights(Vec3d::Zero(), a.p, b.p, vertex.p);
        if (w.minCoeff() <= best.minCoeff()) continue;
        best = w;
        const double height = w[1] * a.p.z() + w[2] * b.p.z();
        asked = std::abs(vertex.p.z() - height) + vertex.moved - w[1] * a.moved - w[2] * b.moved;
    }
    demand.at(best[0], asked);
}

// Where the edge from the middle to c crosses the edge ab, if it does. Edges with a common end do not: there, at the
// boundary, nothing moves.
void at_crossing(const MovedPoint& c, const MovedPoint& a, const MovedPoint& b, Demand& demand) {
    if (b.p == c.p) return;
    const Vec3d ab = b.p - a.p;
    const double across = cross2(c.p, ab);
    const double s = cross2(a.p, ab) / across;   // along the edge to c
    const double r = cross2(a.p, c.p) / across;  // along ab
    if (!(s >= 0.0 && s < 1.0 && r >= 0.0 && r <= 1.0)) return;
    const double distance = std::abs(a.p.z() + r * ab.z() - s * c.p.z());
    demand.at(1.0 - s, distance + (1.0 - r) * a.moved + r * b.moved - s * c.moved);
}

}  // namespace

double moved_at_middle(PatchAndFan& both, const Vec3d& n) {
    turn(both, view_along(n));
    if (!seen_whole(both)) return kInfinity;
    Demand demand;
    at_middle(both, demand);
    for (const MovedPoint& vertex : both.inner_vertices) at_inner_vertex(both, vertex, demand);
    for (const auto& [a, b] : both.inner_edges)
        for (const auto& spoke : both.ring) at_crossing(spoke[0], a, b, demand);
    return demand.most();
}

}  // namespace lamella
