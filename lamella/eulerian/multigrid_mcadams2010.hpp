// A multigrid V-cycle as preconditioner of the pressure solve (McAdams, Sifakis and Teran 2010): on each level smooth,
// hand the residual to the next coarser level, add its correction, smooth in the opposite order, which makes the whole
// symmetric and positive definite. In float. Where we depart:
// - Tiles instead of a box, on every level: memory and work follow the liquid.
// - Smoothing is Gauss-Seidel on a checkerboard of tiles, with some red-black sweeps over the cells of a tile while it
// is
//   in cache, instead of damped Jacobi with more sweeps near the boundary.
// - Corrections are constant in coarse cells, not trilinear (coarse_poisson.hpp): as many steps of the conjugate
//   gradient on open water, fewer beside walls with small openings, and no rim to fetch.
// - Coarse coefficients come from the fine ones, not from the kind of the cells, so that face fractions and ghost fluid
//   count on all levels.
// - Where space repeats tiles wrap around, as far as their number is even (coarse_poisson.hpp); what the closed seams
// of
//   coarser levels do not see is left to the conjugate gradient.
// - Levels go on until no two cells are coupled, where one sweep is the solution.
#pragma once

#include <lamella/eulerian/coarse_poisson.hpp>

namespace lamella {

class MultigridMcAdams2010 {
public:
    // The system is to live as long as it is solved for. Memory is kept from system to system.
    void build(const PoissonSystem& system);

    // z <- an approximate solution of A z = r; gives r . z.
    double apply(std::span<const float> r, std::span<float> z);

    std::size_t memory_bytes() const;

private:
    struct Level {
        const PoissonSystem* system = nullptr;
        std::array<std::vector<Index>, 2> tiles;  // the red and the black ones
        CoarsePoisson coarse;                     // the system of the next level
        std::vector<float> f, u;                  // empty on the finest level, which has r and z
    };
    // A vector equation on a level.
    struct Equation {
        const Level& level;
        const float* f;
        float* u;
        Level* coarser;  // or nothing
    };
    double cycle(std::size_t depth, const float* f, float* u);
    void smooth_and_restrict(const Equation& at) const;
    double correct_and_smooth(const Equation& at) const;

    std::vector<Level> levels_;  // the first levels_used_ of them
    std::size_t levels_used_ = 0;
    PoissonSystem seamless_;  // the finest level where its number of tiles is odd
    PoissonCoefficients scratch_;
};

}  // namespace lamella
