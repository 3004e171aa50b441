#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_measure.hpp>

namespace lamella {
namespace {

// The sum of f(a, b, c) over the triangles, their corners relative to the first vertex.
template <class F>
double sum_over_triangles(const char* label, const TriangleMesh& mesh, F&& f) {
    if (mesh.empty()) return 0.0;
    const Vec3d centre = mesh.positions[0].cast<double>();
    return parallel_sum(label, mesh.triangle_count(), [&](Index t) {
        const Vec3i& triangle = mesh.triangles[static_cast<std::size_t>(t)];
        const auto corner = [&](int k) -> Vec3d {
            return mesh.positions[static_cast<std::size_t>(triangle[k])].cast<double>() - centre;
        };
        return f(corner(0), corner(1), corner(2));
    });
}

}  // namespace

double enclosed_volume(const TriangleMesh& mesh) {
    return sum_over_triangles("mesh volume", mesh,
                              [](const Vec3d& a, const Vec3d& b, const Vec3d& c) { return a.dot(cross(b, c)) / 6.0; });
}

double surface_area(const TriangleMesh& mesh) {
    return sum_over_triangles("mesh area", mesh, [](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
        return 0.5 * cross(Vec3d(b - a), Vec3d(c - a)).norm();
    });
}

}  // namespace lamella
