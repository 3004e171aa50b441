#include <lamella/solid/fracture/sheet_triangle.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

std::optional<double> crossing(const SheetTriangle& triangle, const Vec3d& a, const Vec3d& b) {
    constexpr double kTolerance = 1e-3;  // of barycentric coordinates
    const auto& [p, q, r] = triangle.corners;
    const Vec3d n = triangle.area_normal();
    const double da = n.dot(a - p), db = n.dot(b - p);
    if ((da >= 0.0) == (db >= 0.0)) return {};
    const double t = da / (da - db);
    const Vec3d x = a + t * (b - a);
    const double whole = n.squaredNorm();
    const double u = n.dot(cross(Vec3d(q - x), Vec3d(r - x))), v = n.dot(cross(Vec3d(r - x), Vec3d(p - x)));
    const double least = -kTolerance * whole;
    if (u < least || v < least || whole - u - v < least) return {};
    return t;
}

double distance_to_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
    const Vec3d along = b - a;
    const double squared = along.squaredNorm();
    const double t = squared > 0.0 ? std::clamp((p - a).dot(along) / squared, 0.0, 1.0) : 0.0;
    return (p - a - t * along).norm();
}

}  // namespace lamella
