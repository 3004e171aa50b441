// Becker and Teschner 2007, eq. 11: every pair attracts,
//
//     a_i = -A / m sum_j W(r_ij) x_ij.
//
// Departures: their coefficient is a number to be tuned; here A follows from the tension of a flat surface. Pairs of a
// uniform medium that act across a plane carry, by the sum of Kirkwood and Buff 1949,
//
//     strength = pi / 8 n^2 integral_0^h F(r) r^4 dr,   F(r) = A r W(r),   n = 1 / spacing^3.
//
// Particles are no uniform medium: drops swing with 0.8 to 1.3 of the period that 1.8 times this has, as they happen to
// pack. Pairs that attract one another swing along their line and heat the liquid (rms speed of a free drop of
// water 1.7 sqrt(sigma / (rho R)) after two periods), so that a viscosity acts along these lines (pair_damping.hpp).
// With the cubic spline, whose slope vanishes between close particles, pairs fall onto one another.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {

class SurfaceTensionBecker2007 {
public:
    struct Parameters {
        static constexpr const char* name = "becker2007";
        static constexpr const char* sentence =
            "cohesion of all pairs (Becker and Teschner 2007); a strength, as the period of a drop depends on how its "
            "particles lie";

        Real strength = 0.04f;

        static constexpr auto fields() {
            return field_list(Field{"strength", &Parameters::strength, "N/m", range(0, 1e4),
                                    "tension of a flat surface by the sum over pairs across it; drops behave as if it "
                                    "were 1 to 3 times that"});
        }

        static constexpr StepCost cost{0.0, 0.2e-6};
        static constexpr KernelNeeds kernel{KernelKind::mueller2003, 2.5f};
        double longest_step(double density, double spacing) const { return capillary_step(strength, density, spacing); }
    };

    SurfaceTensionBecker2007(const Parameters& parameters, const SphLiquid& liquid);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }

private:
    Real attraction_;  // A / m
    Real damping_;     // m^2/s
};

}  // namespace lamella
