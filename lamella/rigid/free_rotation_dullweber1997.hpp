// The free rotation of a rigid body (Dullweber, Leimkuhler and McLachlan 1997). The kinetic energy
//
//     H = m1^2 / (2 I1) + m2^2 / (2 I2) + m3^2 / (2 I3),   m the angular momentum in the body's principal axes,
//
// is split into its three terms. Each alone turns the body about that axis by the angle dt m_i / I_i, and m by its
// opposite: a step is half a turn about the first and the second axis, a whole one about the third, and the halves
// again. It is symplectic and reversible, so that the energy stays within a band of order dt^2 for ever, and the
// momentum Q m in space is kept by every turn, to rounding.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// Turns the frame Q, whose columns are the principal axes in space, for dt; L is the angular momentum in space, which
// stays. A component of the inertia that is infinite does not turn.
void rotate_freely(const Vec3d& inertia, const Vec3d& L, double dt, Mat3d& Q);

// Columns of unit length at right angles, near to those that rounding has moved.
void make_orthonormal(Mat3d& Q);

// The axes and moments of a symmetric inertia; the frame is right-handed.
struct PrincipalAxes {
    Mat3d frame = Mat3d::Identity();
    Vec3d inertia = Vec3d::Ones();
};
PrincipalAxes principal_axes(const Mat3d& inertia);

}  // namespace lamella
