#include <lamella/geometry/quadric.hpp>

#include <Eigen/LU>

namespace lamella {

Vec3d Quadric::minimiser(const Vec3d& near, double pull) const {
    const double held = pull * A.trace();
    if (!(held > 0.0)) return near;
    const Mat3d M = A + held * Mat3d::Identity();
    return near + M.inverse() * (b - A * near);
}

}  // namespace lamella
