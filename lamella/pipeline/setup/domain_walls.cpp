#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/scene/scene.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

bool is_wall(const Domain& domain, int axis, int side) {
    const auto face = static_cast<DomainFace>(2 * axis + side);
    return !domain.periodic[static_cast<std::size_t>(axis)] &&
           std::find(domain.open.begin(), domain.open.end(), face) == domain.open.end();
}

namespace {

// Where the points of a wall lie along another axis. On a bounded axis they reach half a spacing beyond the
// box, except where the wall there has these points already.
std::vector<Real> coordinates(const Domain& domain, int wall_axis, int axis, Real spacing) {
    const double size = domain.max[axis] - domain.min[axis];
    const int cells = std::max(static_cast<int>(std::lround(size / spacing)), 1);
    const double step = size / cells;
    std::vector<Real> at;
    for (int k = 0; k < cells; ++k) at.push_back(static_cast<Real>((k + 0.5) * step));
    if (domain.periodic[static_cast<std::size_t>(axis)]) return at;
    for (int side : {0, 1})
        if (axis > wall_axis || !is_wall(domain, axis, side))
            at.push_back(static_cast<Real>(side == 0 ? -0.5 * spacing : size + 0.5 * spacing));
    return at;
}

}  // namespace

std::vector<Vec3> domain_walls(const Domain& domain, Real spacing) {
    std::vector<Vec3> points;
    for (int axis = 0; axis < 3; ++axis)
        for (int side : {0, 1}) {
            if (!is_wall(domain, axis, side)) continue;
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            Vec3 p;
            p[axis] =
                static_cast<Real>(side == 0 ? -0.5 * spacing : domain.max[axis] - domain.min[axis] + 0.5 * spacing);
            for (Real a : coordinates(domain, axis, u, spacing))
                for (Real b : coordinates(domain, axis, v, spacing)) {
                    p[u] = a;
                    p[v] = b;
                    points.push_back(p);
                }
        }
    return points;
}

Box3 walls_of(const Scene& scene) {
    constexpr Real kNoWall = std::numeric_limits<Real>::infinity();
    Box3 box = domain_box(scene);
    for (int axis = 0; axis < 3; ++axis) {
        if (!is_wall(scene.domain, axis, 0)) box.min[axis] = -kNoWall;
        if (!is_wall(scene.domain, axis, 1)) box.max[axis] = kNoWall;
    }
    return box;
}

}  // namespace lamella
