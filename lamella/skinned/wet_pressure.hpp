// The pressure of cells that are wet: without it a column of water on a skin stands like jelly, since pushing volumes
// about changes no velocity.
//
// Cells filled by more than kWet carry a pressure p (over the density) at their middle. With A the area of a face with
// the normal N, d the distance of the two middles along N, and velocities at faces the mean of both sides,
//     sum over faces of A / d (p_i - p_j) = -1/dt sum of A N . u_f,    u_i <- u_i - dt / V_i sum of p_f A N,
// p_f the mean of both sides. Behind a face without water p = 0, as far off as the middle is before it. Faces in the
// skin are closed: the mesh's velocity goes through and p_f = p_i. Conjugate gradients with the diagonal end after
// kMostIterations: what they have not reached then is long waves. Not in the paper, which clamps whole columns of cells
// instead.
//
// Where there is fur, the share e of the open volume that is pores weighs what goes through a face, the mean of both
// sides, and a push changes velocities by B (fur/fur_cells.hpp) times what it does elsewhere:
//     sum of e A / d (N . B N) (p_i - p_j) = -1/dt sum of e A N . (u_f - u_m),    u_i <- u_i - dt / V_i B sum of p_f A
//     N,
// both e and N . B N means of both sides; u_m is the mesh's velocity, which carries the pores along.
#pragma once

#include <lamella/linear/conjugate_gradient.hpp>
#include <lamella/skinned/fur/fur_cells.hpp>
#include <lamella/skinned/mesh_step.hpp>
#include <lamella/skinned/water_cells.hpp>

namespace lamella {

class WetPressure {
public:
    static constexpr double kWet = 0.7;
    static constexpr double kTolerance = 1e-3;
    static constexpr Index kMostIterations = 60;

    explicit WetPressure(const SkinnedTets& mesh) : rows_(mesh.tets.size(), -1) {}

    ConjugateGradientResult project(const MeshStep& step, WaterCells& water, const FurCells* fur = nullptr);
    std::size_t memory_bytes() const;

private:
    enum class Side : std::uint8_t { wet, dry, closed };
    struct Row {
        std::array<Index, 4> others{};    // rows behind the faces
        std::array<double, 4> weights{};  // A / d; 0 at closed faces
        std::array<Vec3, 4> areas;        // A N, outward
        std::array<Side, 4> sides{};
        std::array<Real, 4> pores{1.0f, 1.0f, 1.0f, 1.0f};  // e
        double diagonal = 0.0, volume = 0.0;
    };

    void find_rows(const MeshStep& step, const WaterCells& water);
    Row row_of(const MeshStep& step, Index cell) const;
    void pass_through_fur(const MeshStep& step, Index cell, Row& row) const;
    double outflow(const MeshStep& step, const WaterCells& water, Index row) const;
    void push(const MeshStep& step, WaterCells& water) const;

    const FurCells* fur_ = nullptr;  // during a step
    std::vector<Index> rows_;        // of all cells
    std::vector<Index> cells_;       // of the rows
    std::vector<Row> table_;
    std::vector<double> pressure_;
    ConjugateGradient<double> solver_;
};

}  // namespace lamella
