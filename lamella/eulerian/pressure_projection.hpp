// Makes a velocity on faces free of divergence (Chorin 1968): with q = dt p / (rho dx) in every liquid cell,
//
//     sum_f A_f (q - q_f) = - sum_f n_f (A_f u_f + (1 - A_f) v_f),      u_f <- u_f - n_f (q_f - q),
//
// over the six faces f with their outward signs n_f, A_f the open share of the face and v_f the velocity of the solid
// (Batty, Bertails, Bridson 2007). Where the neighbour is air, the pressure is zero on the surface of the liquid
// between both centres, a share theta of the way from the liquid's: q_f = q (1 - 1/theta) (Gibou et al. 2002). With
// surface tension it is q_s there, which adds q_s / theta (Kang et al. 2000).
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/eulerian/pressure_solve.hpp>
#include <lamella/eulerian/rigid_coupling_batty2007.hpp>

namespace lamella {

struct LiquidCells {
    TileField<std::uint8_t> liquid;
    TileField<float> level;  // signed distance of the centre to the liquid's surface, in cells, negative inside
    TileField<float> surface_pressure;  // q on the surface near the centre; empty where it is zero everywhere
    TileField<float> source;  // what begins in a cell and flows out of it, per face area; empty: nothing anywhere
    // Where the velocity of a low face is given and no solve changes it, as in the mouth of a nozzle.
    bool holds = false;  // whether any is; else the flags are not looked at
    std::array<TileField<std::uint8_t>, 3> held;

    bool any(Index t) const;
};

class PressureProjection {
public:
    explicit PressureProjection(double tolerance, Index max_iterations)
        : tolerance_(tolerance), max_iterations_(max_iterations) {}

    // Changes the velocity at the open faces of liquid cells. Cells between solid and air whose pressure is negative
    // become air, once: liquid does not hang on ceilings. The error of the report is |b - A q| / |b|. Bodies that
    // answer are solved for, too; afterwards `bodies` knows what became of them.
    SolveReport project(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                        RigidCouplingBatty2007& bodies, LiquidCells& cells, FaceField& velocity);

    // q of the last projection, on all its tiles; zero outside the liquid.
    const TileField<float>& pressure() const { return pressure_; }

private:
    SolveReport solve(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                      RigidCouplingBatty2007& bodies, const LiquidCells& cells, const FaceField& velocity);
    Index part_from_solids(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                           LiquidCells& cells) const;

    double tolerance_;
    Index max_iterations_;
    PressureSolve solve_;
    bool begins_from_last_ = false;  // the second solve of a step in which bodies answer
    TileField<float> pressure_;
};

// What flows out of each liquid cell through its faces, per face area: for tests and for the ledger.
double largest_divergence(const TileSet& tiles, const std::vector<TilesAround>& around, const SolidGrid& solids,
                          const LiquidCells& cells, const FaceField& velocity);

}  // namespace lamella
