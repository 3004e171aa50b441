#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/geometry/vertex_corners.hpp>
#include <lamella/geometry/vertex_normals.hpp>

#include <cmath>

namespace lamella {
namespace {

// The triangle's unit normal times its angle at the corner.
Vec3d weighted_normal(const TriangleMesh& mesh, Index corner) {
    const Vec3i& t = mesh.triangles[corner / 3];
    const auto at = [&](Index k) -> Vec3d { return mesh.positions[t[k % 3]].cast<double>(); };
    const Vec3d a = at(corner + 1) - at(corner);
    const Vec3d b = at(corner + 2) - at(corner);
    const Vec3d n = cross(a, b);
    const double length = n.norm();
    return length > 0.0 ? Vec3d(n * (std::atan2(length, a.dot(b)) / length)) : Vec3d(Vec3d::Zero());
}

}  // namespace

std::vector<Vec3> compute_vertex_normals(const TriangleMesh& mesh) {
    require_valid(mesh);
    const VertexCorners corners(mesh);
    std::vector<Vec3> normals(mesh.positions.size());
    parallel_for("vertex normals", mesh.vertex_count(), [&](Index v) {
        Vec3d sum = Vec3d::Zero();
        for (const Index c : corners.of(v)) sum += weighted_normal(mesh, c);
        normals[v] = sum.stableNormalized().cast<Real>();
    });
    return normals;
}

void add_vertex_normals(TriangleMesh& mesh) {
    const std::vector<Vec3> normals = compute_vertex_normals(mesh);
    mesh.attributes.resize(mesh.vertex_count());
    auto& column = mesh.attributes.add<Vec3Column>("N");
    for (Index v = 0; v < mesh.vertex_count(); ++v) column.set(v, normals[v]);
}

}  // namespace lamella
