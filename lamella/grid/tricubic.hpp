// Interpolation by the cubics of Catmull and Rom 1974 along each axis: it goes through its nodes, with one derivative.
#pragma once

#include <lamella/core/vec.hpp>

#include <array>

namespace lamella {

struct CubicWeights {
    std::array<Real, 4> w;

    explicit CubicWeights(Real f) {
        const Real g = 1.0f - f;
        w = {-0.5f * f * g * g, 1.0f + f * f * (1.5f * f - 2.5f), 1.0f + g * g * (1.5f * g - 2.5f), -0.5f * g * f * f};
    }
};

// Between the nodes `base` and base + 1 at that fraction; value(x, y, z) gives a node, those from base - 1 to base + 2.
template <class Value>
Real tricubic(const Vec3i& base, const Vec3& fraction, Value&& value) {
    const CubicWeights wx(fraction.x()), wy(fraction.y()), wz(fraction.z());
    Real sum = 0.0f;
    for (Index k = 0; k < 4; ++k) {
        Real slice = 0.0f;
        for (Index j = 0; j < 4; ++j) {
            Real row = 0.0f;
            for (Index i = 0; i < 4; ++i)
                row += wx.w[static_cast<std::size_t>(i)] * value(base.x() + i - 1, base.y() + j - 1, base.z() + k - 1);
            slice += wy.w[static_cast<std::size_t>(j)] * row;
        }
        sum += wz.w[static_cast<std::size_t>(k)] * slice;
    }
    return sum;
}

}  // namespace lamella
