// The lists of surface forces: tension, air pressure and the pressure of thin features.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

struct NoSurfaceTension {
    static constexpr const char* name = "none";
    static constexpr const char* sentence = "no surface tension";
    static constexpr auto fields() { return std::tuple{}; }
};

// surface_tension_mueller2003.hpp
struct CurvatureTensionParameters {
    static constexpr const char* name = "mueller2003";
    static constexpr const char* sentence =
        "continuum surface force from the curvature of a colour field (Mueller 2003); drifts";

    Real tension = 0.07f;
    Real threshold = 0.5f;

    static constexpr auto fields() {
        return std::tuple{Field{"tension", &CurvatureTensionParameters::tension, "N/m", range(0, 1e4),
                                "surface tension (water 0.072)"},
                          Field{"threshold", &CurvatureTensionParameters::threshold, "1/h", range(0, 10),
                                "least gradient of the colour field at which it acts"}};
    }
};

// surface_tension_becker2007.hpp
struct CohesionParameters {
    static constexpr const char* name = "becker2007";
    static constexpr const char* sentence = "cohesion of all pairs (Becker and Teschner 2007)";

    Real tension = 0.07f;

    static constexpr auto fields() {
        return std::tuple{Field{"tension", &CohesionParameters::tension, "N/m", range(0, 1e4),
                                "surface tension of a flat surface, by the sum over pairs that act across a plane"}};
    }
};

// surface_tension_akinci2013.hpp
struct AkinciTensionParameters {
    static constexpr const char* name = "akinci2013";
    static constexpr const char* sentence =
        "cohesion with a repulsive core, area minimisation, and adhesion to solids (Akinci 2013)";

    Real tension = 1.0f;
    Real adhesion = 0.0f;

    static constexpr auto fields() {
        return std::tuple{Field{"tension", &AkinciTensionParameters::tension, "m/s^2", range(0, 1e6),
                                "gamma of the paper (1 for water at its own sizes)"},
                          Field{"adhesion", &AkinciTensionParameters::adhesion, "m/s^2", range(0, 1e6),
                                "beta of the paper: attraction by solids"}};
    }
};

// surface_tension_he2014.hpp
struct FreeEnergyTensionParameters {
    static constexpr const char* name = "he2014";
    static constexpr const char* sentence = "tension from the free energy of a diffuse surface (He 2014, eqs 3 and 5)";

    Real kappa = 0.015f;
    bool in_sheets = false;

    static constexpr auto fields() {
        return std::tuple{
            Field{"kappa", &FreeEnergyTensionParameters::kappa, "N", range(0, 1e3),
                  "energy of the squared colour gradient; the surface tension is about 0.12 kappa / support"},
            Field{"in_sheets", &FreeEnergyTensionParameters::in_sheets, "", any_value(),
                  "whether flat sheets one particle thick, which have no colour gradient, are under tension, too"}};
    }
};

using SurfaceTensionMethod = std::variant<NoSurfaceTension, CurvatureTensionParameters, CohesionParameters,
                                          AkinciTensionParameters, FreeEnergyTensionParameters>;

struct NoAirPressure {
    static constexpr const char* name = "none";
    static constexpr const char* sentence = "no air";
    static constexpr auto fields() { return std::tuple{}; }
};

// air_pressure_he2014.hpp
struct AirPressureParameters {
    static constexpr const char* name = "he2014";
    static constexpr const char* sentence = "the pressure of air on the surface, without air (He 2014, eq. 8)";

    Real pressure = 100.0f;

    static constexpr auto fields() {
        return std::tuple{Field{"pressure", &AirPressureParameters::pressure, "Pa", range(0, 1e6),
                                "p_atm; 4 to 8 times density x gravity x spacing makes films cling"}};
    }
};

using AirPressureMethod = std::variant<NoAirPressure, AirPressureParameters>;

struct NoThinFeatures {
    static constexpr const char* name = "none";
    static constexpr const char* sentence = "thin features get no pressure of their own";
    static constexpr auto fields() { return std::tuple{}; }
};

// thin_features_he2014.hpp
struct CorrectedThinFeatures {
    static constexpr const char* name = "corrected";
    static constexpr const char* sentence =
        "two-scale pressure with an anisotropic filter, calibrated on sheets (after He 2014, section 4)";

    Real strength = 1.05f;

    static constexpr auto fields() {
        return std::tuple{
            Field{"strength", &CorrectedThinFeatures::strength, "1", range(0, 2),
                  "share of tension and air pressure that the pressure of a flat sheet balances; 1 to 1.2"}};
    }
};

struct PrintedThinFeatures {
    static constexpr const char* name = "printed";
    static constexpr const char* sentence = "two-scale pressure as printed in He 2014, eqs 9-13, for comparison";

    Real gamma = 0.2f;

    static constexpr auto fields() {
        return std::tuple{
            Field{"gamma", &PrintedThinFeatures::gamma, "1", range(0, 1), "strength of the correction (eq. 11)"}};
    }
};

using ThinFeatureMethod = std::variant<NoThinFeatures, CorrectedThinFeatures, PrintedThinFeatures>;

}  // namespace lamella
