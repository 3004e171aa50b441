// The list of pressure solvers, and their numbers.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

// wcsph_becker2007.hpp
struct WcsphParameters {
    static constexpr const char* name = "wcsph";
    static constexpr const char* sentence =
        "weakly compressible pressure from the Tait equation (Becker and Teschner 2007)";

    Real density_variation = 0.01f;
    Real gamma = 7.0f;
    Real max_speed = 0.0f;

    static constexpr auto fields() {
        return std::tuple{
            Field{"density_variation", &WcsphParameters::density_variation, "1", range(1e-4, 0.2),
                  "allowed relative density variation eta; the speed of sound is max_speed / sqrt(eta)"},
            Field{"gamma", &WcsphParameters::gamma, "1", range(1, 12),
                  "exponent of the Tait equation; 1 is the gas of Keiser 2006"},
            Field{"max_speed", &WcsphParameters::max_speed, "m/s", at_least(0),
                  "expected largest speed; 0 takes it from gravity, the scene's height and its initial speeds"}};
    }
};

// predictor_corrector.hpp
struct PredictorCorrectorLimits {
    Real density_error = 1e-4f;
    Index min_iterations = 3;
    Index max_iterations = 100;

    static constexpr auto fields() {
        return std::tuple{Field{"density_error", &PredictorCorrectorLimits::density_error, "1", range(1e-6, 0.1),
                                "mean relative compression that ends the solve"},
                          Field{"min_iterations", &PredictorCorrectorLimits::min_iterations, "", range(1, 1000),
                                "iterations at least"},
                          Field{"max_iterations", &PredictorCorrectorLimits::max_iterations, "", range(1, 10000),
                                "iterations at most; a solve that needs more makes the next steps shorter"}};
    }
};

// pcisph_solenthaler2009.hpp
struct PcisphParameters : PredictorCorrectorLimits {
    static constexpr const char* name = "pcisph";
    static constexpr const char* sentence =
        "predicted and corrected positions until the density is met (Solenthaler and Pajarola 2009)";
};

// local_poisson_he2012.hpp
struct LocalPoissonParameters : PredictorCorrectorLimits {
    static constexpr const char* name = "local_poisson";
    static constexpr const char* sentence =
        "prediction and correction, each particle by its own row of the Poisson equation (He 2012)";
};

// dfsph_bender2015.hpp
struct DfsphParameters {
    static constexpr const char* name = "dfsph";
    static constexpr const char* sentence =
        "divergence-free velocities and constant density (Bender and Koschier 2015)";

    Real density_error = 1e-4f;
    Real divergence_error = 1e-4f;
    Index min_iterations = 2;
    Index max_iterations = 100;
    bool divergence_free = true;

    static constexpr auto fields() {
        return std::tuple{Field{"density_error", &DfsphParameters::density_error, "1", range(1e-6, 0.1),
                                "mean relative compression that ends the constant-density solve"},
                          Field{"divergence_error", &DfsphParameters::divergence_error, "1", range(1e-6, 0.1),
                                "mean compression in one step that ends the divergence-free solve"},
                          Field{"min_iterations", &DfsphParameters::min_iterations, "", range(1, 1000),
                                "iterations of the constant-density solve at least"},
                          Field{"max_iterations", &DfsphParameters::max_iterations, "", range(1, 10000),
                                "iterations at most; a solve that needs more makes the next steps shorter"},
                          Field{"divergence_free", &DfsphParameters::divergence_free, "", any_value(),
                                "whether velocities are made free of divergence, too"}};
    }
};

using PressureMethod = std::variant<DfsphParameters, WcsphParameters, PcisphParameters, LocalPoissonParameters>;

}  // namespace lamella
