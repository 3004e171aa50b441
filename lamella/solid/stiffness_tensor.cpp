#include <lamella/core/error.hpp>
#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/solid/stiffness_tensor.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kAsymmetry = 1e-4, kLeast = 1e-6;       // of the largest entry; of the largest eigenvalue
constexpr std::array<int, 6> kPlaces{0, 1, 2, 4, 5, 3};  // of 11, 22, 33, 23, 13, 12 in a SymmetricTensor
constexpr std::array<std::array<int, 2>, 6> kPairs{{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}};

using Voigt = StiffnessTensor::Voigt;

// In the basis where shears count by the root of two, so that eigenvalues are those of the tensor.
Voigt mandel(const Voigt& c) {
    Eigen::Matrix<double, 6, 1> scale;
    const double root = std::numbers::sqrt2;
    scale << 1, 1, 1, root, root, root;
    return scale.asDiagonal() * c * scale.asDiagonal();
}

Voigt isotropic(double bulk, double shear) {
    Voigt c = Voigt::Zero();
    c.topLeftCorner<3, 3>().setConstant(bulk - 2.0 / 3.0 * shear);
    for (int k = 0; k < 3; ++k) {
        c(k, k) += 2.0 * shear;
        c(3 + k, 3 + k) = shear;
    }
    return c;
}

// The matrix that takes engineering strains of the rest frame to those of the material's axes (Bond).
Voigt strains_along(const Mat3d& axes) {
    Voigt t;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column) {
            const auto [i, j] = kPairs[row];
            const auto [p, q] = kPairs[column];
            const double one = axes(p, i) * axes(q, j), other = axes(q, i) * axes(p, j);
            t(row, column) = (row < 3 ? 0.5 : 1.0) * (one + other);  // of eps' = axes^T eps axes
        }
    return t;
}

}  // namespace

StiffnessTensor::StiffnessTensor(const Voigt& matrix, const Mat3& axes) {
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < row; ++column)
            if (std::abs(matrix(row, column) - matrix(column, row)) > kAsymmetry * matrix.cwiseAbs().maxCoeff())
                throw InputError(
                    fmt::format("the stiffness is not symmetric: row {}, column {} is {:.6g}, but row {}, column {} "
                                "is {:.6g}; without symmetry there is no energy",
                                row + 1, column + 1, matrix(row, column), column + 1, row + 1, matrix(column, row)));
    const Voigt even = 0.5 * (matrix + matrix.transpose());
    const Eigen::SelfAdjointEigenSolver<Voigt> eigen(mandel(even), Eigen::EigenvaluesOnly);
    const double least = eigen.eigenvalues()[0], most = eigen.eigenvalues()[5];
    if (!(least > kLeast * most))
        throw InputError(
            fmt::format("the stiffness is not positive definite: its eigenvalues are from {:.4g} to {:.4g} Pa, so "
                        "there is a strain that costs no energy",
                        least, most));
    const Voigt turn = strains_along(axes.cast<double>());
    const Voigt c = turn.transpose() * even * turn;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column)
            matrix_(kPlaces[row], kPlaces[column]) = static_cast<Real>(c(row, column) * (column < 3 ? 1.0 : 2.0));
}

StiffnessTensor StiffnessTensor::orthotropic(const Vec3& E, const Vec3& nu, const Vec3& G, const Mat3& axes) {
    Voigt compliance = Voigt::Zero();
    for (int k = 0; k < 3; ++k) {
        compliance(k, k) = 1.0 / E[k];
        compliance(3 + k, 3 + k) = 1.0 / G[k];
    }
    const auto across = [&](int i, int j, double ratio) { compliance(i, j) = compliance(j, i) = -ratio / E[i]; };
    across(1, 2, nu[0]);
    across(0, 2, nu[1]);
    across(0, 1, nu[2]);
    return StiffnessTensor(Voigt(compliance.inverse()), axes);
}

Voigt StiffnessTensor::voigt() const {
    Voigt c;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column)
            c(row, column) = matrix_(kPlaces[row], kPlaces[column]) / (column < 3 ? 1.0 : 2.0);
    return c;
}

double StiffnessTensor::bulk() const { return voigt().topLeftCorner<3, 3>().sum() / 9.0; }

double StiffnessTensor::shear() const {
    const Voigt c = voigt();
    const double along = c(0, 0) + c(1, 1) + c(2, 2), beside = c(0, 1) + c(1, 2) + c(0, 2);
    return (along - beside + 3.0 * (c(3, 3) + c(4, 4) + c(5, 5))) / 15.0;
}

StiffnessTensor StiffnessTensor::without(double bulk, double shear) const {
    StiffnessTensor rest = *this;
    const Voigt less = isotropic(bulk, shear);
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column)
            rest.matrix_(kPlaces[row], kPlaces[column]) -=
                static_cast<Real>(less(row, column) * (column < 3 ? 1.0 : 2.0));
    return rest;
}

double StiffnessTensor::largest_share(double bulk, double shear) const {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Voigt> eigen(mandel(voigt()), mandel(isotropic(bulk, shear)),
                                                                Eigen::EigenvaluesOnly);
    return eigen.eigenvalues()[0];
}

// The largest eigenvalue of n . C . n over directions n on a spiral, three degrees apart.
double StiffnessTensor::stiffest_wave() const {
    constexpr int kDirections = 4000;
    const Voigt c = voigt();
    const auto entry = [&](int i, int j) { return i == j ? i : 6 - i - j; };
    double most = 0.0;
    for (int k = 0; k < kDirections; ++k) {
        const double up = (k + 0.5) / kDirections, around = std::numbers::pi * (1.0 + std::sqrt(5.0)) * k;
        const double flat = std::sqrt(1.0 - up * up);
        const Vec3d n(flat * std::cos(around), flat * std::sin(around), up);
        Mat3d acoustic = Mat3d::Zero();
        for (int i = 0; i < 3; ++i)
            for (int l = 0; l < 3; ++l)
                for (int j = 0; j < 3; ++j)
                    for (int m = 0; m < 3; ++m) acoustic(i, l) += n[j] * n[m] * c(entry(i, j), entry(l, m));
        most = std::max(most, symmetric_eigen(acoustic).values[0]);
    }
    return most;
}

}  // namespace lamella
