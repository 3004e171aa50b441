#include <lamella/geometry/mesh_shadow.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lamella {
namespace {

struct Point {
    double x, z;
};

// Twice the area of a triangle in the plane, signed.
double turn(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

bool covers(const std::array<Point, 3>& t, const Point& p) {
    const double a = turn(t[0], t[1], p);
    const double b = turn(t[1], t[2], p);
    const double c = turn(t[2], t[0], p);
    return (a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0);
}

}  // namespace

double share_uncovered(const TriangleMesh& mesh, Real half, Index samples) {
    const double step = 2.0 * half / samples;
    const auto centre = [&](Index i) { return (i + 0.5) * step - half; };
    const auto first_from = [&](double x) { return std::clamp(static_cast<Index>((x + half) / step), 0, samples); };
    std::vector<std::uint8_t> covered(static_cast<std::size_t>(samples) * samples, 0);
    for (const Vec3i& t : mesh.triangles) {
        std::array<Point, 3> corners{};
        for (int k = 0; k < 3; ++k) corners[k] = {mesh.positions[t[k]].x(), mesh.positions[t[k]].z()};
        const auto [min_x, max_x] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
        const auto [min_z, max_z] = std::minmax({corners[0].z, corners[1].z, corners[2].z});
        for (Index i = first_from(min_x); i < samples && centre(i) <= max_x; ++i)
            for (Index k = first_from(min_z); k < samples && centre(k) <= max_z; ++k)
                if (covers(corners, {centre(i), centre(k)})) covered[static_cast<std::size_t>(i) * samples + k] = 1;
    }
    const auto uncovered = std::ranges::count(covered, std::uint8_t{0});
    return static_cast<double>(uncovered) / static_cast<double>(covered.size());
}

}  // namespace lamella
