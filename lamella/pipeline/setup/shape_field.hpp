// Shapes of a scene as the simulation sees them: distances, boundary samples and meshes, relative to the
// origin of the simulation.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <functional>
#include <limits>
#include <string>

namespace lamella {

inline Box3 intersection(const Box3& a, const Box3& b) { return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)}; }

struct ShapeField {
    std::function<Real(const Vec3&)> signed_distance;  // negative inside; callable from several threads
    Box3 bounds;                                       // infinite for a half space
    std::string remarks;                               // what is wrong with a mesh, for the log
};

// Distances beyond `band` may be given as the band: much faster for meshes.
ShapeField shape_field(const Shape& shape, const Vec3d& origin, Assets& assets,
                       Real band = std::numeric_limits<Real>::infinity());

// The bounds of the field, without building one for a mesh.
Box3 shape_bounds(const Shape& shape, const Vec3d& origin, Assets& assets);

// A mesh of the shape with edges of about `edge`; empty for a half space.
TriangleMesh shape_mesh(const Shape& shape, const Vec3d& origin, Assets& assets, Real edge);

// What pictures show of the shape, at its own place: edges of about two spacings, longer where the shape is so large
// that nobody sees them; of a half space the part in the domain.
TriangleMesh drawn_mesh(const Shape& shape, const Scene& scene, Assets& assets);

// Points about one spacing apart on the surface of the shape moved inwards by half a spacing (outwards for
// an inverted one), as far as they lie within `reach`.
std::vector<Vec3> boundary_points(const Shape& shape, const Vec3d& origin, Assets& assets, bool inverted, Real spacing,
                                  const Box3& reach, std::uint64_t seed);

}  // namespace lamella
