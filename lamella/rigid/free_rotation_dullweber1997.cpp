#include <lamella/rigid/free_rotation_dullweber1997.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace lamella {
namespace {

// One term of the energy: the axes other than `axis` turn about it, counter-clockwise by the angle.
void turn_about(int axis, double inertia, double dt, Vec3d& m, Mat3d& Q) {
    const double angle = dt * m[axis] / inertia;
    const double c = std::cos(angle), s = std::sin(angle);
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const double mj = m[j], mk = m[k];
    m[j] = c * mj + s * mk;
    m[k] = c * mk - s * mj;
    const Vec3d qj = Q.col(j), qk = Q.col(k);
    Q.col(j) = c * qj + s * qk;
    Q.col(k) = c * qk - s * qj;
}

}  // namespace

void rotate_freely(const Vec3d& inertia, const Vec3d& L, double dt, Mat3d& Q) {
    Vec3d m = Q.transpose() * L;
    turn_about(0, inertia[0], 0.5 * dt, m, Q);
    turn_about(1, inertia[1], 0.5 * dt, m, Q);
    turn_about(2, inertia[2], dt, m, Q);
    turn_about(1, inertia[1], 0.5 * dt, m, Q);
    turn_about(0, inertia[0], 0.5 * dt, m, Q);
}

void make_orthonormal(Mat3d& Q) {
    const Vec3d a = Q.col(0).normalized();
    const Vec3d b = (Q.col(1) - a.dot(Q.col(1)) * a).normalized();
    Q.col(0) = a;
    Q.col(1) = b;
    Q.col(2) = cross(a, b);
}

PrincipalAxes principal_axes(const Mat3d& inertia) {
    const Eigen::SelfAdjointEigenSolver<Mat3d> solver(inertia);
    PrincipalAxes axes{solver.eigenvectors(), solver.eigenvalues()};
    make_orthonormal(axes.frame);
    return axes;
}

}  // namespace lamella
