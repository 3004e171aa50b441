// He et al. 2014, section 4: pressure for features that are thinner than the kernel. A force of its own
// beside that of the pressure solver, because p T = p^R I + (p - p^R) C^ splits eq. 13 into the usual
// pressure force of p^R and
//
//     F_i = -1/2 sum_j V_i V_j (q_i C_i + q_j C_j) grad W_ij,   q = max(p_thin - p^R, 0)
//
// where p^R is the pressure of the last solve; it counts twice, since eq. 13 has the factor 1/2 before p^R
// that the pressure force has not (sph_operators.hpp).
//
// `printed` (eqs 9-13):
//     rho^r = sum W^r over r = d, p_thin = beta (rho^r - rho^r_self)_+ + p_atm,
//     beta = gamma max(kappa g) / max(rho^r - rho^r_self)_+                                (eqs 9-11)
//     C^ = C / |C|_2,   C = sum_j x_ij x_ij^T W^R_ij, solids as liquid                     (eq. 12)
// With r = d the small kernel holds only its self term rho^r_self, against which the excess is taken; against
// rho0, p^r would never be positive.
//
// `corrected`, which keeps sheets whole where the printed form does not:
//     r = 2 d, s = clamp((rho^r - a) / (b - a), 0, 5) with a, b = rho^r of a square sheet of spacing 1.25 d, d
//     p_thin = strength (p_atm + kappa g_i / 2) s_i      what tension and air pressure amount to, locally
//     C' = I - (I - C^)^4                                insensitive to noise within the sheet
//     q  = (p_thin - p^R)_+ (1 - least eigenvalue of C') no effect where the neighbourhood is not thin
// Solid particles count as liquid in rho^r and, with their volume, in C: a frame that continues a sheet holds it, and a
// film on a wall is as thick as both together. Were they left out of C, such a film would count as thin, and where it
// is uneven the filter would leave a part of q that pushes it off the wall.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/function_ref.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

namespace lamella {

// What draws the surface of a liquid together.
struct SurfacePull {
    FunctionRef<Real(Index i)> energy_density;  // of the tension at a particle: kappa g_i / 2
    Real air_pressure;                          // p_atm
};

// The pressures q C and their force.
class FilteredPressure {
public:
    void resize(Index n);
    void store(Index i, Real q, const Mat3& C);

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid) const;

private:
    QuadArray diagonal_;  // of q C
    QuadArray beside_;    // xy, xz, yz
};

class ThinFeaturesCorrected {
public:
    struct Parameters {
        static constexpr const char* name = "corrected";
        static constexpr const char* sentence =
            "two-scale pressure with an anisotropic filter, calibrated on sheets (after He 2014, section 4)";

        Real strength = 1.05f;

        static constexpr auto fields() {
            return field_list(
                Field{"strength", &Parameters::strength, "1", range(0, 2),
                      "share of tension and air pressure that the pressure of a flat sheet balances; 1 to 1.2"});
        }

        static constexpr StepCost cost{32.0, 0.15e-6};
    };

    ThinFeaturesCorrected(const Parameters& parameters, const SphLiquid& liquid);

    // Adds to the column `acceleration`; reads `pressure`.
    void add(SphLiquid& liquid, const SurfacePull& pull);

private:
    void compute(const SphLiquid& liquid, const SurfacePull& pull, Index i);

    Real strength_;
    Real sparse_sheet_;  // a
    Real dense_sheet_;   // b
    FilteredPressure filtered_;
};

class ThinFeaturesPrinted {
public:
    struct Parameters {
        static constexpr const char* name = "printed";
        static constexpr const char* sentence = "two-scale pressure as printed in He 2014, eqs 9-13, for comparison";

        Real gamma = 0.2f;

        static constexpr auto fields() {
            return field_list(
                Field{"gamma", &Parameters::gamma, "1", range(0, 1), "strength of the correction (eq. 11)"});
        }

        static constexpr StepCost cost{36.0, 0.15e-6};
    };

    ThinFeaturesPrinted(const Parameters& parameters, const SphLiquid&) : gamma_(parameters.gamma) {}

    // Adds to the column `acceleration`; reads `pressure`.
    void add(SphLiquid& liquid, const SurfacePull& pull);

private:
    Real gamma_;
    FilteredPressure filtered_;
};

}  // namespace lamella
