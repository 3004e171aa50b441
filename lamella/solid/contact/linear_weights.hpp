// A point that particles carry: weights that follow every linear motion exactly (for Keiser 2006, 5.46). With kernel
// weights w_j, their mean x' and covariance A,
//
//     W_j = w_j (1 + (c - x')^T A^-1 (x_j - x')) / sum of w,   A = sum of w_j (x_j - x') (x_j - x')^T / sum of w,
//
// so that sum W_j = 1 and sum W_j x_j = c. A force at c that is shared out by W keeps both momenta, and its work is
// that of the velocity sum W_j v_j. The printed weights are w_j / sum of w: the force would act at x', beside c.
#pragma once

#include <lamella/core/real.hpp>
#include <lamella/core/vec.hpp>

#include <array>

namespace lamella {

class LinearWeights {
public:
    static constexpr Index kMost = 96;  // particles; there are half as many around a point of a skin

    // A particle at c + offset, or what rests there; others than the first 96 are left out.
    void add(Index particle, const Vec3d& offset, double weight);
    // From the sums to the weights W. False where the particles lie too close to one plane.
    bool fit();

    Index count() const { return count_; }
    Index particle(Index k) const { return particles_[k]; }
    double weight(Index k) const { return weights_[k]; }
    // How its W changes with c, at fixed w: slopes of what is interpolated are sums of these.
    const Vec3d& slope(Index k) const { return offsets_[k]; }

    // (sum of |W_j|)^2: how much stiffer a spring at c is for the particles than one at a particle; 1 to 4 between them
    // and on a flat skin, 9 a spacing beyond it.
    double lever() const;

    // sum of W_j f(j)
    template <class T, class F>
    T sum(const T& zero, F&& f) const {
        T all = zero;
        for (Index k = 0; k < count_; ++k) all += weights_[k] * f(particles_[k]);
        return all;
    }

private:
    Index count_ = 0;
    std::array<Index, kMost> particles_;
    std::array<Vec3d, kMost> offsets_;  // and then the slopes
    std::array<double, kMost> weights_;
};

}  // namespace lamella
