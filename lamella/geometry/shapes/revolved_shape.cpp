#include <lamella/core/error.hpp>
#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/geometry/shapes/revolved_shape.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

constexpr std::size_t kMostPoints = 1000;
constexpr Index kLeastAround = 96;
constexpr double kMostVertices = 1 << 26;

using Point = Eigen::Matrix<double, 2, 1>;  // radius, height

Point at(const ProfilePoint& p) { return {p.radius, p.height}; }
bool on_axis(const ProfilePoint& p) { return p.radius == 0.0f; }

struct Side {
    const ProfilePoint& a;
    const ProfilePoint& b;

    bool on_axis() const { return lamella::on_axis(a) && lamella::on_axis(b); }
};

Side side(const std::vector<ProfilePoint>& profile, std::size_t k) {
    return {profile[k], profile[(k + 1) % profile.size()]};
}

double turn(const Point& a, const Point& b, const Point& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Whether c, on the line through a and b, lies between them.
bool between(const Point& a, const Point& b, const Point& c) { return (c - a).dot(c - b) <= 0.0; }

bool meet(const Side& s, const Side& t) {
    const Point a = at(s.a), b = at(s.b), c = at(t.a), d = at(t.b);
    const double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    if (((abc > 0.0) != (abd > 0.0)) && ((cda > 0.0) != (cdb > 0.0)) && abc * abd * cda * cdb != 0.0) return true;
    return (abc == 0.0 && between(a, b, c)) || (abd == 0.0 && between(a, b, d)) || (cda == 0.0 && between(c, d, a)) ||
           (cdb == 0.0 && between(c, d, b));
}

// Neighbours share a corner and may not fold back on each other; others may not touch.
bool crosses_itself(const std::vector<ProfilePoint>& profile) {
    const std::size_t n = profile.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Side s = side(profile, i), next = side(profile, (i + 1) % n);
        const Point back = at(s.a) - at(s.b), on = at(next.b) - at(next.a);
        if (turn(at(s.a), at(s.b), at(next.b)) == 0.0 && back.dot(on) > 0.0) return true;
        for (std::size_t j = i + 2; j < n; ++j)
            if ((j + 1) % n != i && meet(s, side(profile, j))) return true;
    }
    return false;
}

// How often the outline comes to the axis.
Index visits_of_axis(const std::vector<ProfilePoint>& profile) {
    Index visits = 0;
    for (std::size_t k = 0; k < profile.size(); ++k)
        visits += !on_axis(side(profile, k).a) && on_axis(side(profile, k).b);
    return visits;
}

bool touches_axis_at_points_only(const std::vector<ProfilePoint>& profile) {
    for (std::size_t k = 0; k < profile.size(); ++k)
        if (side(profile, k).on_axis()) return false;
    return visits_of_axis(profile) > 0;
}

double signed_area(const std::vector<ProfilePoint>& profile) {
    double twice = 0.0;
    for (std::size_t k = 0; k < profile.size(); ++k)
        twice += turn(Point::Zero(), at(profile[k]), at(side(profile, k).b));
    return 0.5 * twice;
}

// The outline counter-clockwise, its sides cut into pieces of at most `edge`; corners on the axis once.
std::vector<ProfilePoint> cut_outline(std::vector<ProfilePoint> profile, Real edge) {
    if (signed_area(profile) < 0.0) std::ranges::reverse(profile);
    std::vector<ProfilePoint> outline;
    for (std::size_t k = 0; k < profile.size(); ++k) {
        const Side s = side(profile, k);
        const double length = (at(s.b) - at(s.a)).norm();
        const auto pieces =
            s.on_axis() ? 1 : std::max(1, static_cast<int>(std::ceil(length / static_cast<double>(edge))));
        for (int piece = 0; piece < pieces; ++piece) {
            const Point p = at(s.a) + (at(s.b) - at(s.a)) * piece / pieces;
            outline.push_back({static_cast<Real>(p.x()), static_cast<Real>(p.y())});
        }
    }
    return outline;
}

}  // namespace

const char* RevolvedShape::fault() const {
    if (!(axis.norm() > 0.0f)) return "'axis' must not be zero";
    if (profile.size() < 3) return "a profile has at least three points";
    if (profile.size() > kMostPoints) return "a profile has at most 1000 points; a mesh file may have more";
    for (std::size_t k = 0; k < profile.size(); ++k)
        if (at(side(profile, k).a) == at(side(profile, k).b)) return "two points of the profile in a row are the same";
    if (visits_of_axis(profile) > 1 || touches_axis_at_points_only(profile))
        return "the profile may come to its axis along one stretch only, from one of its points to another";
    if (crosses_itself(profile)) return "the profile crosses or touches itself";
    return signed_area(profile) != 0.0 ? nullptr : "the profile encloses nothing";
}

Real RevolvedShape::signed_distance(const Vec3& p) const {
    const Vec3 unit = axis.normalized();
    const Vec3 from_base = p - base;
    const Real h = from_base.dot(unit);
    const Real r = (from_base - h * unit).norm();
    Real nearest = std::numeric_limits<Real>::infinity();
    bool inside = false;
    for (std::size_t k = 0; k < profile.size(); ++k) {
        const Side s = side(profile, k);
        if (s.on_axis()) continue;
        const Real along_r = s.b.radius - s.a.radius, along_h = s.b.height - s.a.height;
        const Real to_r = r - s.a.radius, to_h = h - s.a.height;
        const Real share =
            std::clamp((to_r * along_r + to_h * along_h) / (along_r * along_r + along_h * along_h), 0.0f, 1.0f);
        const Real off_r = to_r - share * along_r, off_h = to_h - share * along_h;
        nearest = std::min(nearest, off_r * off_r + off_h * off_h);
        if ((s.a.height > h) != (s.b.height > h) && to_r < along_r * to_h / along_h) inside = !inside;
    }
    return inside ? -std::sqrt(nearest) : std::sqrt(nearest);
}

Box3 RevolvedShape::bounds() const {
    const Vec3 unit = axis.normalized();
    const Vec3 disc = (1.0f - unit.array().square()).max(0.0f).sqrt();  // extent of a unit circle along each axis
    Box3 box;
    for (const ProfilePoint& p : profile) {
        const Vec3 centre = base + p.height * unit;
        box.extend(Box3{centre - p.radius * disc, centre + p.radius * disc});
    }
    return box;
}

Vec3 RevolvedShape::middle() const {
    const auto [low, high] = std::ranges::minmax(profile, {}, &ProfilePoint::height);
    return base + 0.5f * (low.height + high.height) * axis.normalized();
}

// With e_r, e_theta and the axis right-handed, e_theta x (b - a) points out of a counter-clockwise outline.
TriangleMesh triangulate(const RevolvedShape& shape, Real edge) {
    const std::vector<ProfilePoint> outline = cut_outline(shape.profile, edge);
    const Real widest = std::ranges::max(outline, {}, &ProfilePoint::radius).radius;
    const double asked = std::ceil(2.0 * std::numbers::pi * static_cast<double>(widest / edge));
    if (asked * static_cast<double>(outline.size()) > kMostVertices)
        throw InputError("a revolved shape would need more than 2^26 vertices at this resolution");
    const Index around = std::max(kLeastAround, static_cast<Index>(asked));
    const Mat3d frame = frame_around(shape.axis.normalized()).cast<double>();
    TriangleMesh mesh;
    std::vector<Index> first;  // vertex of every point of the outline
    for (const ProfilePoint& p : outline) {
        first.push_back(mesh.vertex_count());
        for (Index k = 0; k < (on_axis(p) ? 1 : around); ++k) {
            const double angle = 2.0 * std::numbers::pi * k / around;
            const Vec3d local(p.radius * std::cos(angle), p.radius * std::sin(angle), p.height);
            mesh.positions.push_back((shape.base.cast<double>() + frame * local).cast<Real>());
        }
    }
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const std::size_t j = (i + 1) % outline.size();
        const bool tip = on_axis(outline[i]), end = on_axis(outline[j]);
        for (Index k = 0; k < around && !(tip && end); ++k) {
            const Index next = (k + 1) % around;
            const Index a = first[i] + (tip ? 0 : k), a_next = first[i] + (tip ? 0 : next);
            const Index b = first[j] + (end ? 0 : k), b_next = first[j] + (end ? 0 : next);
            if (!tip) mesh.triangles.push_back({a, a_next, b_next});
            if (!end) mesh.triangles.push_back({a, b_next, b});
        }
    }
    return mesh;
}

}  // namespace lamella
