// Analytic shapes after they are stretched and turned about their middles.
#pragma once

#include <lamella/geometry/shapes/revolved_shape.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <functional>

namespace lamella {

// What the keys `stretch` and `rotation` do to a point: x -> middle + R S (x - middle).
struct ShapePlacement {
    Vec3 middle;
    Vec3 stretch;
    Mat3 rotation;

    Vec3 apply(const Vec3& p) const { return middle + rotation * stretch.cwiseProduct(p - middle); }
    bool even() const { return stretch.x() == stretch.y() && stretch.y() == stretch.z(); }
};

// Turns about x, then y, then z.
Mat3 rotation_of_degrees(const Vec3& degrees);

ShapePlacement placement_of(const BoxShape& shape);
ShapePlacement placement_of(const SphereShape& shape);
ShapePlacement placement_of(const CylinderShape& shape);
ShapePlacement placement_of(const RevolvedShape& shape);

template <class S>
bool is_placed(const S& shape) {
    return shape.stretch != Vec3::Ones() || shape.rotation != Vec3::Zero();
}

// Negative inside, from several threads. That of boxes, and of all shapes that are stretched evenly, is exact; other
// balls, cylinders and revolved shapes are fine meshes, whose edges are a fiftieth of the shape, and distances beyond
// `band` may be given as the band.
using DistanceFunction = std::function<Real(const Vec3&)>;
DistanceFunction placed_distance(const BoxShape& shape, Real band);
DistanceFunction placed_distance(const SphereShape& shape, Real band);
DistanceFunction placed_distance(const CylinderShape& shape, Real band);
DistanceFunction placed_distance(const RevolvedShape& shape, Real band);

template <class S>
Box3 placed_bounds(const S& shape) {
    if (!is_placed(shape)) return shape.bounds();
    const ShapePlacement placement = placement_of(shape);
    const Box3 before = shape.bounds();
    Box3 box;
    for (int k = 0; k < 8; ++k)
        box.extend(
            placement.apply(Vec3((k & 1) ? before.max.x() : before.min.x(), (k & 2) ? before.max.y() : before.min.y(),
                                 (k & 4) ? before.max.z() : before.min.z())));
    return box;
}

// Edges of about the given length before the shape is stretched.
template <class S>
TriangleMesh placed_mesh_of(const S& shape, Real edge) {
    TriangleMesh mesh = triangulate(shape, edge);
    if (!is_placed(shape)) return mesh;
    const ShapePlacement placement = placement_of(shape);
    for (Vec3& p : mesh.positions) p = placement.apply(p);
    return mesh;
}

}  // namespace lamella
