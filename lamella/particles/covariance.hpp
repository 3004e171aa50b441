// The weighted mean and covariance of the neighbours of a particle (Yu 2011, eqs 4.6 and 4.7; Ando, Tsuruno
// 2011, eqs 8 and 9 with the sums that their denominators lack; He et al. 2014 use the same):
//
//     S = sum_j w_j,   b = sum_j w_j (x_j - x) / S,   C = sum_j w_j (x_j - x - b)(x_j - x - b)^T / S.
#pragma once

#include <lamella/core/symmetric_sums.hpp>
#include <lamella/particles/neighbours.hpp>

namespace lamella {

struct NeighbourMoments {
    Real weight = 0.0f;        // S
    Index count = 0;           // of neighbours with a weight
    Vec3 mean = Vec3::Zero();  // b: relative to the point
    Mat3d covariance = Mat3d::Zero();
};

// The weight of Yu 2011, eq. 4.8: 1 - (r / R)^3.
struct CubicWeight {
    explicit CubicWeight(Real radius) : per_radius(1.0f / radius) {}
    template <class T>
    T operator()(T r) const {
        const T q = r * per_radius;
        return T(1.0f) - q * q * q;
    }
    Real per_radius;
};

// The moments about range.point; weight(j) gives the weights of a pack of neighbours, and lanes whose weight
// is 0 do not count.
template <class Range, class Weight>
[[gnu::flatten]] NeighbourMoments neighbour_moments(const Range& range, Weight&& weight) {
    NeighbourMoments m;
    Terms<Pack, Vec3Pack> sums;
    SymmetricTerms squares;
    range.for_each_pack([&](const auto& j) {
        const Pack w = select(j.inside, weight(j), Pack(0.0f));
        m.count += simd::popcount(w > 0.0f);
        sums += Terms(w, w * j.difference);  // x - x_j
        squares += outer_product(w, j.difference);
    });
    const auto [total, first] = fold(sums);
    m.weight = total;
    if (!(m.weight > 0.0f)) return m;
    m.mean = -first / m.weight;
    const Vec3d b = m.mean.cast<double>();
    m.covariance = symmetric_matrix(fold(squares)).cast<double>() / m.weight - b * b.transpose();
    return m;
}

}  // namespace lamella
