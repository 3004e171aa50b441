// Solves a PoissonSystem by conjugate gradients with a multigrid preconditioner. What else is in the matrix A, as
// bodies are with a rank of six each, the preconditioner leaves out, which costs a few iterations a body.
#pragma once

#include <lamella/eulerian/enclosed_regions.hpp>
#include <lamella/eulerian/matrix_part.hpp>
#include <lamella/eulerian/multigrid_mcadams2010.hpp>
#include <lamella/linear/conjugate_gradient.hpp>

namespace lamella {

struct PressureSolveResult {
    Index iterations = 0;
    double residual = 0.0;  // |b - A x| / |b|, computed from x in double
    bool converged = true;
    double removed = 0.0;  // the sum of |what was taken from b| over the cells of enclosed regions
};

// Its memory is kept between solves.
class PressureSolve {
public:
    // From the x that is given until |b - A x| <= tolerance |b|. A region without any Dirichlet term has a solution
    // only if its b sums up to zero: its mean is taken from b, and x gets zero mean there. Where there is no unknown
    // b and x become zero.
    PressureSolveResult solve(const PoissonSystem& system, TileField<double>& b, TileField<double>& x,
                              double tolerance = 1e-6, Index max_iterations = 200, const MatrixPart* more = nullptr);

    std::size_t memory_bytes() const;

private:
    EnclosedRegions regions_;
    MultigridMcAdams2010 multigrid_;
    ConjugateGradient<float, double> solver_;
};

}  // namespace lamella
