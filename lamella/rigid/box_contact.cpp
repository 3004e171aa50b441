#include <lamella/rigid/box_contact.hpp>
#include <lamella/rigid/contact_reduction.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr double kClearly = 0.005;   // of the smallest half extent: by so much another axis has to be better
constexpr double kParallel = 1e-4;   // square of the sine of two edges that count as parallel
constexpr int kProjections = 40;     // of alternating ones, at most
constexpr double kSettled = 1e-5;    // of the gap, by which one more moves a point
constexpr std::size_t kCorners = 4;  // more points than these are reduced
constexpr std::int64_t kPoints = 64, kFaces = 6, kFacePairs = 2 * kFaces * kFaces * kPoints, kEdgePairs = 9 * 16;

// An axis of the fifteen, as a sees it.
struct Axis {
    double gap = -std::numeric_limits<double>::infinity();
    int of_a = -1, of_b = -1;    // the face, or both edges
    Vec3d to_b = Vec3d::Zero();  // of unit length
    bool is_edge() const { return of_a >= 0 && of_b >= 0; }
};

// b as a sees it.
struct Seen {
    Seen(const PlacedBox& box_a, const PlacedBox& box_b)
        : a(box_a),
          b(box_b),
          turn(a.axes.transpose() * b.axes),
          size(turn.cwiseAbs()),
          shift(a.inside(b.centre)),
          clearly(kClearly * std::min(a.half.minCoeff(), b.half.minCoeff())) {}

    const PlacedBox &a, &b;
    Mat3d turn, size;
    Vec3d shift;
    double clearly;
};

void improve(Axis& best, double clearly, const Axis& other) {
    if (other.gap > best.gap + clearly) best = other;
}

Vec3d towards(const Vec3d& axis, double along) { return along < 0.0 ? Vec3d(-axis) : axis; }

// The axis of the largest gap; faces of a are preferred to those of b, and faces to edges. Ends with the first axis
// along which both are farther apart than the margin.
Axis separating_axis(const Seen& s, double margin) {
    Axis best, edges;
    for (int i = 0; i < 3; ++i) {
        const double gap = std::abs(s.shift[i]) - s.a.half[i] - s.size.row(i).dot(s.b.half);
        improve(best, 0.0, {gap, i, -1, towards(Vec3d::Unit(i), s.shift[i])});
    }
    if (best.gap > margin) return best;
    Axis of_b;
    for (int j = 0; j < 3; ++j) {
        const Vec3d axis = s.turn.col(j);
        const double along = s.shift.dot(axis), gap = std::abs(along) - s.b.half[j] - s.size.col(j).dot(s.a.half);
        improve(of_b, 0.0, {gap, -1, j, towards(axis, along)});
    }
    improve(best, of_b.gap > margin ? 0.0 : s.clearly, of_b);
    if (best.gap > margin) return best;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double square = 1.0 - s.turn(i, j) * s.turn(i, j);
            if (square < kParallel) continue;
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double along = s.shift[i2] * s.turn(i1, j) - s.shift[i1] * s.turn(i2, j);  // of e_i x b_j
            const double reach = s.a.half[i1] * s.size(i2, j) + s.a.half[i2] * s.size(i1, j) +
                                 s.b.half[j1] * s.size(i, j2) + s.b.half[j2] * s.size(i, j1);
            const double length = std::sqrt(square), gap = (std::abs(along) - reach) / length;
            if (!(gap > edges.gap)) continue;
            const Vec3d axis = cross(Vec3d(Vec3d::Unit(i)), Vec3d(s.turn.col(j))) / length;
            edges = {gap, i, j, towards(axis, along)};
        }
    improve(best, edges.gap > margin ? 0.0 : s.clearly, edges);
    return best;
}

// A point of a polygon with the edge that begins in it; both have names that last.
struct Corner {
    Vec3d at;
    std::int64_t name, edge;
};
using Polygon = std::array<Corner, 8>;

// Keeps what is below the limit along `side` times an axis; `plane` names it.
int clip(const Polygon& before, int count, int axis, double side, double limit, std::int64_t plane, Polygon& after) {
    int kept = 0;
    for (int k = 0; k < count; ++k) {
        const Corner &here = before[k], &next = before[(k + 1) % count];
        const double over = side * here.at[axis] - limit, over_next = side * next.at[axis] - limit;
        if (over <= 0.0) after[kept++] = here;
        if ((over <= 0.0) == (over_next <= 0.0)) continue;
        const Vec3d at = here.at + over / (over - over_next) * (next.at - here.at);
        after[kept++] = {at, 4 + 8 * here.edge + plane, over <= 0.0 ? 4 + plane : here.edge};
    }
    return kept;
}

// The face of `other` that is most opposed to the direction, as `seen_from` sees it, in the order around it.
struct Face {
    Polygon corners;
    std::int64_t name;
};
Face opposed_face(const PlacedBox& other, const PlacedBox& seen_from, const Vec3d& direction) {
    const Mat3d turn = seen_from.axes.transpose() * other.axes;
    const Vec3d along = turn.transpose() * direction;
    int axis = 0;
    along.cwiseAbs().maxCoeff(&axis);
    const double sign = along[axis] > 0.0 ? -1.0 : 1.0;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Vec3d middle = seen_from.inside(other.centre) + sign * other.half[axis] * turn.col(axis);
    const Vec3d du = other.half[u] * turn.col(u), dv = other.half[v] * turn.col(v);
    Face face{{}, 2 * axis + (sign > 0.0)};
    constexpr std::array<double, 5> kAround{1.0, 1.0, -1.0, -1.0, 1.0};
    for (std::int64_t k = 0; k < 4; ++k) face.corners[k] = {middle + kAround[k] * du + kAround[k + 1] * dv, k, k};
    return face;
}

// Points of the nearest face of `other` that lie over the face `axis` of `standing` to which `out` points.
void touch_face(const PlacedBox& standing, const PlacedBox& other, int axis, const Vec3d& out, bool on_b, double margin,
                const Contact& pair, std::vector<Contact>& found) {
    Face face = opposed_face(other, standing, out);
    Polygon clipped;
    int count = 4;
    for (std::int64_t p = 0; p < 4; ++p) {
        const int across = (axis + 1 + static_cast<int>(p / 2)) % 3;
        count = clip(face.corners, count, across, p % 2 == 0 ? 1.0 : -1.0, standing.half[across], p, clipped);
        std::swap(face.corners, clipped);
    }
    const bool upper = out[axis] > 0.0;
    const Vec3d normal = standing.axes * out;
    const std::int64_t faces = ((on_b ? 3 : 0) + axis) * 2 + upper;
    for (int k = 0; k < count; ++k) {
        const Corner& corner = face.corners[k];
        const double gap = out[axis] * corner.at[axis] - standing.half[axis];
        if (!(gap <= margin)) continue;
        const Vec3d far = standing.centre + standing.axes * corner.at, near = far - gap * normal;
        Contact c = pair;
        c.feature = (faces * kFaces + face.name) * kPoints + corner.name;
        c.normal = on_b ? normal : Vec3d(-normal);
        c.on_a = on_b ? far : near;
        c.on_b = on_b ? near : far;
        c.gap = gap;
        found.push_back(c);
    }
}

// The middle of the edge along `axis` that lies farthest in a direction, both as the box sees them.
Vec3d edge_towards(const PlacedBox& box, int axis, const Vec3d& direction, int& signs) {
    Vec3d middle = Vec3d::Zero();
    for (const int k : {(axis + 1) % 3, (axis + 2) % 3}) {
        middle[k] = std::copysign(box.half[k], direction[k]);
        signs = 2 * signs + (direction[k] > 0.0);
    }
    return middle;
}

// In the closest points of both edges, if these lie on them.
void touch_edges(const Seen& s, const Axis& axis, const Contact& pair, std::vector<Contact>& found) {
    int signs = 0;
    const Vec3d from_a = edge_towards(s.a, axis.of_a, axis.to_b, signs);
    const Vec3d from_b = s.shift + s.turn * edge_towards(s.b, axis.of_b, -s.turn.transpose() * axis.to_b, signs);
    const Vec3d way_a = Vec3d::Unit(axis.of_a), way_b = s.turn.col(axis.of_b), between = from_b - from_a;
    const double cosine = way_a.dot(way_b), square = 1.0 - cosine * cosine;
    const double along_a = (between.dot(way_a) - cosine * between.dot(way_b)) / square;
    const double along_b = (cosine * between.dot(way_a) - between.dot(way_b)) / square;
    if (std::abs(along_a) > s.a.half[axis.of_a] || std::abs(along_b) > s.b.half[axis.of_b]) return;
    Contact c = pair;
    c.feature = kFacePairs + (3 * axis.of_a + axis.of_b) * 16 + signs;
    c.normal = -(s.a.axes * axis.to_b);
    c.on_a = s.a.centre + s.a.axes * (from_a + along_a * way_a);
    c.on_b = s.a.centre + s.a.axes * (from_b + along_b * way_b);
    c.gap = axis.gap;
    found.push_back(c);
}

// Of boxes that are apart.
void touch_closest(const PlacedBox& a, const PlacedBox& b, double margin, const Contact& pair,
                   std::vector<Contact>& found) {
    Vec3d on_a = a.nearest(b.centre), on_b = b.nearest(on_a);
    for (int k = 0; k < kProjections; ++k) {
        const Vec3d next = a.nearest(on_b);
        const double moved = (next - on_a).norm();
        on_a = next;
        on_b = b.nearest(on_a);
        if (moved <= kSettled * (on_a - on_b).norm()) break;
    }
    const double gap = (on_a - on_b).norm();
    if (!(gap > 0.0) || gap > margin) return;
    Contact c = pair;
    c.feature = kFacePairs + kEdgePairs;
    c.normal = (on_a - on_b) / gap;
    c.on_a = on_a;
    c.on_b = on_b;
    c.gap = gap;
    found.push_back(c);
}

}  // namespace

PlacedBox placed_box(const RigidBody& body, const RigidState& state) {
    return {state.centre, body.box->half, state.frame * body.box->turn};
}

void touch_boxes(const PlacedBox& a, const PlacedBox& b, double margin, const Contact& pair,
                 std::vector<Contact>& found) {
    const Seen seen(a, b);
    const Axis axis = separating_axis(seen, margin);
    if (axis.gap > margin) return;
    const std::size_t before = found.size();
    if (axis.is_edge())
        touch_edges(seen, axis, pair, found);
    else if (axis.of_a >= 0)
        touch_face(a, b, axis.of_a, axis.to_b, false, margin, pair, found);
    else
        touch_face(b, a, axis.of_b, -seen.turn.transpose() * axis.to_b, true, margin, pair, found);
    if (found.size() == before && axis.gap > 0.0) touch_closest(a, b, margin, pair, found);
    if (found.size() - before <= kCorners) return;
    const std::vector<Contact> few = reduced({found.begin() + static_cast<std::ptrdiff_t>(before), found.end()});
    found.resize(before);
    found.insert(found.end(), few.begin(), few.end());
}

void touch_ball_and_box(const Vec3d& centre, double radius, const PlacedBox& b, double margin, const Contact& pair,
                        std::vector<Contact>& found) {
    const Vec3d x = b.inside(centre), nearest = x.cwiseMax(-b.half).cwiseMin(b.half);
    Vec3d out = x - nearest;
    double distance = out.norm();
    if (distance > 0.0) {
        out /= distance;
    } else {
        int axis = 0;
        distance = (x.cwiseAbs() - b.half).maxCoeff(&axis);
        out = std::copysign(1.0, x[axis]) * Vec3d::Unit(axis);
    }
    if (!(distance - radius <= margin)) return;
    Contact c = pair;
    c.normal = b.axes * out;
    c.gap = distance - radius;
    c.on_a = centre - radius * c.normal;
    c.on_b = centre - distance * c.normal;
    found.push_back(c);
}

void touch_balls(const Vec3d& a, double radius_a, const Vec3d& b, double radius_b, double margin, const Contact& pair,
                 std::vector<Contact>& found) {
    const Vec3d between = a - b;
    const double distance = between.norm();
    if (!(distance - radius_a - radius_b <= margin)) return;
    Contact c = pair;
    c.normal = distance > 0.0 ? Vec3d(between / distance) : Vec3d(Vec3d::UnitY());
    c.gap = distance - radius_a - radius_b;
    c.on_a = a - radius_a * c.normal;
    c.on_b = b + radius_b * c.normal;
    found.push_back(c);
}

}  // namespace lamella
