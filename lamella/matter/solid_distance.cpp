#include <lamella/matter/solid_distance.hpp>

#include <algorithm>

namespace lamella {

SolidDistance::SolidDistance(const LiquidDomain& domain, std::span<const Body> bodies)
    : walls_(domain.box), bodies_(bodies) {
    constexpr Real kNoWall = std::numeric_limits<Real>::infinity();
    for (std::size_t a = 0; a < 3; ++a) {
        const auto axis = static_cast<Eigen::Index>(a);
        if (domain.periodic.axes[a] || domain.open[2 * a]) walls_.min[axis] = -kNoWall;
        if (domain.periodic.axes[a] || domain.open[2 * a + 1]) walls_.max[axis] = kNoWall;
    }
}

Real SolidDistance::operator()(const Vec3& x) const {
    Real nearest = (x - walls_.min).cwiseMin(walls_.max - x).minCoeff();
    for (std::size_t b = 0; b < std::min(bodies_.size(), now_.of.size()); ++b)
        nearest = std::min(nearest, bodies_[b].distance(now_.of[b], x));
    return nearest;
}

}  // namespace lamella
