// The isotropic field of Mueller, Charypar, Gross 2003, "Particle-based fluid simulation for interactive
// applications", as Yu 2011 writes it (eq. 4.1):
//
//     phi(x) = sum_j V_j W(|x - x_j|, h),   W the cubic spline of unit integral, zero at h.
//
// Eq. 4.1 has V_j = m_j / rho_j. With densities summed over neighbours that inflates every surface (the
// outer layer reads 0.8 of the rest density), so V_j = d^3, the volume at rest: phi is then 1 deep inside
// and 1/2 on a flat surface, which is the default level.
//
// At that level a single particle vanishes (phi(x_j) = 0.32 for h = 2 d) and a stretched sheet tears.
// `keep_drops` gives particles with few neighbours more volume: exactly enough for a ball of volume d^3
// around a single particle, nothing where the neighbourhood is that of a flat surface or denser.
#pragma once

#include <lamella/surface/field_parameters.hpp>

namespace lamella {

struct KernelSet;
struct NearSurface;

struct Mueller2003Parameters : PlainField {
    static constexpr const char* name = "mueller2003";
    static constexpr const char* sentence = "level set of the sum of isotropic kernels, one per particle";

    Real support = 2.0f;
    Real iso = 0.5f;
    bool keep_drops = true;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return field_list(
            Field{"support", &Mueller2003Parameters::support, "d", range(1, 4),
                  "support radius of a kernel in particle spacings"},
            Field{"iso", &Mueller2003Parameters::iso, "1", range(0.01, 0.99),
                  "level of the surface; the field is 1 deep inside"},
            Field{"keep_drops", &Mueller2003Parameters::keep_drops, "", any_value(),
                  "enlarge particles with few neighbours, so that single drops and stretched sheets stay"},
            Field{"", &Mueller2003Parameters::mesh, "", any_value(), "how the mesh is made"},
            Field{"", &Mueller2003Parameters::display, "", any_value(), "what is written beside the mesh"});
    }

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
    bool writes_kernels() const { return display.kernels; }
};

// One for each particle that does not have the common one.
KernelSet mueller2003_kernels(const Mueller2003Parameters& parameters, const ParticleCloud& cloud,
                              const NearSurface& near);

}  // namespace lamella
