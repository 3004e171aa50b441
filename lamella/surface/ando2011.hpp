// The field of Ando, Tsuruno 2011, "A Particle-based Method for Preserving Fluid Sheets", section 5: the
// smallest distance to a particle in the particle's own, stretched metric,
//
//     phi(x) = min_i |G_i (p_i - x)|   (16),   G_i = (k_s C_i)^-1   (17),
//
// C_i the covariance about the mean of the neighbours with the weight 1 - (r / R)^2, R = 4 d (eqs 8 and 9,
// whose denominators lack a sum). k_s = 7 / R^2 makes G the identity deep inside, where C = R^2 / 7. The
// paper gives no level: ours is a radius c. Axes are kept above a quarter of the longest, and above half a
// cell of the grid. Ours is c - phi, so that it grows inwards like the others; the level is 0. The smoothing of
// the mesh that the authors add afterwards is an option of every mesh.
#pragma once

#include <lamella/surface/field_parameters.hpp>

namespace lamella {

struct Ando2011Parameters : PlainField {
    static constexpr const char* name = "ando2011";
    static constexpr const char* sentence = "smallest of the distances to particles that are stretched along sheets";

    Real radius = 1.0f;
    Real axis_ratio = 4.0f;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return field_list(Field{"radius", &Ando2011Parameters::radius, "d", range(0.5, 2),
                                "the distance that is the surface in particle spacings"},
                          Field{"axis_ratio", &Ando2011Parameters::axis_ratio, "1", range(1, 16),
                                "largest ratio of two axes of a particle"},
                          Field{"", &Ando2011Parameters::mesh, "", any_value(), "how the mesh is made"},
                          Field{"", &Ando2011Parameters::display, "", any_value(), "what is written beside the mesh"});
    }

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
    bool writes_kernels() const { return display.kernels; }
};

}  // namespace lamella
