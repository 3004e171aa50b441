// The sum of weighted squared distances to planes as a function of the point (Garland and Heckbert 1997,
// sections 3.4 and 5): x^T A x - 2 b x + c, with A = sum w n n^T, b = sum w n (n p), c = sum w (n p)^2.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

struct Quadric {
    Mat3d A = Mat3d::Zero();
    Vec3d b = Vec3d::Zero();
    double c = 0.0;

    // The plane through p with the unit normal n.
    static Quadric plane(const Vec3d& n, const Vec3d& p, double weight) {
        const double offset = n.dot(p);
        return {weight * n * n.transpose(), weight * offset * n, weight * offset * offset};
    }
    Quadric operator+(const Quadric& other) const { return {A + other.A, b + other.b, c + other.c}; }
    double operator()(const Vec3d& x) const { return x.dot(A * x) - 2.0 * b.dot(x) + c; }

    // The point of the least value, drawn towards `near` by the share `pull` of the planes' weight: where the
    // planes are one or two, and A has no inverse, the rest of the place is that of `near`.
    Vec3d minimiser(const Vec3d& near, double pull) const;
};

}  // namespace lamella
