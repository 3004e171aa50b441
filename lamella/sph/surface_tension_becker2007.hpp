// Becker and Teschner 2007, eq. 11: every pair attracts,
//
//     a_i = -A / m sum_j W(r_ij) x_ij.
//
// Departure: their coefficient is a number to be tuned; here A follows from the tension of a flat surface.
// Pairs of a uniform medium that act across a plane carry, by the sum of Kirkwood and Buff 1949,
//
//     sigma = pi / 8 n^2 integral_0^h F(r) r^4 dr,   F(r) = A r W(r),   n = 1 / spacing^3.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_time_step.hpp>

namespace lamella {

class SurfaceTensionBecker2007 {
public:
    struct Parameters {
        static constexpr const char* name = "becker2007";
        static constexpr const char* sentence = "cohesion of all pairs (Becker and Teschner 2007)";

        Real tension = 0.07f;

        static constexpr auto fields() {
            return std::tuple{
                Field{"tension", &Parameters::tension, "N/m", range(0, 1e4),
                      "surface tension of a flat surface, by the sum over pairs that act across a plane"}};
        }

        static constexpr StepCost cost{0.0, 0.1e-6};
        double longest_step(double density, double spacing) const { return capillary_step(tension, density, spacing); }
    };

    SurfaceTensionBecker2007(const Parameters& parameters, const SphLiquid& liquid);

    static constexpr bool keeps_momentum = true;

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;
    static Real energy_density(const SphLiquid&, Index) { return 0.0f; }

private:
    Real attraction_;  // A / m
};

}  // namespace lamella
