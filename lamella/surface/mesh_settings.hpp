// How the mesh of a surface is made, whichever field it is the surface of.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lamella {

// Meshes are cut at its faces.
struct ClipBox {
    Vec3d min = Vec3d::Zero();
    Vec3d max = Vec3d::Ones();

    static constexpr auto fields() {
        return field_list(Field{"min", &ClipBox::min, "m", any_value(), "its lowest corner"}.required(),
                          Field{"max", &ClipBox::max, "m", any_value(), "its highest corner"}.required());
    }
};

// The balls around particles between which a surface is smoothed.
struct ThinPlateBand {
    Real inner = 0.1f;
    Real outer = 1.2f;

    static constexpr auto fields() {
        return field_list(
            Field{"inner", &ThinPlateBand::inner, "d", range(0, 1),
                  "every particle keeps a ball of that radius in particle spacings"},
            Field{"outer", &ThinPlateBand::outer, "d", range(0.5, 2), "the surface keeps within balls of that radius"});
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
    bool walls = true;
    std::optional<ClipBox> clip;
    bool normals = true;
    bool velocity = true;
    std::vector<std::string> attributes;
    bool level_set = false;

    static constexpr auto fields() {
        return field_list(
            Field{"cell", &SurfaceMesh::cell, "d", range(0.1, 2), "edge of a marching cube in particle spacings"},
            Field{"smallest_drop", &SurfaceMesh::smallest_drop, "d^3", range(0, 1e6),
                  "parts of the mesh that enclose less, drops and bubbles, are left out"},
            Field{
                "smoothing", &SurfaceMesh::smoothing, "1", range(0, 100),
                "passes of smoothing that keep the volume (Taubin 1995), less where there are few particles (Loeschner "
                "2023)"},
            Field{"thin_plate", &SurfaceMesh::thin_plate, "", any_value(),
                  "smooth the surface between balls around the particles (Bhattacharya, Gao and Bargteil 2011)"},
            Field{"decimate", &SurfaceMesh::decimate, "d", range(0, 1),
                  "how far the surface may move for fewer triangles (Garland and Heckbert 1997); 0 keeps them all"},
            Field{"repair_sheets", &SurfaceMesh::repair_sheets, "", any_value(),
                  "fill thin sheets whose particles are too far apart with more of them, for the surface only (after "
                  "Ando "
                  "and Tsuruno 2011)"},
            Field{"walls", &SurfaceMesh::walls, "", any_value(),
                  "end the surface at the walls of the domain and at obstacles; files of other programs have none"},
            Field{"clip", &SurfaceMesh::clip, "", any_value(),
                  "the box outside of which nothing is kept; the mesh is open where its faces cut it"},
            Field{"normals", &SurfaceMesh::normals, "", any_value(), "write vertex normals (N)"},
            Field{"velocity", &SurfaceMesh::velocity, "", any_value(),
                  "write vertex velocities (v) where the particles have them"},
            Field{"attributes", &SurfaceMesh::attributes, "", any_value(),
                  "further particle attributes that the vertices get"},
            Field{"level_set", &SurfaceMesh::level_set, "", any_value(),
                  "write the field beside the mesh as an OpenVDB level set, negative inside"});
    }
};

// What fields have that are made of one kernel a particle.
struct KernelOutput {
    bool kernels = false;

    static constexpr auto fields() {
        return field_list(Field{"kernels", &KernelOutput::kernels, "", any_value(),
                                "write the kernels beside the mesh, for display: centres, orient and scale"});
    }
};

}  // namespace lamella
