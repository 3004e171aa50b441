#include <lamella/validation/colour_band.hpp>

#include <algorithm>
#include <array>

namespace lamella {
namespace {

struct Corner {
    double value;
    Vec3d place;
};

// The part of a triangle's area where the linear function is below the level; its corners are sorted by value.
double share_below(const std::array<Corner, 3>& t, double level) {
    const double a = t[0].value, b = t[1].value, c = t[2].value;
    if (level <= a) return 0.0;
    if (level >= c) return 1.0;
    if (level < b) return (level - a) * (level - a) / ((b - a) * (c - a));
    return 1.0 - (c - level) * (c - level) / ((c - a) * (c - b));
}

Vec3d crossing(const Corner& low, const Corner& high, double level) {
    return low.place + (level - low.value) / (high.value - low.value) * (high.place - low.place);
}

double length_at(const std::array<Corner, 3>& t, double level) {
    if (level < t[0].value || level >= t[2].value) return 0.0;
    const Vec3d on_long = crossing(t[0], t[2], level);
    const Vec3d on_short = level < t[1].value ? crossing(t[0], t[1], level) : crossing(t[1], t[2], level);
    return (on_long - on_short).norm();
}

}  // namespace

double colour_band(const TriangleMesh& mesh, const ScalarColumn& colour) {
    double area = 0.0, length = 0.0;
    for (const Vec3i& corners : mesh.triangles) {
        std::array<Corner, 3> t;
        for (std::size_t k = 0; k < 3; ++k) t[k] = {colour[corners[k]], mesh.positions[corners[k]].cast<double>()};
        const double whole = 0.5 * cross(Vec3d(t[1].place - t[0].place), Vec3d(t[2].place - t[0].place)).norm();
        std::sort(t.begin(), t.end(), [](const Corner& a, const Corner& b) { return a.value < b.value; });
        area += whole * (share_below(t, 0.9) - share_below(t, 0.1));
        length += length_at(t, 0.5);
    }
    return length > 0.0 ? area / length : 0.0;
}

}  // namespace lamella
