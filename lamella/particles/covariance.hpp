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

// The weight of Ando, Tsuruno 2011, eq. 4: 1 - (r / R)^2.
struct QuadraticWeight {
    explicit QuadraticWeight(Real radius) : per_radius_squared(1.0f / (radius * radius)) {}
    Pack operator()(const NeighbourPack& j) const { return 1.0f - j.distance_squared * per_radius_squared; }
    Real per_radius_squared;
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

// The moments about the mean of the neighbours of `point` (Ando, Tsuruno 2011, eqs 8 and 9): the covariance is that of
// what is around the mean, whose neighbours must have been gathered, too.
template <class Gathered>
NeighbourMoments moments_about_mean(const Gathered& near, const Vec3& point, Real radius) {
    const QuadraticWeight w(radius);
    const Vec3 mean = neighbour_moments(near.around(point, radius), w).mean;  // (9)
    return neighbour_moments(near.around(point + mean, radius), w);           // (8)
}

}  // namespace lamella
