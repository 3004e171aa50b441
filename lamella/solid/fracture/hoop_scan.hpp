// Where a crack goes from a node of its front: to where the stress around the node is strongest across the way there
// (the criterion of the largest hoop stress, Erdogan and Sih 1963). Keiser 2006, 5.6.3, goes across the principal
// stress at the node instead: a kink of 33 to 38 degrees under shear, where theory has 53.
//
// The stress is the mean over 1.6 spacings at points 2 spacings ahead; its peak is found by a parabola.
#pragma once

#include <lamella/solid/fracture/stress_field.hpp>

namespace lamella {

struct ScannedStress {
    double angle = 0.0;   // rad, from `forward` towards `up`
    double stress = 0.0;  // Pa, the hoop stress in that direction; 0 where there is no matter ahead
};

// In the plane of `forward` and `up`, which are unit vectors at right angles.
ScannedStress scan_hoop_stress(const StressField& field, const Vec3d& at, const Vec3d& forward, const Vec3d& up,
                               double spacing);

}  // namespace lamella
