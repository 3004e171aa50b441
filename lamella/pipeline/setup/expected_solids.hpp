// What solids cost that bend, touch and break, before the first particle is placed.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

namespace lamella {

struct ExpectedSolids {
    double particles = 0.0;
    double surfels = 0.0;
    double core_seconds = 0.0;            // a second of their motion
    double core_seconds_a_frame = 0.0;    // of their skins
    double core_seconds_of_cracks = 0.0;  // a second, if all that may break breaks all through: nobody knows beforehand
};
ExpectedSolids expected_solids(const Scene& scene, Assets& assets);

// Of a box in squared spacings of the scene; of an endless one none.
double area_of(const Box3& box, const Scene& scene);

}  // namespace lamella
