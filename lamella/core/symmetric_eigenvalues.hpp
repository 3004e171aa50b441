// The eigenvalues of a symmetric 3 x 3 matrix in closed form (Smith 1961), largest first. For
// ratios of eigenvalues in inner loops; symmetric_eigen.hpp has the vectors, and all digits.
#pragma once

#include <lamella/core/vec.hpp>

namespace lamella {

Vec3 symmetric_eigenvalues(const Mat3& matrix);

}  // namespace lamella
