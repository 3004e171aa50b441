// Becker and Teschner 2007: Weakly Compressible SPH for Free Surface Flows (also Yu 2011, section 3.2).
//
//     p = B ((rho / rho0)^gamma - 1),   B = rho0 c^2 / gamma,   c = v_max / sqrt(eta)       (eqs 6-8)
//     dv_i/dt = - sum_j m_j (p_i / rho_i^2 + p_j / rho_j^2) grad W_ij                       (eq. 5)
//
// With gamma = 1 this is the gas p = k (rho - rho0) of Keiser 2006, eq. 4.5, k = c^2.
//
// Departure: p is not allowed below 0. At a free surface the sum of W misses its outer half, and the
// tension that the printed formula makes of it pulls particles into clumps.
#pragma once

#include <lamella/core/solve_report.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <cmath>

namespace lamella {

class WcsphBecker2007 {
public:
    struct Parameters {
        static constexpr const char* name = "wcsph";
        static constexpr const char* sentence =
            "weakly compressible pressure from the Tait equation (Becker and Teschner 2007)";

        Real density_variation = 0.01f;
        Real gamma = 7.0f;
        Real max_speed = 0.0f;

        static constexpr auto fields() {
            return field_list(
                Field{"density_variation", &Parameters::density_variation, "1", range(1e-4, 0.2),
                      "allowed relative density variation eta; the speed of sound is max_speed / sqrt(eta)"},
                Field{"gamma", &Parameters::gamma, "1", range(1, 12),
                      "exponent of the Tait equation; 1 is the gas of Keiser 2006"},
                Field{"max_speed", &Parameters::max_speed, "m/s", at_least(0),
                      "expected largest speed; 0 takes it from gravity, the scene's height and its initial speeds"});
        }

        static constexpr StepCost cost{};  // a sum like those that every step has
        static constexpr bool solves_for_bodies = false;
        Real speed_of_sound(Real expected_speed) const {
            return (max_speed > 0.0f ? max_speed : expected_speed) / std::sqrt(density_variation);
        }
    };

    WcsphBecker2007(const Parameters& parameters, const SphLiquid& liquid);

    // Pressures from the density (eq. 6).
    void update(SphLiquid& liquid);

    SolveReport make_divergence_free(SphLiquid&, double) { return {}; }

    // Adds eq. 5 to the column `acceleration`.
    void add_forces(SphLiquid& liquid) const;

    SolveReport solve(SphLiquid&, double) { return {}; }

    Real speed_of_sound() const { return sound_; }
    Real pressure(Real density) const;  // eq. 6

private:
    Real rest_density_;
    Real gamma_;
    Real sound_;
};

}  // namespace lamella
