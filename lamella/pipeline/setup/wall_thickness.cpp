#include <lamella/core/parallel.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/setup/wall_thickness.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kShareOfSurface = 0.01;
constexpr Index kMostSamples = 6000;
constexpr Real kStart = 1e-4f;  // of the limit: how deep below the surface a measure begins

// A point of the surface, the direction out of the mesh there, and the area that it stands for.
struct SurfacePoint {
    Vec3 place;
    Vec3 normal;
    double area;
    Real thickness = 0.0f;
};

// The middles of triangles; of a large mesh every so many.
std::vector<SurfacePoint> middles_of(const TriangleMesh& mesh, bool inside_out) {
    std::vector<SurfacePoint> points;
    const Index stride = std::max<Index>(1, mesh.triangle_count() / kMostSamples);
    for (Index i = 0; i < mesh.triangle_count(); i += stride) {
        const Vec3i& t = mesh.triangles[static_cast<std::size_t>(i)];
        const auto corner = [&](int k) -> const Vec3& { return mesh.positions[static_cast<std::size_t>(t[k])]; };
        const Vec3 area = (inside_out ? -0.5f : 0.5f) * cross(Vec3(corner(1) - corner(0)), Vec3(corner(2) - corner(0)));
        if (area.isZero(0.0f)) continue;
        points.push_back({(corner(0) + corner(1) + corner(2)) / 3.0f, area.stableNormalized(), area.norm()});
    }
    return points;
}

// From one side of the matter to the other, by steps that cannot leave it unseen.
Real way_through(const ShapeField& field, bool inverted, const SurfacePoint& from, Real limit) {
    const Real least = kStart * limit;
    const auto depth = [&](Real s) {
        const Real d = field.signed_distance(from.place - (inverted ? -s : s) * from.normal);
        return inverted ? d : -d;
    };
    for (Real s = least; s < limit;) {
        const Real d = depth(s);
        if (d <= 0.0f) return s;
        s += std::max(d, least);
    }
    return limit;
}

// That which all but a hundredth of the surface has.
Real thickness_below(std::vector<SurfacePoint> points, const ShapeField& field, bool inverted, Real limit) {
    parallel_for("wall thickness", static_cast<Index>(points.size()), [&](Index k) {
        SurfacePoint& point = points[static_cast<std::size_t>(k)];
        point.place -= field.signed_distance(point.place) * point.normal;  // chords lie beside round surfaces
        point.thickness = way_through(field, inverted, point, limit);
    });
    std::ranges::sort(points, {}, &SurfacePoint::thickness);
    double all = 0.0, below = 0.0;
    for (const SurfacePoint& point : points) all += point.area;
    for (const SurfacePoint& point : points) {
        below += point.area;
        if (below >= kShareOfSurface * all) return point.thickness;
    }
    return limit;
}

Real thickness_of(const BoxShape& box) { return (box.max - box.min).cwiseProduct(box.stretch).minCoeff(); }
Real thickness_of(const SphereShape& ball) { return 2.0f * ball.radius * ball.stretch.minCoeff(); }
Real thickness_of(const CylinderShape& rod) {
    return std::min(2.0f * rod.radius, (rod.end - rod.start).norm()) * rod.stretch.minCoeff();
}
Real thickness_of(const HalfSpaceShape&) { return std::numeric_limits<Real>::infinity(); }

std::vector<SurfacePoint> points_of(const MeshShape& shape, const Vec3d& origin, Assets& assets, Real) {
    return middles_of(*mesh_of(shape, origin, assets), distance_of(shape, origin, assets)->inside_out());
}
std::vector<SurfacePoint> points_of(const RevolvedShape& shape, const Vec3d& origin, Assets& assets, Real edge) {
    return middles_of(shape_mesh(shape, origin, assets, edge), false);
}

}  // namespace

Real wall_thickness(const Shape& shape, bool inverted, const Vec3d& origin, Assets& assets, Real limit) {
    return std::visit(
        [&](const auto& s) {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<S, MeshShape> || std::is_same_v<S, RevolvedShape>)
                return thickness_below(points_of(s, origin, assets, limit), shape_field(s, origin, assets, limit),
                                       inverted, limit);
            else
                return inverted ? limit : std::min(thickness_of(s), limit);
        },
        shape);
}

void measure_walls(const Run& run, const Scene& scene, Assets& assets, const LiquidNeeds& needs,
                   std::vector<Body>& bodies) {
    if (needs.thin_wall == 0.0f) return;
    const Real limit = needs.thin_wall * scene.particle_spacing;
    const std::vector<Obstacle> solids = solids_of(scene);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        run.throw_if_stopped();
        const Obstacle& obstacle = solids[k];
        const Real thickness =
            wall_thickness(obstacle.shape, obstacle.inverted, simulation_origin(scene), assets, limit);
        if (thickness < limit) bodies[k].thinnest = thickness;
        const Real seen = needs.thinnest_wall * scene.particle_spacing;
        if (thickness < seen)
            run.warn(
                fmt::format("'{}' has walls of {:.2g} m, which are not seen at a particle_spacing of {} "
                            "m: liquid may pass through them; a spacing of {:.2g} m would do",
                            obstacle.name, thickness, scene.particle_spacing, thickness / needs.thinnest_wall));
    }
}

}  // namespace lamella
