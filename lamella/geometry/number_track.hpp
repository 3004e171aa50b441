// Numbers that are given at some times, and go from key to key on straight lines or on monotone cubics that leave the
// first key and reach the last at rest (motion.hpp says the same of obstacles). Constant before the first and after the
// last key.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/geometry/cubic_curve.hpp>
#include <lamella/geometry/motion.hpp>

#include <algorithm>
#include <vector>

namespace lamella {

template <int N>
struct NumberTrack {
    using Numbers = Eigen::Matrix<double, N, 1>;

    std::vector<double> times;  // ascending, at least one
    std::vector<Numbers> values;
    Interpolation interpolation = Interpolation::cubic;

    Numbers at(double t) const {
        const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
        if (after == 0) return values.front();
        if (after == times.size()) return values.back();
        const std::size_t k = after - 1;
        const double h = times[after] - times[k];
        const double s = (t - times[k]) / h;
        if (interpolation == Interpolation::linear) return (1.0 - s) * values[k] + s * values[after];
        const Numbers u = slopes_at(k), v = slopes_at(after);
        Numbers result;
        for (int c = 0; c < N; ++c) result[c] = HermiteCubic{values[k][c], values[after][c], u[c], v[c], h}.value(s);
        return result;
    }

private:
    Numbers slopes_at(std::size_t k) const {
        if (k == 0 || k + 1 == times.size()) return Numbers::Zero();
        const double h0 = times[k] - times[k - 1], h1 = times[k + 1] - times[k];
        Numbers slopes;
        for (int c = 0; c < N; ++c)
            slopes[c] =
                monotone_slope((values[k][c] - values[k - 1][c]) / h0, h0, (values[k + 1][c] - values[k][c]) / h1, h1);
        return slopes;
    }
};

}  // namespace lamella
