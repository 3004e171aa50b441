// Viscosity on faces (after Batty, Bridson 2008: Accurate Viscous Free Surfaces for Buckling, Coiling, and
// Rotating Liquids): the new velocity u minimises
//
//     sum_f V_f (u_f - u*_f)^2 / 2 + (dt / rho) sum_s mu_s V_s |D(u)|_s^2,      D = (grad u + grad u^T) / 2,
//
// over faces f and the places s of the strain: centres for its diagonal, edges for the rest. No force acts on a rigid
// rotation, so that free liquid turns as it should. Departures: V is 1 or 0 at centres and edges (an edge counts if
// none of its four cells is air) and the mean of both cells on faces, instead of shares of volumes; liquid sticks to
// solids, whose surface lies half a cell in front of the closed faces, so that edges at them count twice. On an edge mu
// is the harmonic mean of the liquid around it: both sides of an interface feel the same shear stress.
#pragma once

#include <lamella/eulerian/pressure_projection.hpp>
#include <lamella/linear/conjugate_gradient.hpp>

#include <cstdint>

namespace lamella {

struct ViscousLiquid {
    const TileSet& tiles;
    const std::vector<TilesAround>& around;
    const SolidGrid& solids;
    const LiquidCells& cells;
    const TileField<float>* shares = nullptr;  // of the strength, in each cell; none: 1 everywhere
};

class ViscosityBatty2008 {
public:
    ViscosityBatty2008(double tolerance, Index max_iterations)
        : tolerance_(tolerance), max_iterations_(max_iterations) {}

    // The largest strength of an explicit step: the shortest waves decay by 24 strength in free liquid, by up to 36 at
    // solids, where edges count twice, and from 2 on they grow.
    static constexpr double kExplicitLimit = 1.0 / 20.0;

    // One explicit step, u = u* - stress(u*) / V.
    void smooth_explicitly(const ViscousLiquid& liquid, double strength, FaceField& velocity);

    // `strength` = mu dt / (rho cell^2). The error of the report is that of the change of the velocity.
    SolveReport smooth(const ViscousLiquid& liquid, double strength, FaceField& velocity);

private:
    using Faces = std::span<const float>;  // the three components one after another
    enum class Matter : std::uint8_t { air, liquid, solid };

    // Weighs everything and returns -stress(u*).
    std::vector<float> start(const ViscousLiquid& liquid, double strength, FaceField& velocity);
    void weigh(const ViscousLiquid& liquid);
    void weigh_tile(const ViscousLiquid& liquid, const TileField<Matter>& matter, Index t);
    void measure_diagonal(const std::vector<TilesAround>& around);
    static void stick_to_solids(const TileSet& tiles, const SolidGrid& solids, FaceField& velocity);
    // y <- mass x + stress(x) where the mass is positive, else 0; with mass 0 the stress alone.
    void apply(const std::vector<TilesAround>& around, Real mass, Faces x, std::span<float> y) const;

    double tolerance_;
    Index max_iterations_;
    Real strength_ = 0.0f;
    TileField<float> centres_;  // the share of the strength where the diagonal of the strain counts
    std::array<TileField<float>, 3>
        edges_;                // yz, zx, xy at the low corner of each cell: share times 0, 1, or 2 at solids
    std::vector<float> mass_;  // V_f, 0 where the velocity stays
    std::vector<float> diagonal_;
    ConjugateGradient<float> solver_;
};

}  // namespace lamella
