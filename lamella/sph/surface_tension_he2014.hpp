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
#pragma once

#include <lamella/sph/sph_liquid.hpp>
#include <lamella/sph/surface_parameters.hpp>

namespace lamella {

class SurfaceTensionHe2014 {
public:
    SurfaceTensionHe2014(const FreeEnergyTensionParameters& parameters, const SphLiquid&) : parameters_(parameters) {}

    void add(SphLiquid& liquid);

    // kappa g_i / 2, the energy density that eq. 4 takes the gradient of.
    static Real energy_density(const FreeEnergyTensionParameters& parameters, const SphLiquid& liquid, Index i);

private:
    FreeEnergyTensionParameters parameters_;
    std::vector<Real> energy_;
};

}  // namespace lamella
