#include <lamella/solid/contact/linear_weights.hpp>
#include <lamella/solid/contact/touch_points.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella {
namespace {

// Spacings, of what carries a point: the first with which the point is not far out of its particles, or the last.
constexpr std::array kSupports{1.8f, 2.3f, 2.8f};
constexpr double kFarOut = 6.0;      // lever
constexpr Real kCovered = 0.8f;      // cosine between a face's normal and the way to the cell that covers it
constexpr Real kCoveredWay = 1.4f;   // spacings to that cell
constexpr Real kFarthest = 1.0f;     // spacings that a point is moved onto the surface
constexpr Real kLeastArea = 0.05f;   // of a quarter of a face
constexpr Real kDifference = 0.05f;  // spacings

bool is_covered(const RestShape& shape, Index i, const Vec3& face) {
    bool covered = false;
    shape.for_each_other(i, [&](Index j, Real) {
        const Vec3 way = shape.between(i, j);
        const Real length = way.norm();
        const Real cells = 0.5f * (shape.spacing(i) + shape.spacing(j));
        covered |= length < kCoveredWay * cells && way.dot(face) > kCovered * length;
    });
    return covered;
}

// Twice, since a distance may be less than exact.
Vec3 moved_onto_surface(const std::function<Real(const Vec3&)>& distance, Vec3 p, const Vec3& normal, Real spacing) {
    for (int k = 0; k < 2; ++k) p -= std::clamp(distance(p), -kFarthest * spacing, kFarthest * spacing) * normal;
    return p;
}

}  // namespace

TouchPoints::TouchPoints(const RestShape& shape, const std::function<Real(const Vec3&)>& distance) {
    for (Index i = 0; i < shape.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            for (const Real side : {-1.0f, 1.0f})
                if (const Vec3 face = side * Vec3::Unit(axis); !is_covered(shape, i, face))
                    add_face(shape, distance, i, face);
        end_owner(i);
    }
    ties_.shrink_to_fit();
}

TouchPoints TouchPoints::balls(const RestShape& shape, std::span<const Index> particles) {
    TouchPoints points;
    points.of_balls_ = true;
    for (const Index i : particles) {
        points.add_ball(i, std::cbrt(shape.volume(i) * shape.volume(i)), 0.5f * shape.spacing(i));
        points.names_.push_back(i);
        points.end_owner(i);
    }
    return points;
}

void TouchPoints::end_owner(Index i) {
    if (size() == begins_.back()) return;
    owners_.push_back(i);
    begins_.push_back(size());
}

void TouchPoints::add_face(const RestShape& shape, const std::function<Real(const Vec3&)>& distance, Index i,
                           const Vec3& face) {
    const Real d = shape.spacing(i);
    int axis = 0;
    face.cwiseAbs().maxCoeff(&axis);
    for (const Real u : {-0.25f, 0.25f})
        for (const Real v : {-0.25f, 0.25f}) {
            Vec3 at = shape.place(i) + 0.5f * d * face + u * d * Vec3::Unit((axis + 1) % 3) +
                      v * d * Vec3::Unit((axis + 2) % 3);
            Real cosine = 1.0f;
            if (distance) {
                const Vec3 normal = outward_at(distance, at, kDifference * d);
                at = moved_onto_surface(distance, at, normal, d);
                cosine = normal.dot(face);
            }
            if (cosine > kLeastArea) add_point(shape, i, at, 0.25f * cosine * d * d);
        }
}

void TouchPoints::add_point(const RestShape& shape, Index i, const Vec3& at, Real area) {
    for (const Real support : kSupports) {
        const double h = support * shape.spacing(i);
        LinearWeights weights;
        const auto add = [&](Index j) {
            const Vec3d offset = (shape.place(j) - at).cast<double>();
            if (const double q = 1.0 - offset.norm() / h; q > 0.0) weights.add(j, offset, q * q * q);
        };
        add(i);
        shape.for_each_other(i, [&](Index j, Real) { add(j); });
        if (!weights.fit() || (support < kSupports.back() && weights.lever() > kFarOut)) continue;
        for (Index k = 0; k < weights.count(); ++k)
            ties_.push_back({weights.particle(k), static_cast<Real>(weights.weight(k))});
        names_.push_back(size());
        areas_.push_back(area);
        levers_.push_back(static_cast<Real>(weights.lever()));
        reaches_.push_back(0.0f);
        tie_begins_.push_back(static_cast<Index>(ties_.size()));
        return;
    }
    names_.push_back(size());
    add_ball(i, area, 0.5f * shape.spacing(i));
}

void TouchPoints::add_ball(Index i, Real area, Real radius) {
    ties_.push_back({i, 1.0f});
    areas_.push_back(area);
    levers_.push_back(1.0f);
    reaches_.push_back(radius);
    tie_begins_.push_back(static_cast<Index>(ties_.size()));
}

std::size_t TouchPoints::memory_bytes() const {
    return owners_.size() * 2 * sizeof(Index) + areas_.size() * (3 * sizeof(Real) + 2 * sizeof(Index)) +
           ties_.size() * sizeof(Tie);
}

}  // namespace lamella
