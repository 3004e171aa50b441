#include <lamella/geometry/surface_sampling.hpp>
#include <lamella/rigid/contact_skin.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr std::size_t kFewVertices = 2000;
constexpr int kSteps = 20;  // each leaves less than 0.42 of the way into a right-angled corner

}  // namespace

Real skin_spacing(const Box3& bounds) {
    return std::max(0.5f * bounds.size().minCoeff(), bounds.size().maxCoeff() / 16.0f);
}

Real skin_radius(const Box3& bounds) { return 0.1f * bounds.size().minCoeff(); }

// Inwards from the point along the slope of the distance there, which lies between the faces that meet in it.
ContactSkin skin_inside(std::vector<Vec3> points, FunctionRef<Real(const Vec3&)> distance, Real radius) {
    for (Vec3& p : points) {
        Vec3 slope;
        for (int a = 0; a < 3; ++a) {
            const Vec3 way = 0.1f * radius * Vec3::Unit(a);
            slope[a] = distance(p + way) - distance(p - way);
        }
        const Vec3 outward = slope.stableNormalized();
        for (int k = 0; k < kSteps; ++k) p -= (radius + distance(p)) * outward;
    }
    return {std::move(points), radius};
}

std::vector<Vec3> skin_points(const TriangleMesh& mesh, Real spacing, std::uint64_t seed) {
    std::vector<Vec3> points = sample_surface(mesh, spacing, seed);
    if (mesh.positions.size() <= kFewVertices)
        points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
    return points;
}

ContactSkin skin_of_ball(const Vec3& centre, Real radius) { return {{centre}, radius}; }

BoxForm box_form(const BoxShape& shape, const PrincipalAxes& axes) {
    const ShapePlacement placement = placement_of(shape);
    const Vec3 half = 0.5f * placement.stretch.cwiseProduct(shape.max - shape.min);
    Mat3d turn = axes.frame.transpose() * placement.rotation.cast<double>();
    make_orthonormal(turn);
    return {half.cast<double>(), turn};
}

RigidBody rigid_body(const SolidMoments& moments, double density, ContactSkin skin, const Box3& bounds) {
    RigidBody body;
    body.mass = density * moments.volume;
    body.centre = moments.centre;
    body.axes = principal_axes(density * moments.inertia());
    body.skin = std::move(skin);
    body.bounds = bounds;
    return body;
}

}  // namespace lamella
