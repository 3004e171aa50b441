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

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class ThinFeaturesHe2014 {
public:
    ThinFeaturesHe2014(const ThinFeatureMethod& method, const SurfaceTensionMethod& tension,
                       const AirPressureMethod& air, const SphLiquid& liquid);

    // Adds to the column `acceleration`; reads `pressure`.
    void add(SphLiquid& liquid);

private:
    // What one particle adds to the filtered pressure: q C.
    struct Filtered {
        Real pressure = 0.0f;
        Mat3 filter = Mat3::Zero();
    };

    Filtered corrected(const SphLiquid& liquid, const CorrectedThinFeatures& parameters, Index i) const;
    void compute_corrected(const SphLiquid& liquid, const CorrectedThinFeatures& parameters);
    void compute_printed(const SphLiquid& liquid, const PrintedThinFeatures& parameters);
    void store(Index i, const Filtered& filtered);
    Real surface_energy(const SphLiquid& liquid, Index i) const;

    ThinFeatureMethod method_;
    FreeEnergyTensionParameters tension_;
    Real air_pressure_;
    Real sparse_sheet_;   // a
    Real dense_sheet_;    // b
    QuadArray diagonal_;  // of q C, and whether any of it is there
    QuadArray beside_;    // xy, xz, yz
};

}  // namespace lamella
