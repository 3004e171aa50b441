#include <lamella/core/parallel.hpp>
#include <lamella/validation/largest_gap.hpp>

#include <cmath>
#include <limits>

namespace lamella {

double largest_gap(const Vec3Column& positions, std::span<const Vec3> points, const PeriodicBox& box) {
    const auto squared_gap = [&](Index k) {
        Real nearest = std::numeric_limits<Real>::infinity();
        for (Index i = 0; i < positions.size(); ++i)
            nearest = std::min(nearest, box.nearest(positions[i] - points[k]).squaredNorm());
        return nearest;
    };
    return std::sqrt(parallel_max("largest gap", static_cast<Index>(points.size()), squared_gap, 0.0f));
}

std::vector<Vec3> plane_points(const Vec3& corner, const Vec3& edge, const Vec3& other_edge, Real step) {
    const auto n = static_cast<int>(std::lround(edge.norm() / step));
    const auto m = static_cast<int>(std::lround(other_edge.norm() / step));
    std::vector<Vec3> points;
    for (int a = 0; a <= n; ++a)
        for (int b = 0; b <= m; ++b)
            points.push_back(corner + edge * (static_cast<Real>(a) / static_cast<Real>(n)) +
                             other_edge * (static_cast<Real>(b) / static_cast<Real>(m)));
    return points;
}

}  // namespace lamella
