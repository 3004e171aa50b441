// Skins of bodies: how fine they are, and from which points.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/rigid/rigid_body.hpp>
#include <lamella/rigid/solid_moments.hpp>

namespace lamella {

// The distance of the points of a skin: half the shortest extent, as long as there are no more than 16 along the
// longest.
Real skin_spacing(const Box3& bounds);
// Of its balls: a tenth of the shortest extent.
Real skin_radius(const Box3& bounds);

// Balls that touch the surface from inside at the given points of it, where a ball of the radius fits; less deep where
// it does not. A point on an edge or a corner has its ball in it, which touches both faces: so that a corner which lies
// on another body is far from that body's own edges, where the direction to its surface is not certain.
ContactSkin skin_inside(std::vector<Vec3> points, FunctionRef<Real(const Vec3&)> distance, Real radius);

// Of a mesh of any resolution: its vertices where they are few, and points all over it.
std::vector<Vec3> skin_points(const TriangleMesh& mesh, Real spacing, std::uint64_t seed);

ContactSkin skin_of_ball(const Vec3& centre, Real radius);

// Of a body that has that shape.
BoxForm box_form(const BoxShape& shape, const PrincipalAxes& axes);

// A body of one density; its velocity and its number are still to be given.
RigidBody rigid_body(const SolidMoments& moments, double density, ContactSkin skin, const Box3& bounds);

}  // namespace lamella
