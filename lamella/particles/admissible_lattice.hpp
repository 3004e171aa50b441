// A lattice whose points stay apart however it is stretched along its axes: the whole numbers a + b t + c t^2 of the
// cubic field of t = 2 cos(2 pi / 7), each at the place of its three conjugates. The product of the conjugates of a
// number other than zero is a whole number other than zero, so that |x y z| >= d^3 / 7 for the difference of any two
// points, and their distance is at least sqrt(3) d / 7^(1/3) = 0.905 d. A stretch along an axis with the contraction
// across it that keeps volumes leaves the product as it is, and with it the bound. No plane across an axis holds more
// than one point, and no lattice has a larger bound (Davenport 1938: On the Product of Three Homogeneous Linear Forms).
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/vec.hpp>

namespace lamella {

class AdmissibleLattice {
public:
    explicit AdmissibleLattice(double spacing);  // one point per spacing^3

    // Calls visit for the points with low < p <= high in every coordinate, always in the same order. The coordinates of
    // a point are the same bits whatever the box.
    void for_each_in(const Vec3d& low, const Vec3d& high, FunctionRef<void(const Vec3d&)> visit) const;

private:
    double scale_;
    Mat3d conjugates_;  // row m: 1, t, t^2 for the conjugate m of t
    Mat3d inverse_;
};

}  // namespace lamella
