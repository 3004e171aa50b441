// Axes along which space repeats. The wrapped difference of two points is made here and nowhere else.
#pragma once

#include <lamella/core/pack.hpp>

#include <array>
#include <cmath>

namespace lamella {

struct PeriodicBox {
    std::array<bool, 3> axes{false, false, false};
    Vec3 min = Vec3::Zero();     // used on periodic axes only
    Vec3 period = Vec3::Zero();  // at least 3 supports, so that the nearest image is unique

    bool any() const { return axes[0] || axes[1] || axes[2]; }

    // The difference to the nearest image; odd in d, so that pairs stay symmetric to the bit.
    Vec3 nearest(Vec3 d) const {
        for (int a = 0; a < 3; ++a)
            if (axes[a]) d[a] -= period[a] * std::nearbyint(d[a] / period[a]);
        return d;
    }
    Vec3Pack nearest(Vec3Pack d) const {
        if (axes[0]) d.x -= period.x() * simd::nearbyint(d.x / period.x());
        if (axes[1]) d.y -= period.y() * simd::nearbyint(d.y / period.y());
        if (axes[2]) d.z -= period.z() * simd::nearbyint(d.z / period.z());
        return d;
    }

    // Calls f(shift) for every sum of periods that brings a part of `box` into the period, in a fixed order; for
    // the box itself alone where space does not repeat.
    template <class F>
    void for_each_image(const Box3& box, F&& f) const {
        Vec3i low = Vec3i::Zero();
        Vec3i high = Vec3i::Zero();
        for (int a = 0; a < 3; ++a)
            if (axes[a]) {
                low[a] = static_cast<Index>(std::ceil((min[a] - box.max[a]) / period[a]));
                high[a] = static_cast<Index>(std::floor((min[a] + period[a] - box.min[a]) / period[a]));
            }
        for (Index z = low.z(); z <= high.z(); ++z)
            for (Index y = low.y(); y <= high.y(); ++y)
                for (Index x = low.x(); x <= high.x(); ++x) f(Vec3(Vec3i(x, y, z).cast<Real>().cwiseProduct(period)));
    }

    // Calls f(shift) for every sum of at most one period along each axis, either way; for zero alone where space does
    // not repeat.
    template <class F>
    void for_each_shift(F&& f) const {
        const auto reach = [&](int a) { return axes[static_cast<std::size_t>(a)] ? 1 : 0; };
        for (int z = -reach(2); z <= reach(2); ++z)
            for (int y = -reach(1); y <= reach(1); ++y)
                for (int x = -reach(0); x <= reach(0); ++x) f(Vec3(Vec3i(x, y, z).cast<Real>().cwiseProduct(period)));
    }

    // The image of p inside the box.
    Vec3 wrapped(Vec3 p) const {
        for (int a = 0; a < 3; ++a)
            if (axes[a]) {
                p[a] -= period[a] * std::floor((p[a] - min[a]) / period[a]);
                if (p[a] >= min[a] + period[a]) p[a] = min[a];
            }
        return p;
    }
};

}  // namespace lamella
