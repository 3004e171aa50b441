// Sums of w x x^T over packs: the six numbers of a symmetric matrix.
#pragma once

#include <lamella/core/pack.hpp>

namespace lamella {

// The diagonal, and what stands beside it: xy, xz, yz.
using SymmetricTerms = Terms<Vec3Pack, Vec3Pack>;

[[gnu::always_inline]] inline SymmetricTerms outer_product(Pack w, const Vec3Pack& x) {
    const Vec3Pack wx = w * x;
    return SymmetricTerms({wx.x * x.x, wx.y * x.y, wx.z * x.z}, {wx.x * x.y, wx.x * x.z, wx.y * x.z});
}

inline Mat3 symmetric_matrix(const std::tuple<Vec3, Vec3>& numbers) {
    const auto& [diagonal, beside] = numbers;
    Mat3 m;
    m << diagonal.x(), beside.x(), beside.y(), beside.x(), diagonal.y(), beside.z(), beside.y(), beside.z(),
        diagonal.z();
    return m;
}

}  // namespace lamella
