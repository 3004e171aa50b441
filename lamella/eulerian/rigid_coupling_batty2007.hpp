// Bodies and liquid in one solve (Batty, Bertails, Bridson 2007, section 4): the six rates V of a body, of its centre
// and its spin, are unknowns like the pressure. With q = dt p / (rho dx) of the projection (pressure_projection.hpp)
// and the shares B_f of faces that the body closes, a liquid cell c pushes the body by the impulse rho dx^3 q_c w_c and
// takes up the flow w_c . V of its surface,
//
//     w_c = (s ; (x - x_body) x s),      s = sum_f n_f B_f e_f,
//
// e_f the axis of a face, n_f its outward sign, x the point of the body's surface that is nearest to the cell's centre.
// The pressure is that of the cell's centre; what is missing to the body's surface, at the distance d from there, is
// what makes the liquid's velocity u that of the body (body_forces.hpp): with k_c = rho dx^2 d_c / |w_c|, w_c's first
// half in the norm and before u, the further impulse k_c w_c (w_c . u - w_c . V). So with the mass matrix M and
// V* = V + dt (what else acts on the body) the new rates are
//
//     (M + S) V_new = M V* + sum_c k_c w_c (w_c . u) + rho dx^3 sum_c q_c w_c,      S = sum_c k_c w_c w_c^T.
//
// Put into the equations of the projection this adds rho dx^3 w_c . (M + S)^-1 sum_e w_e q_e to their left-hand side,
// which stays symmetric and positive, and which light bodies do not make unstable. Where a centre lies in the body, d
// is negative: there V stands for V_new in the impulse, so that M + S is a mass, however light the body. In a cell
// between the body and a floor or wall the part of the surface across the gap stands alone, at its distance through the
// cell: the liquid under the edges of a body that lies on a floor has all the weight that is above the floor. The rest
// of that surface keeps the x and d of the whole: by a d of its own it stops too much (a box that rolls between two
// walls took a seventh longer).
#pragma once

#include <lamella/eulerian/answering_faces.hpp>
#include <lamella/eulerian/matrix_part.hpp>
#include <lamella/eulerian/open_shares.hpp>
#include <lamella/grid/face_field.hpp>

#include <cstdint>

namespace lamella {

class RigidCouplingBatty2007 final : public MatrixPart {
public:
    // For a liquid of that density, in a step of that length.
    RigidCouplingBatty2007(double density, double dt) : density_(density), dt_(dt) {}

    // Looks for cells at bodies that answer, among the tiles of a system of equations, which are `wet` of all tiles.
    void find(const TileSet& tiles, const std::vector<TilesAround>& around, std::span<const Index> wet,
              const SolidGrid& solids, const TileField<std::uint8_t>& liquid, const FaceField& velocity);
    bool none() const { return cells_.empty(); }

    // What flows out of cells through the surfaces of the bodies, as they would move without the pressure, taken from
    // the right-hand side.
    void take_flow(std::span<double> b) const;
    double add_product(std::span<const float> x, double sign, std::span<float> y) const override {
        return add_answers(x, sign, y);
    }
    double add_product(std::span<const double> x, double sign, std::span<float> y) const override {
        return add_answers(x, sign, y);
    }

    void note_solution(std::span<const double> q);
    // After the solve: speeds the bodies up, and says what acted on them.
    BodyLoads push(SolidGrid& solids) const;

private:
    using Vec6 = Eigen::Matrix<double, 6, 1>;
    using Mat6 = Eigen::Matrix<double, 6, 6>;

    struct Cell {
        std::size_t at = 0;    // in the vectors of the system
        std::size_t body = 0;  // in bodies_
        Vec6 w = Vec6::Zero();
        double stop = 0.0;              // k_c
        double inflow = 0.0;            // w_c . u
        Vec3d surface = Vec3d::Zero();  // x, for what is split off later
    };
    struct Coupled {
        Index number = 0;  // among the solids
        Vec3d centre = Vec3d::Zero();
        Mat6 inverse_mass = Mat6::Zero();
        Vec6 rates = Vec6::Zero();     // V
        Vec6 expected = Vec6::Zero();  // V*
        Mat6 stopping = Mat6::Zero();  // S
        Vec6 stopped = Vec6::Zero();   // the further impulse, less -S V
        Mat6 answer = Mat6::Zero();    // (M + S)^-1
        Vec6 before = Vec6::Zero();    // the rates without the pressure
    };

    Coupled coupled(const SolidGrid& solids, Index number) const;
    void find_in_tile(const TileSet& tiles, Index t, Index s, const TilesAround& around, const SolidGrid& solids,
                      std::span<const Index> answering, const TileField<std::uint8_t>& liquid,
                      const FaceField& velocity, std::vector<Cell>& found) const;
    static bool is_in_gap(const AnsweringFaces& faces, const OpenShares& open, std::size_t at, int axis, Index number);
    Cell split_off(const SolidGrid& solids, const Vec3& centre, const Vec3d& velocity, int axis, Cell& cell) const;
    void meet(const SolidGrid& solids, const Vec3& centre, const Vec3d& velocity, Cell& cell) const;
    void press(const Vec3d& velocity, const Vec3d& surface, Cell& cell) const;
    void settle();
    template <class Scalar>
    std::vector<Vec6> pushes(std::span<const Scalar> q) const;
    template <class Scalar>
    double add_answers(std::span<const Scalar> x, double sign, std::span<float> y) const;

    double density_, dt_;
    double cell_mass_ = 0.0;  // rho dx^3
    std::vector<Coupled> bodies_;
    std::vector<Cell> cells_;
    std::vector<Vec6> solved_;  // impulses of the pressure
};

}  // namespace lamella
