// One animated property of a glTF node: translation, rotation or scale over time (glTF 2.0, section 3.11 and
// appendix C).
#pragma once

#include <lamella/core/vec.hpp>

#include <vector>

namespace lamella {

enum class GltfInterpolation { step, linear, cubic };

struct GltfChannel {
    GltfInterpolation interpolation = GltfInterpolation::linear;
    bool rotation = false;                // values are quaternions x, y, z, w; three numbers each otherwise
    std::vector<double> times;            // increasing, not empty
    std::vector<Eigen::Vector4d> values;  // one a time; for cubics three: slope before, value, slope after

    // The value at a time, or the limit from before it, which differs where a step is.
    Eigen::Vector4d at(double t, bool from_before = false) const;
};

}  // namespace lamella
