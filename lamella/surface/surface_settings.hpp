// The parameters of surface reconstruction: the list of implicit fields, each with its own parameters and
// with how its mesh is made.
#pragma once

#include <lamella/core/fields.hpp>

#include <string>
#include <variant>
#include <vector>

namespace lamella {

// What every field has besides its own parameters.
struct SurfaceMesh {
    Real cell = 0.5f;
    bool normals = true;
    bool velocity = true;
    std::vector<std::string> attributes;

    static constexpr auto fields() {
        return std::tuple{
            Field{"cell", &SurfaceMesh::cell, "d", range(0.1, 2), "edge of a marching cube in particle spacings"},
            Field{"normals", &SurfaceMesh::normals, "", any_value(), "write vertex normals (N)"},
            Field{"velocity", &SurfaceMesh::velocity, "", any_value(),
                  "write vertex velocities (v) where the particles have them"},
            Field{"attributes", &SurfaceMesh::attributes, "", any_value(),
                  "further particle attributes that the vertices get"}};
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

    static constexpr auto fields() {
        return std::tuple{
            Field{"support", &Mueller2003Parameters::support, "d", range(1, 4),
                  "support radius of a kernel in particle spacings"},
            Field{"iso", &Mueller2003Parameters::iso, "1", range(0.01, 0.99),
                  "level of the surface; the field is 1 deep inside"},
            Field{"keep_drops", &Mueller2003Parameters::keep_drops, "", any_value(),
                  "enlarge particles with few neighbours, so that single drops and stretched sheets stay"},
            Field{"", &Mueller2003Parameters::mesh, "", any_value(), "how the mesh is made"}};
    }
};

using SurfaceField = std::variant<Mueller2003Parameters>;

}  // namespace lamella
