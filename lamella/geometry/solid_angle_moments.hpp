// What a group of triangles looks like from afar: the Taylor expansion to second order of its solid angle
// (Barill et al. 2018, Fast Winding Numbers for Soups and Clouds).
#pragma once

#include <lamella/core/vec.hpp>

#include <array>

namespace lamella {

// Integrals over the triangles, with y the place, n the normal and c the area-weighted centre. In double,
// because those of a mesh 1e10 m wide leave the range of float.
struct SolidAngleMoments {
    double area = 0.0;
    Vec3d centre = Vec3d::Zero();
    Vec3d normal = Vec3d::Zero();                                                 // of n
    Mat3d first = Mat3d::Zero();                                                  // of (y - c) n^T
    std::array<Mat3d, 3> second = {Mat3d::Zero(), Mat3d::Zero(), Mat3d::Zero()};  // of (y - c) (y - c)^T n_j

    static SolidAngleMoments of_triangle(const std::array<Vec3, 3>& corners);
    static SolidAngleMoments joined(const SolidAngleMoments& a, const SolidAngleMoments& b);

    // The solid angle seen from c - r.
    double solid_angle(const Vec3d& r) const;

private:
    void add_moved(const SolidAngleMoments& other);  // the moments of `other` about the centre of this
};

}  // namespace lamella
