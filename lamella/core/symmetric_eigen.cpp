#include <lamella/core/symmetric_eigen.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace lamella {
namespace {

constexpr int kMaxSweeps = 12;

// Rotates the plane (p, q) so that a(p, q) vanishes (Golub, Van Loan 2013, algorithm 8.5.1); r is the third axis.
void rotate(Mat3d& a, Mat3d& vectors, int p, int q, int r) {
    if (a(p, q) == 0.0) return;
    const double tau = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
    const double t = std::copysign(1.0 / (std::abs(tau) + std::sqrt(1.0 + tau * tau)), tau);
    const double c = 1.0 / std::sqrt(1.0 + t * t);
    const double s = t * c;
    a(p, p) -= t * a(p, q);
    a(q, q) += t * a(p, q);
    a(p, q) = a(q, p) = 0.0;
    const double rp = a(r, p);
    const double rq = a(r, q);
    a(r, p) = a(p, r) = c * rp - s * rq;
    a(r, q) = a(q, r) = s * rp + c * rq;
    const Vec3d vp = vectors.col(p);
    const Vec3d vq = vectors.col(q);
    vectors.col(p) = c * vp - s * vq;
    vectors.col(q) = s * vp + c * vq;
}

void sort_falling(SymmetricEigen& e) {
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 1}}) {
        if (e.values[i] >= e.values[j]) continue;
        std::swap(e.values[i], e.values[j]);
        e.vectors.col(i).swap(e.vectors.col(j));
    }
}

}  // namespace

SymmetricEigen symmetric_eigen(const Mat3d& matrix) {
    Mat3d a = matrix.selfadjointView<Eigen::Upper>();
    SymmetricEigen result;
    const double smallest = std::numeric_limits<double>::epsilon() * a.cwiseAbs().maxCoeff();
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
        if (std::abs(a(0, 1)) + std::abs(a(0, 2)) + std::abs(a(1, 2)) <= smallest) break;
        rotate(a, result.vectors, 0, 1, 2);
        rotate(a, result.vectors, 0, 2, 1);
        rotate(a, result.vectors, 1, 2, 0);
    }
    result.values = a.diagonal();
    sort_falling(result);
    return result;
}

}  // namespace lamella
