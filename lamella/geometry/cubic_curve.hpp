// Cubic curves through values at given times, one polynomial an interval, with a continuous first derivative.
#pragma once

#include <algorithm>
#include <cmath>

namespace lamella {

// The cubic on an interval of length h with the values a, b and the slopes u, v at its ends; s runs from 0 to 1.
struct HermiteCubic {
    double a, b, u, v, h;

    double value(double s) const {
        const double q = 1.0 - s;
        return q * q * ((1.0 + 2.0 * s) * a + s * h * u) + s * s * ((1.0 + 2.0 * q) * b - q * h * v);
    }
    double slope(double s) const {
        const double q = 1.0 - s;
        return 6.0 * s * q * (b - a) / h + q * (1.0 - 3.0 * s) * u + s * (1.0 - 3.0 * q) * v;
    }
    // The slope is a parabola in s, c0 + c1 s + c2 s^2: largest at an end or at its vertex.
    double steepest() const {
        const double mean = (b - a) / h;
        const double c1 = 6.0 * mean - 4.0 * u - 2.0 * v, c2 = 3.0 * (u + v) - 6.0 * mean;
        const double ends = std::max(std::abs(u), std::abs(v));
        if (c2 == 0.0) return ends;
        const double vertex = -c1 / (2.0 * c2);
        return vertex > 0.0 && vertex < 1.0 ? std::max(ends, std::abs(slope(vertex))) : ends;
    }
};

// The slope at a key from the mean slopes of the intervals before and after it, of lengths h0 and h1: a weighted
// harmonic mean, and zero at a turning point, so that the curve is monotone between any two keys: it rests where two
// keys are equal and nowhere overshoots (Fritsch and Butland 1984, with the weights of Fritsch's PCHIP code).
inline double monotone_slope(double before, double h0, double after, double h1) {
    if (!(before * after > 0.0)) return 0.0;
    return 3.0 * (h0 + h1) / ((2.0 * h1 + h0) / before + (h1 + 2.0 * h0) / after);
}

}  // namespace lamella
