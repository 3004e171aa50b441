// The velocity that particles give to a point (Ando, Tsuruno 2011, section 3):
//
//     u(x) = sum_j m_j u_j W / sum_j m_j W,   W = R^2 / r^2 - 1  for r < R                     (1), (3)
#pragma once

#include <lamella/particles/gathered_mass.hpp>

namespace lamella {

struct SharpMean {
    Real weight;    // 0 where nobody is near
    Vec3 momentum;  // times the same unit

    Vec3 velocity() const { return momentum / weight; }
};

// Over what is within the radius of a point; v and m are those of what was gathered.
inline SharpMean sharp_mean(const CellNeighbourhood& near, const Vec3& point, Real radius, const Vec3Column& v,
                            const GatheredMass& m) {
    constexpr Real kNearest = 1e-6f;  // of the squared radius: W has no bound at r = 0
    const Real squared = radius * radius;
    const auto [weight, momentum] = sum_over(near.around(point, radius), [&](const NeighbourPack& j) {
        const Pack w = m[j] * (squared / larger(j.distance_squared, kNearest * squared) - 1.0f);  // (3)
        return Terms{w, w * v[j]};
    });
    return {weight, momentum};  // (1)
}

}  // namespace lamella
