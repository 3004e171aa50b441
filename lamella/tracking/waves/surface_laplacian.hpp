// The Laplace-Beltrami operator of a mesh that stands still, as rows of numbers: with w_ij = (cot alpha + cot beta) / 2
// and a third of the triangles around a vertex as its area A_i,
//
//     (L u)_i = 1 / A_i sum_j w_ij (u_j - u_i).
//
// w_ij = w_ji to the bit, so that sum_i A_i (L u)_i vanishes to rounding. Beside a boundary nothing flows over it.
//
// One sliver can make the largest eigenvalue, and with it the number of steps of waves, a thousand times larger. So
// areas can be enlarged where the row would be stiffer than asked for: such a vertex is sluggish, and the sum stays.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <limits>
#include <span>
#include <vector>

namespace lamella {

class SurfaceLaplacian {
public:
    SurfaceLaplacian() = default;
    // Of a mesh without slots of what was taken away; its bound() is at most `stiffest`.
    explicit SurfaceLaplacian(const ConnectedMesh& mesh, double stiffest = std::numeric_limits<double>::infinity());

    Index size() const { return static_cast<Index>(areas_.size()); }
    const std::vector<double>& areas() const { return areas_; }

    // L u at a vertex.
    double at(Index v, const double* u) const {
        double sum = 0.0;
        for (Index k = begins_[v]; k < begins_[v + 1]; ++k) sum += weights_[k] * (u[columns_[k]] - u[v]);
        return per_area_[v] * sum;
    }

    // Not less than the largest eigenvalue of -L: max_i sum_j (|w_ij| + w_ij) / A_i, by Gershgorin's discs.
    double bound() const { return bound_; }

private:
    std::vector<Index> begins_;  // of the rows, and the end
    std::vector<Index> columns_;
    std::vector<double> weights_;
    std::vector<double> areas_;
    std::vector<double> per_area_;
    double bound_ = 0.0;
};

}  // namespace lamella
