#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/geometry/shapes/half_space_mesh.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/geometry/surface_sampling.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lamella {
namespace {

Vec3 relative(const Vec3& p, const Vec3d& origin) { return (p.cast<double>() - origin).cast<Real>(); }

BoxShape moved(BoxShape box, const Vec3d& origin) {
    box.min = relative(box.min, origin);
    box.max = relative(box.max, origin);
    return box;
}
SphereShape moved(SphereShape sphere, const Vec3d& origin) {
    sphere.centre = relative(sphere.centre, origin);
    return sphere;
}
CylinderShape moved(CylinderShape cylinder, const Vec3d& origin) {
    cylinder.start = relative(cylinder.start, origin);
    cylinder.end = relative(cylinder.end, origin);
    return cylinder;
}
RevolvedShape moved(RevolvedShape shape, const Vec3d& origin) {
    shape.base = relative(shape.base, origin);
    return shape;
}
HalfSpaceShape moved(HalfSpaceShape plane, const Vec3d& origin) {
    plane.point = relative(plane.point, origin);
    return plane;
}

// The direction out of the shape, from central differences of the distance.
Vec3 outward(const ShapeField& field, const Vec3& p, Real step) {
    Vec3 gradient;
    for (int a = 0; a < 3; ++a) {
        const Vec3 offset = step * Vec3::Unit(a);
        gradient[a] = field.signed_distance(p + offset) - field.signed_distance(p - offset);
    }
    return gradient.stableNormalized();
}

// A square lattice on a plane, as far as it lies within `reach`.
std::vector<Vec3> plane_lattice(const HalfSpaceShape& plane, Real spacing, const Box3& reach) {
    const Vec3 n = plane.normal.stableNormalized();
    const Mat3 axes = frame_around(n);
    const Vec3 middle = reach.centre() - n.dot(reach.centre() - plane.point) * n;
    const int half = static_cast<int>(reach.diagonal() / spacing) + 1;
    std::vector<Vec3> points;
    for (int a = -half; a <= half; ++a)
        for (int b = -half; b <= half; ++b) {
            const Vec3 p = middle + spacing * (static_cast<Real>(a) * axes.col(0) + static_cast<Real>(b) * axes.col(1));
            if (reach.contains(p)) points.push_back(p);
        }
    return points;
}

// Edges so long that a chord lies at most a twentieth of a spacing off a surface of this size.
Real sampling_edge(const Box3& bounds, Real spacing) {
    return std::max(spacing, std::sqrt(0.2f * spacing * bounds.diagonal()));
}

TriangleMesh triangles_within(TriangleMesh mesh, const Box3& reach) {
    std::erase_if(mesh.triangles, [&](const Vec3i& t) {
        Box3 box;
        for (int c = 0; c < 3; ++c) box.extend(mesh.positions[t[c]]);
        return (box.min.array() > reach.max.array()).any() || (box.max.array() < reach.min.array()).any();
    });
    return mesh;
}

}  // namespace

ShapeField shape_field(const Shape& shape, const Vec3d& origin, Assets& assets, Real band) {
    if (const auto* file = std::get_if<MeshShape>(&shape)) {
        const auto mesh = distance_of(*file, origin, assets);
        return {[mesh, band](const Vec3& p) { return mesh->signed_distance(p, band); }, mesh->bounds(),
                mesh->remarks()};
    }
    return std::visit(
        [&](const auto& analytic) -> ShapeField {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(analytic)>, MeshShape>) {
                return {};
            } else {
                const auto local = moved(analytic, origin);
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(local)>, HalfSpaceShape>)
                    return {[local](const Vec3& p) { return local.signed_distance(p); }, local.bounds(), ""};
                else
                    return {placed_distance(local, band), placed_bounds(local), ""};
            }
        },
        shape);
}

Box3 shape_bounds(const Shape& shape, const Vec3d& origin, Assets& assets) {
    if (const auto* file = std::get_if<MeshShape>(&shape)) return bounds(*mesh_of(*file, origin, assets));
    return shape_field(shape, origin, assets).bounds;
}

TriangleMesh shape_mesh(const Shape& shape, const Vec3d& origin, Assets& assets, Real edge) {
    return std::visit(
        [&](const auto& s) -> TriangleMesh {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<S, MeshShape>)
                return *mesh_of(s, origin, assets);
            else if constexpr (std::is_same_v<S, HalfSpaceShape>)
                return {};
            else
                return placed_mesh_of(moved(s, origin), edge);
        },
        shape);
}

TriangleMesh drawn_mesh(const Shape& shape, const Scene& scene, Assets& assets) {
    constexpr Real kEdges = 256.0f;  // along a side
    if (const auto* plane = std::get_if<HalfSpaceShape>(&shape))
        return half_space_in_box(*plane, {scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()});
    const Box3 bounds = shape_bounds(shape, Vec3d::Zero(), assets);
    return shape_mesh(shape, Vec3d::Zero(), assets,
                      std::max(2.0f * scene.particle_spacing, bounds.size().maxCoeff() / kEdges));
}

std::vector<Vec3> boundary_points(const Shape& shape, const Vec3d& origin, Assets& assets, bool inverted, Real spacing,
                                  const Box3& reach, std::uint64_t seed) {
    const Real inset = inverted ? -0.5f * spacing : 0.5f * spacing;
    if (const auto* box = std::get_if<BoxShape>(&shape); box && !is_placed(*box)) {
        const BoxShape local = moved(*box, origin);
        const Box3 outside = reach.padded(2.0f * spacing);  // faces that a cut makes lie beyond the reach
        const Box3 layer = Box3{local.min, local.max}.padded(-inset);
        const Box3 cut{layer.min.cwiseMax(outside.min), layer.max.cwiseMin(outside.max)};
        if (!cut.empty()) return sample_box_faces(cut, spacing);
    }
    const ShapeField field = shape_field(shape, origin, assets, spacing);
    const auto* plane = std::get_if<HalfSpaceShape>(&shape);
    std::vector<Vec3> points;
    if (plane) {
        points = plane_lattice(moved(*plane, origin), spacing, reach);
    } else {
        const TriangleMesh mesh = shape_mesh(shape, origin, assets, sampling_edge(field.bounds, spacing));
        points = sample_surface(triangles_within(mesh, reach), spacing, seed);
    }
    for (Vec3& p : points) p -= (field.signed_distance(p) + inset) * outward(field, p, 0.05f * spacing);
    std::erase_if(points, [&](const Vec3& p) { return !reach.contains(p); });
    return points;
}

}  // namespace lamella
