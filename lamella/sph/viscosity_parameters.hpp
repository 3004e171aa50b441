// The list of viscosities, and their numbers. The fluid's own viscosity is a property of the fluid.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

// viscosity_monaghan1992.hpp
struct ArtificialViscosityParameters {
    static constexpr const char* name = "artificial";
    static constexpr const char* sentence =
        "artificial viscosity between approaching particles (Monaghan 1992), and the fluid's own, explicitly";

    Real alpha = 0.08f;

    static constexpr auto fields() {
        return std::tuple{Field{"alpha", &ArtificialViscosityParameters::alpha, "1", range(0, 2),
                                "strength; the fluid's own viscosity comes on top"}};
    }
};

// viscosity_mueller2003.hpp
struct LaplacianViscosityParameters {
    static constexpr const char* name = "mueller2003";
    static constexpr const char* sentence =
        "the fluid's own viscosity by the Laplacian of a kernel, explicitly (Mueller 2003; Keiser 2006 eq. 4.7)";

    static constexpr auto fields() { return std::tuple{}; }
};

// viscosity_xsph.hpp
struct XsphParameters {
    static constexpr const char* name = "xsph";
    static constexpr const char* sentence =
        "velocities drawn towards their neighbours' mean (Monaghan 1992; Schechter and Bridson 2012); the fluid's "
        "own viscosity does not act";

    Real strength = 0.05f;

    static constexpr auto fields() {
        return std::tuple{Field{"strength", &XsphParameters::strength, "1", range(0, 1),
                                "share of the difference to the neighbours that a step takes away"}};
    }
};

// viscosity_weiler2018.hpp
struct ImplicitViscosityParameters {
    static constexpr const char* name = "weiler2018";
    static constexpr const char* sentence =
        "the fluid's own viscosity, implicitly: for honey and chocolate (Weiler 2018)";

    Real tolerance = 1e-3f;
    Index max_iterations = 200;

    static constexpr auto fields() {
        return std::tuple{Field{"tolerance", &ImplicitViscosityParameters::tolerance, "1", range(1e-8, 0.1),
                                "relative residual that ends the conjugate gradient"},
                          Field{"max_iterations", &ImplicitViscosityParameters::max_iterations, "", range(1, 100000),
                                "iterations at most; a solve that needs more makes the next steps shorter"}};
    }
};

using ViscosityMethod = std::variant<ArtificialViscosityParameters, LaplacianViscosityParameters, XsphParameters,
                                     ImplicitViscosityParameters>;

}  // namespace lamella
