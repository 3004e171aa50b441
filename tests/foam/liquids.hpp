// Liquids for the tests of whitewater: blocks of particles on a cubic lattice.
#pragma once

#include <lamella/foam/liquid_between.hpp>

#include <functional>

namespace lamella {

inline constexpr Real kSpacing = 0.02f;

using VelocityAt = std::function<Vec3(const Vec3&)>;

// Particles in the cells of the box for which `inside` holds.
inline ParticleSet lattice(
    const Box3& box, const VelocityAt& velocity,
    const std::function<bool(const Vec3&)>& inside = [](const Vec3&) { return true; }) {
    ParticleSet set;
    auto& P = set.add<Vec3Column>("P");
    auto& v = set.add<Vec3Column>("v");
    auto& id = set.add<IndexColumn>("id");
    const Vec3i cells = (box.size() / kSpacing).array().round().cast<Index>();
    for (Index z = 0; z < cells.z(); ++z)
        for (Index y = 0; y < cells.y(); ++y)
            for (Index x = 0; x < cells.x(); ++x) {
                const Vec3 p = box.min + kSpacing * (Vec3i(x, y, z).cast<Real>() + Vec3::Constant(0.5f));
                if (!inside(p)) continue;
                const Index i = set.size();
                set.resize(i + 1);
                P.set(i, p);
                v.set(i, velocity(p));
                id[i] = i;
            }
    return set;
}

inline ParticleSet block(const Box3& box, const Vec3& velocity = Vec3::Zero()) {
    return lattice(box, [&](const Vec3&) { return velocity; });
}

// The liquid of two frames with these particles in both, which do not move: a stage on which whitewater plays.
inline LiquidBetween unmoved(const ParticleSet& liquid, double seconds) {
    LiquidBetween between(seconds, kSpacing, {});
    between.add(liquid, liquid);
    return between;
}

}  // namespace lamella
