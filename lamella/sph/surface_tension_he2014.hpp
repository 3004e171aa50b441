// He et al. 2014, section 3.1: tension from the free energy of a diffuse surface.
//
//     grad c_i = sum_j V grad W_ij / sum_j V W_ij                                            (eq. 3)
//     F_i = kappa / 4 sum_j V_i V_j (g_i + g_j) grad W_ij,   g = |grad c|^2                   (eqs 4-5)
//
// W is poly6 in the colour field and spiky in the force; a particle is its own neighbour in the denominator,
// which must not vanish. kappa is in newtons (the paper prints N/m, but kappa g must be a pressure).
// Solids count as liquid in the colour field and are not acted on: a force on them would glue the liquid.
//
// g vanishes inside a flat sheet one particle thick, by symmetry. `in_sheets` adds 4 (1 - c)^2 / h^2 with
// c = sum V W, which is 0 in a full neighbourhood and large in a thin one; this term is ours.
//
// The force is no gradient of an energy: it draws particles into pairs, which swing and in the end throw particles out
// unless the liquid is viscous (nu sqrt(rho0 / kappa) of 0.1 and more along the line of a pair). `steady`, also ours,
// adds what a drop of water needs: a push between particles that are nearer than kCore, and that viscosity
// (pair_damping.hpp). The lump then is round and at rest, but yields like a paste: it does not swing, and no kappa has
// a surface tension that holds for a static and a moving surface alike.
#pragma once

#include <lamella/matter/solver_parameters.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <cmath>

namespace lamella {

class SurfaceTensionHe2014 {
public:
    struct Parameters {
        static constexpr const char* name = "he2014";
        static constexpr const char* sentence =
            "tension from the free energy of a diffuse surface (He 2014, eqs 3 and 5); a strength, as it has no "
            "surface "
            "tension that drops swing by";

        Real kappa = 0.015f;
        bool in_sheets = false;
        bool steady = true;

        static constexpr auto fields() {
            return field_list(
                Field{"kappa", &Parameters::kappa, "N", range(0, 1e3),
                      "energy of the squared colour gradient; the surface tension is about 0.12 kappa / support"},
                Field{"in_sheets", &Parameters::in_sheets, "", any_value(),
                      "whether flat sheets one particle thick, which have no colour gradient, are under tension, too"},
                Field{"steady", &Parameters::steady, "", any_value(),
                      "whether close pairs push and are damped, which liquid as thin as water needs to stay whole; "
                      "false: as printed"});
        }

        static constexpr StepCost cost{4.0, 0.15e-6};
        static constexpr KernelNeeds kernel{KernelKind::mueller2003, 2.5f};
        // A fifth of its own time.
        double longest_step(double density, double spacing) const {
            const double d = spacing;
            return kappa > 0.0f ? 0.2 * std::sqrt(density * d * d * d * d / kappa) : 0.0;
        }
    };

    SurfaceTensionHe2014(const Parameters& parameters, const SphLiquid&) : parameters_(parameters) {}

    // Adds to the column `acceleration`.
    void add(SphLiquid& liquid);

    // kappa g_i / 2, of which eq. 4 takes the gradient.
    Real energy_density(const SphLiquid& liquid, Index i) const;

private:
    void hold_steady(SphLiquid& liquid) const;

    Parameters parameters_;
    std::vector<Real> energy_;
};

}  // namespace lamella
