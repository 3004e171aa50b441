// Bender and Koschier 2015: Divergence-Free Smoothed Particle Hydrodynamics.
//
// Two solves with the same matrix (sph_operators.hpp). Constant density: find p >= 0 so that
//
//     rho_i / rho0 + dt D_i(v* + dt a(p)) <= 1,   equality where p_i > 0                   (eqs 10-12)
//
// and v = v* + dt a(p); where liquid stretches p may also fall below 0, so that D_i >= 0 (suction.hpp).
// Divergence-free: find p >= 0 so that D_i(v + dt a(p)) <= 0 (eqs 7-8). Each iteration finds the velocities that p
// would give and what they leave, and takes a step of Jacobi with the diagonal S_i = 1 / alpha_i (eq. 9).
//
// Departures: p itself is iterated, with its sign constraint, instead of velocities by impulses that can
// only push; this is the form in which the authors' own later code solves it, and a warm start is then p of
// the last step. The steps have momentum (accelerated_pressure.hpp). Liquid that fills a closed or periodic box
// cannot change its mean density, and p would grow without end; so the liquid yields by p / (rho0 c^2), with c a
// hundred times the expected speed (1e-4 under the pressure of its own fall). This is part of the diagonal: in short
// steps it is the larger part, and without it p_i swings from step to step, without end where it has both signs. Where
// the liquid is sparse (rho < 0.75 rho0) the divergence-free solve does nothing. The solve for the density starts with
// nine tenths of the pressure of the last step: with all of it the weight of a column and the error that the tolerance
// allows swing against each other (rms speed of still water 0.56 % of sqrt(g H) against 0.25 %). The divergence-free
// solve starts with p = 0 where there is no compression. Forces see the velocities from before it (SphLiquid::motion):
// with those after it a cube under cohesion ends as a drop that is 10 % out of round instead of 3 %. Bodies that liquid
// moves answer in both solves (contact/rigid_coupling_gissler2019.hpp).
#pragma once

#include <lamella/sph/accelerated_pressure.hpp>
#include <lamella/sph/suction.hpp>

namespace lamella {

class DfsphBender2015 {
public:
    struct Parameters {
        static constexpr const char* name = "dfsph";
        static constexpr const char* sentence =
            "divergence-free velocities and constant density (Bender and Koschier 2015)";

        Real density_error = 1e-4f;
        Real divergence_error = 1e-4f;
        Index min_iterations = 2;
        Index max_iterations = 100;
        bool divergence_free = true;
        Real suction = 1e5f;

        static constexpr auto fields() {
            return field_list(Field{"density_error", &Parameters::density_error, "1", range(1e-6, 0.1),
                                    "mean relative compression that ends the constant-density solve"},
                              Field{"divergence_error", &Parameters::divergence_error, "1", range(1e-6, 0.1),
                                    "mean compression in one step that ends the divergence-free solve"},
                              Field{"min_iterations", &Parameters::min_iterations, "", range(1, 1000),
                                    "iterations of the constant-density solve at least"},
                              Field{"max_iterations", &Parameters::max_iterations, "", range(1, 10000),
                                    "iterations at most; a solve that needs more makes the next steps shorter"},
                              Field{"divergence_free", &Parameters::divergence_free, "", any_value(),
                                    "whether velocities are made free of divergence, too"},
                              Field{"suction", &Parameters::suction, "Pa", range(0, 1e9),
                                    "how far below that of the air the pressure may fall where liquid stretches, so "
                                    "that streams hold together; 0: pressures only push"});
        }

        static constexpr StepCost cost = kIteratedPressureCost;
        static constexpr bool solves_for_bodies = true;
        static constexpr Real speed_of_sound(Real /*expected_speed*/) { return 0.0f; }
    };

    DfsphBender2015(const Parameters& parameters, const SphLiquid& liquid);

    // Makes room for the particles that there are now.
    void update(SphLiquid& liquid);

    // Changes `v`, as the last act of a step of length dt.
    SolveReport make_divergence_free(SphLiquid& liquid, double dt);

    void add_forces(SphLiquid&) const {}

    // Changes `v` so that a step of length dt ends with the rest density.
    SolveReport solve(SphLiquid& liquid, double dt);

    static Real speed_of_sound() { return 0.0f; }

private:
    struct Problem {
        const char* warm_start;  // the column that keeps p
        Real warm_share;         // how much of it to start with
        Real step;               // dt
        Real density_weight;     // what rho / rho0 - 1,
        Real rate_weight;        // D(v + dt a(p))
        Real compliance;         // and p count with
        Real least_density;      // rho / rho0 below which p is 0
        bool pulls;              // whether p may fall below 0
        Real tolerance;
        Index min_iterations;

        // What velocities leave for p to remove.
        Real left(const SphLiquid& liquid, const QuadArray& velocity, Index i) const;
    };

    // Whether p may act on a particle: not if it is almost alone or the liquid too sparse.
    bool presses(const SphLiquid& liquid, const Problem& problem, Index i) const;
    Pull pull(const SphLiquid& liquid, const Problem& problem, Index i, Real last) const;  // p of the last step
    void start(const SphLiquid& liquid, const Problem& problem);
    SolveReport iterate(SphLiquid& liquid, const Problem& problem);
    void accelerate(SphLiquid& liquid, Real dt);
    double correct(const SphLiquid& liquid, const Problem& problem);
    void finish(SphLiquid& liquid, const Problem& problem) const;

    Parameters parameters_;
    Real compliance_;      // 1 / (rho0 c^2)
    Real relaxation_;      // omega
    Real least_diagonal_;  // a particle with less is almost alone
    Suction suction_;
    AcceleratedPressure pressure_;
    QuadArray velocity_;  // v + dt a(q)
};

}  // namespace lamella
