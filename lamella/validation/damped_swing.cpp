#include <lamella/core/vec.hpp>
#include <lamella/validation/damped_swing.hpp>

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

// The square sum that the best sine leaves.
double misfit(const Series& measured, double w, double b) {
    Mat3d A = Mat3d::Zero();
    Vec3d right = Vec3d::Zero();
    double squares = 0.0;
    for (const auto& [t, y] : measured.points) {
        const double fading = std::exp(-b * t);
        const Vec3d term(fading * std::sin(w * t), fading * std::cos(w * t), 1.0);
        A += term * term.transpose();
        right += y * term;
        squares += y * y;
    }
    return squares - right.dot(A.ldlt().solve(right));
}

}  // namespace

double fitted_period(const Series& measured, double expected_omega) {
    double least = std::numeric_limits<double>::infinity(), best = 0.0;
    for (double w = 0.5; w < 2.0; w += 0.005)
        for (double b = 0.0; b < 0.6; b += 0.02) {
            const double left = misfit(measured, w * expected_omega, b * expected_omega);
            if (left >= least) continue;
            least = left;
            best = w;
        }
    return 2.0 * std::numbers::pi / (best * expected_omega);
}

}  // namespace lamella
