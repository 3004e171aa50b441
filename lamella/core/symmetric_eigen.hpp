// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by cyclic Jacobi rotations (Golub, Van Loan 2013,
// section 8.5). Closed forms lose half of the digits where two eigenvalues are close (flat surfaces, sheets);
// rotations do not, and three or four sweeps are enough.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

// A = Q diag(values) Q^T, values in falling order, the vectors are the columns of Q.
struct SymmetricEigen {
    Vec3d values = Vec3d::Zero();
    Mat3d vectors = Mat3d::Identity();
};

// Only the upper triangle of the matrix is read.
SymmetricEigen symmetric_eigen(const Mat3d& matrix);

}  // namespace lamella
