// The anisotropic kernels of Yu 2011, "Surface Representation of Particle Based Fluids", chapter 4:
//
//     w_ij = 1 - (r_ij / R)^3, R = 2 h, same component only              (4.8, 4.14)
//     x_i  <- (1 - lambda) x_i + lambda sum_j w_ij x_j / sum_j w_ij      (4.3)
//     C_i  = sum_j w_ij (x_j - mean)(x_j - mean)^T / sum_j w_ij          (4.6, 4.7)
//     axes = h k_s diag(s1, max(s2, s1/k_r), max(s3, s1/k_r)), or h k_n where N <= N_eps   (4.12, 4.13)
//
// Departures. k_s has the dimension 1/length^2; the printed 1400 holds for one scene, so it is derived: deep
// inside C = 0.15 R^2 I, hence k_s = 1 / (0.15 R^2), and a scene scaled by 1000 gives the scaled mesh. The
// volume is m / rho_0 instead of m / rho_j, which inflates thin parts. The link of section 4.3 is 1.6 d
// instead of the average spacing, which shatters every jittered body. The early stop at 0.2 is left out: it
// moves the surface by up to 0.09 d.
#pragma once

#include <lamella/surface/field_parameters.hpp>

namespace lamella {

struct Yu2011Parameters : PlainField {
    static constexpr const char* name = "yu2011";
    static constexpr const char* sentence = "anisotropic kernels as published: smooth, but bodies shrink";

    Real support = 2.0f;
    Real iso = 0.05f;
    Real relocation = 0.9f;
    Real axis_ratio = 4.0f;
    Index few_neighbours = 25;
    Real few_radius = 0.5f;
    Real link = 1.6f;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return field_list(
            Field{"support", &Yu2011Parameters::support, "d", range(1.5, 3),
                  "support radius h of a kernel deep inside in particle spacings; neighbours count within 2 h"},
            Field{"iso", &Yu2011Parameters::iso, "1", range(0.01, 0.99), "level of the surface"},
            Field{"relocation", &Yu2011Parameters::relocation, "1", range(0, 1),
                  "lambda of eq. 4.3: how far a particle moves to the mean of its neighbours"},
            Field{"axis_ratio", &Yu2011Parameters::axis_ratio, "1", range(1, 16),
                  "k_r of eq. 4.12: largest ratio of two axes of a kernel"},
            Field{"few_neighbours", &Yu2011Parameters::few_neighbours, "1", range(0, 100),
                  "N_eps of eq. 4.12: with as many neighbours or fewer a kernel is a ball"},
            Field{"few_radius", &Yu2011Parameters::few_radius, "1", range(0.1, 1),
                  "k_n of eq. 4.12: the ball's radius in h"},
            Field{"link", &Yu2011Parameters::link, "d", range(0.5, 2),
                  "r_a of section 4.3: particles closer than this belong to one body"},
            Field{"", &Yu2011Parameters::mesh, "", any_value(), "how the mesh is made"},
            Field{"", &Yu2011Parameters::display, "", any_value(), "what is written beside the mesh"});
    }

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
    bool writes_kernels() const { return display.kernels; }
};

}  // namespace lamella
