// The field of Zhu, Bridson 2005, "Animating Sand as a Fluid", section 5: that of weighted_centres.hpp with one radius
// for all particles. With R = 2 d the radius 0.56 d puts the surface of a pool where it should be. The grid smoothing
// that the authors add afterwards is left out.
#pragma once

#include <lamella/surface/field_parameters.hpp>

namespace lamella {

struct ZhuBridson2005Parameters : PlainField {
    static constexpr const char* name = "zhu_bridson2005";
    static constexpr const char* sentence = "distance to the mean of the particles around, less a radius";

    Real support = 2.0f;
    Real radius = 0.56f;
    SurfaceMesh mesh;

    static constexpr auto fields() {
        return field_list(Field{"support", &ZhuBridson2005Parameters::support, "d", range(1, 4),
                                "how far particles count for the mean, in particle spacings"},
                          Field{"radius", &ZhuBridson2005Parameters::radius, "d", range(0.3, 1.5),
                                "distance of the surface from the mean in particle spacings"},
                          Field{"", &ZhuBridson2005Parameters::mesh, "", any_value(), "how the mesh is made"});
    }

    std::unique_ptr<ImplicitField> field(const ParticleCloud& cloud, SurfaceMemory* memory = nullptr) const;
};

}  // namespace lamella
