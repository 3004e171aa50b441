#include <lamella/skinned/jittered_parts.hpp>

namespace lamella {
namespace {

using PartCorners = std::array<Eigen::Matrix<Real, 4, 4>, 8>;  // coordinates of the corners, as columns

PartCorners part_corners() {
    std::array<Vec4, 10> at;
    for (int k = 0; k < 4; ++k) at[static_cast<std::size_t>(k)] = Vec4::Unit(k);
    std::size_t next = 4;
    for (int a = 0; a < 4; ++a)
        for (int b = a + 1; b < 4; ++b) at[next++] = 0.5f * (Vec4::Unit(a) + Vec4::Unit(b));
    PartCorners corners;
    for (std::size_t s = 0; s < corners.size(); ++s)
        for (std::size_t k = 0; k < 4; ++k) corners[s].col(static_cast<Index>(k)) = at[kRedChildren[s][k]];
    return corners;
}

const PartCorners kCorners = part_corners();

}  // namespace

Vec4 middle_of_part(int part) { return kCorners[part].rowwise().mean(); }

// Even in the part: the gaps between three numbers in order.
Vec4 JitteredParts::operator()(int part) const {
    const std::uint64_t bits = splitmix64(seed_ + static_cast<std::uint64_t>(part));
    const auto number = [&](unsigned k) { return static_cast<Real>((bits >> (21 * k)) & 0x1fffff) * 0x1p-21f; };
    const Real a = number(0), b = number(1), c = number(2);
    const Real low = std::min({a, b, c}), high = std::max({a, b, c});
    const Real middle = std::max(std::min(a, b), std::min(std::max(a, b), c));
    return kCorners[part] * Vec4(low, middle - low, high - middle, 1.0f - high);
}

}  // namespace lamella
