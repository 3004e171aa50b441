#include <lamella/geometry/shapes/half_space_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamella {
namespace {

using Polygon = std::vector<Vec3>;  // convex, counter-clockwise seen from outside

// The face of the box that looks along the axis, or against it.
Polygon box_face(const Box3& box, int axis, bool upper) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Polygon corners;
    for (const auto& [along_u, along_v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        Vec3 p;
        p[axis] = upper ? box.max[axis] : box.min[axis];
        p[u] = along_u ? box.max[u] : box.min[u];
        p[v] = along_v ? box.max[v] : box.min[v];
        corners.push_back(p);
    }
    if (!upper) std::ranges::reverse(corners);
    return corners;
}

// What of the polygon lies behind the plane (Sutherland and Hodgman 1974). Where its border comes out of the plane is a
// point of the cut; two faces go along an edge in opposite directions, so each is found once.
Polygon behind(const HalfSpaceShape& plane, const Polygon& polygon, std::vector<Vec3>& cut) {
    Polygon kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3 &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const Real da = plane.signed_distance(a), db = plane.signed_distance(b);
        if (da <= 0.0f) kept.push_back(a);
        if ((da <= 0.0f) == (db <= 0.0f)) continue;
        kept.push_back(a + da / (da - db) * (b - a));
        if (da <= 0.0f) cut.push_back(kept.back());
    }
    return kept;
}

// The points of a cut in their order around the normal.
Polygon lid(std::vector<Vec3> points, const Vec3& normal) {
    if (points.size() < 3) return {};
    Vec3 centre = Vec3::Zero();
    for (const Vec3& p : points) centre += p / static_cast<Real>(points.size());
    const Vec3 u = (points.front() - centre).stableNormalized(), v = cross(normal, u);
    std::ranges::sort(points, {}, [&](const Vec3& p) { return std::atan2((p - centre).dot(v), (p - centre).dot(u)); });
    return points;
}

void add_fan(TriangleMesh& mesh, const Polygon& polygon) {
    if (polygon.size() < 3) return;
    const auto first = static_cast<Index>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), polygon.begin(), polygon.end());
    for (std::size_t k = 2; k < polygon.size(); ++k) {
        const auto last = first + static_cast<Index>(k);
        const Vec3 one = polygon[k - 1] - polygon[0], other = polygon[k] - polygon[0];
        if (!cross(one, other).isZero(0.0f)) mesh.triangles.emplace_back(first, last - 1, last);
    }
}

// How deep the deepest corner of the box lies behind the plane.
Real depth_of(const Box3& box, const HalfSpaceShape& plane) {
    Real deepest = 0.0f;
    for (const bool upper : {false, true})
        for (const Vec3& corner : box_face(box, 0, upper)) deepest = std::max(deepest, -plane.signed_distance(corner));
    return deepest;
}

}  // namespace

TriangleMesh half_space_in_box(const HalfSpaceShape& plane, const Box3& box) {
    TriangleMesh mesh;
    if (depth_of(box, plane) < 1e-5f * box.diagonal()) return mesh;  // a ground that the box stands on
    std::vector<Vec3> cut;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true}) add_fan(mesh, behind(plane, box_face(box, axis, upper), cut));
    add_fan(mesh, lid(std::move(cut), plane.normal.stableNormalized()));
    return mesh;
}

}  // namespace lamella
