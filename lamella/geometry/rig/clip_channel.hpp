// One animated property of a node over time: translation, rotation, scale or the weight of a morph target (glTF 2.0,
// section 3.11 and appendix C).
#pragma once

#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

enum class ClipInterpolation { step, linear, cubic };

struct ClipChannel {
    ClipInterpolation interpolation = ClipInterpolation::linear;
    bool rotation = false;                // values are quaternions x, y, z, w; at most three numbers each otherwise
    std::vector<double> times;            // increasing, not empty
    std::vector<Eigen::Vector4d> values;  // one a time; for cubics three: slope before, value, slope after

    // The value at a time, or the limit from before it, which differs where a step is.
    Eigen::Vector4d at(double t, bool from_before = false) const;
};

}  // namespace lamella
