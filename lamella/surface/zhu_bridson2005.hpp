// The field of Zhu, Bridson 2005, "Animating Sand as a Fluid", section 5: that of weighted_centres.hpp with one radius
// for all particles. With R = 2 d the radius 0.56 d puts the surface of a pool where it should be. The grid smoothing
// that the authors add afterwards is left out.
#pragma once

#include <lamella/surface/surface_settings.hpp>
#include <lamella/surface/weighted_centres.hpp>

namespace lamella {

// The cloud must outlive the field.
inline std::unique_ptr<WeightedCentres> zhu_bridson2005_field(const ZhuBridson2005Parameters& parameters,
                                                              const ParticleCloud& cloud) {
    return std::make_unique<WeightedCentres>(cloud, parameters.support, CentreRadii{parameters.radius, {}});
}

}  // namespace lamella
