// Gissler, Peer, Band, Bender, Teschner 2019: Interlinked SPH Pressure Solvers for Strong Fluid-Rigid Coupling. While a
// pressure is solved for, the bodies answer to it: in each iteration the six rates V of a body, of its centre and its
// spin, are those that the pressures of that iteration give it, and the liquid's boundary particles move with them
// (their algorithm 1, the update of the rigid velocities between two steps of Jacobi).
//
// A particle i pushes the body by the impulse d^3 dt p_i w_i (sph_operators.hpp) and its density changes as the body
// moves, at the rate -w_i . V,
//
//     w_i = (s ; (x_i - x_body) x s),      s = sum_b V_b grad W_ib over the boundary particles of the body:
//
// a force of a pair acts along the line between both, so the levers of the boundary particles and of i are the same.
// With the mass matrix M, V* = V_before + dt (what else acts on it) + M^-1 (what the liquid gave so far) and
//
//     V = V* + d^3 dt M^-1 sum_i p_i w_i,
//
// the matrix of the pressure gets d^3 dt w_i . M^-1 w_j more for each pair of particles at a body, which is symmetric
// and positive. A light body makes it large: so the diagonal by which Jacobi divides gets an upper bound of the sum of
// its row,
//
//     d^3 dt sum_c |u_ic| sum_j |u_jc|,    u = M^-1/2 w,
//
// with which steps converge however light the body (sum_j |u_jc| x_j is largest where all have the same sign).
//
// Departures: contacts are no part of the iterations, as they are in the paper. What a body lies on is known before
// (BodyAnswer), other contacts push as they did in the step before, and the impulses of the solver of the bodies
// follow.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/sph/contact/body_shares.hpp>
#include <lamella/sph/contact/sums_of_bodies.hpp>

#include <vector>

namespace lamella {

struct SphLiquid;

class RigidCouplingGissler2019 {
public:
    // Looks for particles at bodies that answer. Positions and what is around them are those of the liquid.
    void find(const SphLiquid& liquid, const BodyShares& near, const BodyStates& now);
    bool none() const { return bodies_.empty(); }

    // What bodies do without the pressure that is solved for: go on as they are, or as what else acts on them in a step
    // of that length and what the liquid gave them so far will have it.
    void expect_no_change();
    void expect(const BodyLoads& given, double dt);

    // The rates that a pressure gives them.
    void answer(std::span<const Real> pressure, double dt);

    // By how much less the density of a particle grows since bodies do not go on as they are: w_i . (V - V_before).
    Real give_way(Index i) const { return none() ? 0.0f : give_way_[static_cast<std::size_t>(i)]; }
    // The bound of a row, over dt.
    Real diagonal(Index i) const { return none() ? 0.0f : diagonal_[static_cast<std::size_t>(i)]; }

    struct Entry {  // a particle at a body
        Index particle = 0;
        Index body = 0;  // in bodies()
        Eigen::Matrix<Real, 6, 1> w;
    };
    struct Coupled {
        Index number = 0;  // among all
        BodyAnswer answer;
        Vec6d rates = Vec6d::Zero();  // V_before
        Mat6d inverse_mass = Mat6d::Zero();
        Mat6d root = Mat6d::Zero();      // of it
        Vec6d expected = Vec6d::Zero();  // V* - V_before
        Vec6d change = Vec6d::Zero();    // V - V_before
    };
    std::span<const Coupled> bodies() const { return bodies_; }
    std::span<const Entry> entries() const { return entries_; }  // in the order of the particles
    const SumsOfBodies& sums() const { return sums_; }           // over the entries

private:
    void add_body(Index number, const BodyState& state);
    void find_entries(const SphLiquid& liquid, const BodyShares& near, std::size_t all_bodies);
    void bound_rows();
    void move_boundaries();
    double volume_ = 0.0;  // d^3
    std::vector<Coupled> bodies_;
    std::vector<Entry> entries_;
    std::vector<std::size_t> begins_;  // of those of a particle
    SumsOfBodies sums_;
    std::vector<Real> give_way_, diagonal_;  // of all particles
};

}  // namespace lamella
