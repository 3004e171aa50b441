// The outside of a solid at rest, as cracks see it.
#pragma once

#include <lamella/core/vec.hpp>

#include <functional>

namespace lamella {

struct RestBody {
    std::function<Real(const Vec3&)> distance;  // negative inside
    double spacing = 1.0;

    double at(const Vec3d& p) const { return distance(p.cast<Real>()); }
    bool inside(const Vec3d& p) const { return at(p) < 0.0; }

    // Away from the solid; unit length, or nothing in the midst of it.
    Vec3d outwards(const Vec3d& p) const {
        const double step = 0.1 * spacing;
        Vec3d gradient;
        for (int c = 0; c < 3; ++c) {
            const Vec3d to = step * Vec3d::Unit(c);
            gradient[c] = at(p + to) - at(p - to);
        }
        const double length = gradient.norm();
        return length > 1e-6 * spacing ? Vec3d(gradient / length) : Vec3d::Zero();
    }
};

}  // namespace lamella
