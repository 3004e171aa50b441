// The stiffness C of matter that is not the same in all directions, S = C : eps, in the solid at rest: what it says of
// directions turns with the matter.
#pragma once

#include <lamella/solid/symmetric_tensor.hpp>

namespace lamella {

class StiffnessTensor {
public:
    using Voigt = Eigen::Matrix<double, 6, 6>;  // Pa; rows and columns 11, 22, 33, 23, 13, 12, of engineering shear

    // `axes` has the material's axes as columns. An InputError where the matrix is not symmetric, or some strain would
    // cost no energy.
    explicit StiffnessTensor(const Voigt& matrix, const Mat3& axes = Mat3::Identity());

    // Of a material with three planes of symmetry: Young's moduli along 1, 2, 3, the Poisson's ratios 23, 13, 12 (the
    // first says along which it is stretched, the second along which it narrows), and the moduli of these shears.
    static StiffnessTensor orthotropic(const Vec3& youngs_moduli, const Vec3& poisson_ratios, const Vec3& shear_moduli,
                                       const Mat3& axes = Mat3::Identity());

    // The second Piola-Kirchhoff stress of a strain.
    Mat3 stress(const Mat3& strain) const { return full(matrix_ * symmetric(strain)); }

    // The nearest stiffness that knows no directions (its bulk and shear moduli are Voigt's averages).
    double bulk() const;
    double shear() const;

    // This less one that knows no directions.
    StiffnessTensor without(double bulk, double shear) const;
    // The largest share of a stiffness that knows no directions which can be taken away before some strain costs no
    // energy.
    double largest_share(double bulk, double shear) const;

    // Of the stiffest plane wave: the density times the square of its speed, Pa.
    double stiffest_wave() const;

private:
    StiffnessTensor() = default;
    Voigt voigt() const;

    Eigen::Matrix<Real, 6, 6> matrix_;  // from the strain's six numbers to the stress', as SymmetricTensor has them
};

}  // namespace lamella
