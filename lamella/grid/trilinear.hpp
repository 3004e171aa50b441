// Trilinear interpolation in tiles.
#pragma once

#include <lamella/grid/tile_field.hpp>

#include <cmath>

namespace lamella {

// A place between the nodes of a tile: the lowest of the eight nodes around it and how far it is from there.
struct NodePlace {
    Vec3i base;
    Vec3 fraction;  // in [0, 1) but for rounding
};

// `at` in node widths from the tile's first node; the nodes around it must lie within a rim of `Rim`.
template <Index Rim>
NodePlace node_place(const Vec3& at) {
    NodePlace place;
    for (int a = 0; a < 3; ++a) {
        const Index low = static_cast<Index>(std::floor(at[a]));
        place.base[a] = std::clamp(low, -Rim, kTileWidth + Rim - 2);
        place.fraction[a] = at[a] - static_cast<Real>(place.base[a]);
    }
    return place;
}

// Calls f(node, offset from the node) for the eight nodes around a place.
template <class F>
[[gnu::always_inline]] inline void for_each_corner(const NodePlace& place, F&& f) {
    for (Index z = 0; z < 2; ++z)
        for (Index y = 0; y < 2; ++y)
            for (Index x = 0; x < 2; ++x)
                f(Vec3i(place.base + Vec3i(x, y, z)),
                  Vec3(place.fraction - Vec3(static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z))));
}

template <class Tile>
[[gnu::always_inline]] inline Real interpolate(const Tile& tile, const NodePlace& place) {
    const Index row = Tile::kWidth, slice = Tile::kWidth * Tile::kWidth;
    const auto* v = &tile.at(place.base.x(), place.base.y(), place.base.z());
    const Vec3& f = place.fraction;
    const auto mix = [](Real a, Real b, Real t) { return a + t * (b - a); };
    const Real low = mix(mix(v[0], v[1], f.x()), mix(v[row], v[row + 1], f.x()), f.y());
    const Real high = mix(mix(v[slice], v[slice + 1], f.x()), mix(v[slice + row], v[slice + row + 1], f.x()), f.y());
    return mix(low, high, f.z());
}

// The derivative of the interpolation, per node width.
template <class Tile>
[[gnu::always_inline]] inline Vec3 interpolated_gradient(const Tile& tile, const NodePlace& place) {
    Vec3 sum = Vec3::Zero();
    for_each_corner(place, [&](const Vec3i& node, const Vec3& o) {
        const Vec3 w = Vec3::Ones() - o.cwiseAbs();
        const Vec3 slope(o.x() >= 0.0f ? -1.0f : 1.0f, o.y() >= 0.0f ? -1.0f : 1.0f, o.z() >= 0.0f ? -1.0f : 1.0f);
        sum += tile.at(node.x(), node.y(), node.z()) *
               Vec3(slope.x() * w.y() * w.z(), w.x() * slope.y() * w.z(), w.x() * w.y() * slope.z());
    });
    return sum;
}

}  // namespace lamella
