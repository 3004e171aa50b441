// Volume, centre and second moments of solids of density 1: of shapes by their formulas, of closed meshes by the
// divergence theorem, of revolved shapes by Green's theorem. All are exact up to rounding.
#pragma once

#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

struct SolidMoments {
    double volume = 0.0;           // m^3; negative where a mesh is inside out
    Vec3d centre = Vec3d::Zero();  // of mass
    Mat3d second = Mat3d::Zero();  // integral of (x - centre)(x - centre)^T, m^5

    // About the centre, m^5; times the density kg m^2.
    Mat3d inertia() const { return second.trace() * Mat3d::Identity() - second; }
};

SolidMoments moments_of(const TriangleMesh& mesh);

// With their stretch and rotation.
SolidMoments moments_of(const BoxShape& shape);
SolidMoments moments_of(const SphereShape& shape);
SolidMoments moments_of(const CylinderShape& shape);
SolidMoments moments_of(const RevolvedShape& shape);

}  // namespace lamella
