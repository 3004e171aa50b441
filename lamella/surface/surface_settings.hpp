// The parameters of surface reconstruction: the list of implicit fields, each with its own parameters and
// with how its mesh is made.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

// Meshes are cut at its faces.
struct ClipBox {
    Vec3d min = Vec3d::Zero();
    Vec3d max = Vec3d::Ones();

    static constexpr auto fields() {
        return std::tuple{Field{"min", &ClipBox::min, "m", any_value(), "its lowest corner"}.required(),
                          Field{"max", &ClipBox::max, "m", any_value(), "its highest corner"}.required()};
    }
};

// The balls around particles between which a surface is smoothed.
struct ThinPlateBand {
    Real inner = 0.1f;
    Real outer = 1.2f;

    static constexpr auto fields() {
        return std::tuple{
            Field{"inner", &ThinPlateBand::inner, "d", range(0, 1),
                  "every particle keeps a ball of that radius in particle spacings"},
            Field{"outer", &ThinPlateBand::outer, "d", range(0.5, 2), "the surface keeps within balls of that radius"}};
    }
};

// What every field has besides its own parameters.
struct SurfaceMesh {
    Real cell = 0.5f;
    Real smallest_drop = 0.0f;
    Index smoothing = 0;
    std::optional<ThinPlateBand> thin_plate;
    Real decimate = 0.0f;
    bool repair_sheets = false;
    std::optional<ClipBox> clip;
    bool normals = true;
    bool velocity = true;
    std::vector<std::string> attributes;
    bool level_set = false;

    static constexpr auto fields() {
        return std::tuple{
            Field{"cell", &SurfaceMesh::cell, "d", range(0.1, 2), "edge of a marching cube in particle spacings"},
            Field{"smallest_drop", &SurfaceMesh::smallest_drop, "d^3", range(0, 1e6),
                  "parts of the mesh that enclose less, drops and bubbles, are left out"},
            Field{"smoothing", &SurfaceMesh::smoothing, "1", range(0, 100),
                  "passes of smoothing that keep the volume (Taubin 1995)"},
            Field{"thin_plate", &SurfaceMesh::thin_plate, "", any_value(),
                  "smooth the surface between balls around the particles (Bhattacharya, Gao and Bargteil 2011)"},
            Field{"decimate", &SurfaceMesh::decimate, "d", range(0, 1),
                  "how far the surface may move for fewer triangles (Garland and Heckbert 1997); 0 keeps them all"},
            Field{"repair_sheets", &SurfaceMesh::repair_sheets, "", any_value(),
                  "fill thin sheets whose particles are too far apart with more of them, for the surface only (after "
                  "Ando "
                  "and Tsuruno 2011)"},
            Field{"clip", &SurfaceMesh::clip, "", any_value(),
                  "the box outside of which nothing is kept; the mesh is open where its faces cut it"},
            Field{"normals", &SurfaceMesh::normals, "", any_value(), "write vertex normals (N)"},
            Field{"velocity", &SurfaceMesh::velocity, "", any_value(),
                  "write vertex velocities (v) where the particles have them"},
            Field{"attributes", &SurfaceMesh::attributes, "", any_value(),
                  "further particle attributes that the vertices get"},
            Field{"level_set", &SurfaceMesh::level_set, "", any_value(),
                  "write the field beside the mesh as an OpenVDB level set, negative inside"}};
    }
};

// What fields have that are made of one kernel a particle.
struct KernelOutput {
    bool kernels = false;

    static constexpr auto fields() {
        return std::tuple{Field{"kernels", &KernelOutput::kernels, "", any_value(),
                                "write the kernels beside the mesh, for display: centres, orient and scale"}};
    }
};

// Ours, after Yu 2011, chapter 4 (true_volume.hpp).
struct TrueVolumeParameters {
    static constexpr const char* name = "true_volume";
    static constexpr const char* sentence = "anisotropic kernels that keep the volume of bodies, sheets and filaments";

    Real support = 2.5f;
    Real iso = 0.4f;
    Real thinnest_sheet = 0.0f;
    Index exact_volume = 0;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return std::tuple{
            Field{"support", &TrueVolumeParameters::support, "d", range(1.5, 3.5),
                  "support radius of a kernel deep inside in particle spacings"},
            Field{"iso", &TrueVolumeParameters::iso, "1", range(0.2, 0.49),
                  "level of the surface; bodies keep their volume at 0.4, thin parts at any level"},
            Field{"thinnest_sheet", &TrueVolumeParameters::thinnest_sheet, "cells", range(0, 3),
                  "thicken sheets below this, so that the grid does not lose them; 1.5 is enough, 0 keeps the volume"},
            Field{"exact_volume", &TrueVolumeParameters::exact_volume, "frames", range(0, 100),
                  "move the level so that the mesh encloses the volume of the particles, by the mean over so many "
                  "frames; 1 does it for every frame by itself, 0 leaves the level at iso"},
            Field{"", &TrueVolumeParameters::mesh, "", any_value(), "how the mesh is made"},
            Field{"", &TrueVolumeParameters::display, "", any_value(), "what is written beside the mesh"}};
    }
};

// Mueller, Charypar, Gross 2003; Yu 2011, eq. 4.1.
struct Mueller2003Parameters {
    static constexpr const char* name = "mueller2003";
    static constexpr const char* sentence = "level set of the sum of isotropic kernels, one per particle";

    Real support = 2.0f;
    Real iso = 0.5f;
    bool keep_drops = true;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return std::tuple{
            Field{"support", &Mueller2003Parameters::support, "d", range(1, 4),
                  "support radius of a kernel in particle spacings"},
            Field{"iso", &Mueller2003Parameters::iso, "1", range(0.01, 0.99),
                  "level of the surface; the field is 1 deep inside"},
            Field{"keep_drops", &Mueller2003Parameters::keep_drops, "", any_value(),
                  "enlarge particles with few neighbours, so that single drops and stretched sheets stay"},
            Field{"", &Mueller2003Parameters::mesh, "", any_value(), "how the mesh is made"},
            Field{"", &Mueller2003Parameters::display, "", any_value(), "what is written beside the mesh"}};
    }
};

// Zhu and Bridson 2005.
struct ZhuBridson2005Parameters {
    static constexpr const char* name = "zhu_bridson2005";
    static constexpr const char* sentence = "distance to the mean of the particles around, less a radius";

    Real support = 2.0f;
    Real radius = 0.56f;
    SurfaceMesh mesh;

    static constexpr auto fields() {
        return std::tuple{Field{"support", &ZhuBridson2005Parameters::support, "d", range(1, 4),
                                "how far particles count for the mean, in particle spacings"},
                          Field{"radius", &ZhuBridson2005Parameters::radius, "d", range(0.3, 1.5),
                                "distance of the surface from the mean in particle spacings"},
                          Field{"", &ZhuBridson2005Parameters::mesh, "", any_value(), "how the mesh is made"}};
    }
};

// Adams, Pauly, Keiser and Guibas 2007.
struct Adams2007Parameters {
    static constexpr const char* name = "adams2007";
    static constexpr const char* sentence = "distance to the mean of the particles around, less their tracked depths";

    Real support = 2.0f;
    Real radius = 0.56f;
    Index frames = 3;
    SurfaceMesh mesh;

    static constexpr auto fields() {
        return std::tuple{
            Field{"support", &Adams2007Parameters::support, "d", range(1, 4),
                  "how far particles count for the means, in particle spacings"},
            Field{"radius", &Adams2007Parameters::radius, "d", range(0.3, 1.5),
                  "distance from the surface that every particle starts with, in particle spacings"},
            Field{"frames", &Adams2007Parameters::frames, "frames", range(1, 50),
                  "how many frames distances are tracked over, this one among them; 1 is zhu_bridson2005"},
            Field{"", &Adams2007Parameters::mesh, "", any_value(), "how the mesh is made"}};
    }
};

// Yu 2011, chapter 4.
struct Yu2011Parameters {
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
        return std::tuple{
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
            Field{"", &Yu2011Parameters::display, "", any_value(), "what is written beside the mesh"}};
    }
};

// Ando and Tsuruno 2011, section 5.
struct Ando2011Parameters {
    static constexpr const char* name = "ando2011";
    static constexpr const char* sentence = "smallest of the distances to particles that are stretched along sheets";

    Real radius = 1.0f;
    Real axis_ratio = 4.0f;
    SurfaceMesh mesh;
    KernelOutput display;

    static constexpr auto fields() {
        return std::tuple{Field{"radius", &Ando2011Parameters::radius, "d", range(0.5, 2),
                                "the distance that is the surface in particle spacings"},
                          Field{"axis_ratio", &Ando2011Parameters::axis_ratio, "1", range(1, 16),
                                "largest ratio of two axes of a particle"},
                          Field{"", &Ando2011Parameters::mesh, "", any_value(), "how the mesh is made"},
                          Field{"", &Ando2011Parameters::display, "", any_value(), "what is written beside the mesh"}};
    }
};

// The first is the default.
using SurfaceField = std::variant<TrueVolumeParameters, Mueller2003Parameters, ZhuBridson2005Parameters,
                                  Adams2007Parameters, Yu2011Parameters, Ando2011Parameters>;

}  // namespace lamella
