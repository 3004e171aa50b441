#include <lamella/geometry/motion.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/geometry/signed_distance.hpp>

#include <memory>

namespace lamella {
namespace {

constexpr Real kFineEdges = 50.0f;  // along the shape's shortest extent

DistanceFunction distance_of_mesh(const TriangleMesh& mesh, Real band) {
    const auto distance = std::make_shared<const MeshDistance>(mesh);
    return [distance, band](const Vec3& p) { return distance->signed_distance(p, band); };
}

template <class S>
DistanceFunction distance_of(const S& shape) {
    return [shape](const Vec3& p) { return shape.signed_distance(p); };
}

}  // namespace

Mat3 rotation_of_degrees(const Vec3& degrees) {
    Motion turn;
    turn.keys.push_back(Keyframe{0.0f, Vec3::Zero(), degrees});
    return turn.at(0.0).rotation;
}

ShapePlacement placement_of(const BoxShape& shape) {
    return {0.5f * (shape.min + shape.max), shape.stretch, rotation_of_degrees(shape.rotation)};
}
ShapePlacement placement_of(const SphereShape& shape) {
    return {shape.centre, shape.stretch, rotation_of_degrees(shape.rotation)};
}
ShapePlacement placement_of(const CylinderShape& shape) {
    return {0.5f * (shape.start + shape.end), shape.stretch, rotation_of_degrees(shape.rotation)};
}

ShapePlacement placement_of(const RevolvedShape& shape) {
    return {shape.middle(), shape.stretch, rotation_of_degrees(shape.rotation)};
}

DistanceFunction placed_distance(const BoxShape& shape, Real) {
    if (!is_placed(shape)) return distance_of(shape);
    const ShapePlacement placement = placement_of(shape);
    const Vec3 half = 0.5f * placement.stretch.cwiseProduct(shape.max - shape.min);
    const BoxShape upright{-half, half};
    return
        [=](const Vec3& p) { return upright.signed_distance(placement.rotation.transpose() * (p - placement.middle)); };
}

DistanceFunction placed_distance(const SphereShape& shape, Real band) {
    const ShapePlacement placement = placement_of(shape);
    if (!placement.even()) return distance_of_mesh(placed_mesh_of(shape, shape.radius / kFineEdges), band);
    return distance_of(SphereShape{shape.centre, placement.stretch.x() * shape.radius});
}

DistanceFunction placed_distance(const CylinderShape& shape, Real band) {
    if (!is_placed(shape)) return distance_of(shape);
    const ShapePlacement placement = placement_of(shape);
    if (!placement.even()) {
        const Real extent = std::min(shape.radius, (shape.end - shape.start).norm());
        return distance_of_mesh(placed_mesh_of(shape, extent / kFineEdges), band);
    }
    return distance_of(
        CylinderShape{placement.apply(shape.start), placement.apply(shape.end), placement.stretch.x() * shape.radius});
}

DistanceFunction placed_distance(const RevolvedShape& shape, Real band) {
    if (!is_placed(shape)) return distance_of(shape);
    const ShapePlacement placement = placement_of(shape);
    if (!placement.even())
        return distance_of_mesh(placed_mesh_of(shape, shape.bounds().size().minCoeff() / kFineEdges), band);
    RevolvedShape placed{placement.apply(shape.base), placement.rotation * shape.axis, shape.profile};
    for (ProfilePoint& p : placed.profile) p = {placement.stretch.x() * p.radius, placement.stretch.x() * p.height};
    return distance_of(placed);
}

}  // namespace lamella
