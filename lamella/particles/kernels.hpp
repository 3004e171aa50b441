// Smoothing kernels as values, in three dimensions: W(r) with support h, that is W = 0 for r >= h and a unit
// integral. A kernel takes one distance or a pack of eight. `slope_over_r` is W'(r) / r, so that the
// gradient is slope_over_r(r) * (x_i - x_j); it is finite at r = 0 for every kernel here, because the
// vector it multiplies vanishes there.
//
// poly6, spiky, viscosity: Mueller, Charypar, Gross 2003 as in Keiser 2006, section 4.3.2, with his eq. 4.11
// (term h/(2r)) and eq. 4.12 (the 3-D Laplacian) corrected. Cubic spline: Monaghan 1992 as in Becker and
// Teschner 2007. Wendland C2: Wendland 1995.
#pragma once

#include <lamella/core/pack.hpp>

#include <numbers>

namespace lamella {

inline constexpr Real kPi = std::numbers::pi_v<Real>;

// 315 / (64 pi h^9) (h^2 - r^2)^3
struct Poly6 {
    explicit Poly6(Real h_) : h(h_), per_h(1.0f / h_), scale(315.0f / (64.0f * kPi * h_ * h_ * h_)) {}

    template <class T>
    T operator()(T r) const {
        const T t = larger(T(1.0f) - (r * per_h) * (r * per_h), T(0.0f));
        return scale * t * t * t;
    }
    template <class T>
    T slope_over_r(T r) const {
        const T t = larger(T(1.0f) - (r * per_h) * (r * per_h), T(0.0f));
        return (-6.0f * scale * per_h * per_h) * t * t;
    }
    template <class T>
    T laplacian(T r) const {
        const T q2 = (r * per_h) * (r * per_h);
        const T t = larger(T(1.0f) - q2, T(0.0f));
        return (-6.0f * scale * per_h * per_h) * t * (3.0f * t - 4.0f * q2);
    }

    Real h;
    Real per_h;
    Real scale;
};

// 15 / (pi h^6) (h - r)^3
struct Spiky {
    explicit Spiky(Real h_) : h(h_), per_h(1.0f / h_), scale(15.0f / (kPi * h_ * h_ * h_)) {}

    template <class T>
    T operator()(T r) const {
        const T t = larger(T(1.0f) - r * per_h, T(0.0f));
        return scale * t * t * t;
    }
    template <class T>
    T slope_over_r(T r) const {
        const T t = larger(T(1.0f) - r * per_h, T(0.0f));
        return (-3.0f * scale * per_h) * t * t / larger(r, T(1e-6f * h));
    }
    template <class T>
    T laplacian(T r) const {  // W'' + 2 W'/r
        const T t = larger(T(1.0f) - r * per_h, T(0.0f));
        return (6.0f * scale * per_h * per_h) * t + 2.0f * slope_over_r(r);
    }

    Real h;
    Real per_h;
    Real scale;
};

// 15 / (2 pi h^3) (-q^3/2 + q^2 + 1/(2q) - 1), Laplacian 45 / (pi h^6) (h - r)
struct ViscosityKernel {
    explicit ViscosityKernel(Real h_) : h(h_), per_h(1.0f / h_), scale(15.0f / (2.0f * kPi * h_ * h_ * h_)) {}

    template <class T>
    T operator()(T r) const {
        const T q = larger(r * per_h, T(1e-6f));
        const T w = q * q * (1.0f - 0.5f * q) + 0.5f / q - 1.0f;
        return select(q < T(1.0f), scale * w, T(0.0f));
    }
    template <class T>
    T slope_over_r(T r) const {
        const T q = larger(r * per_h, T(1e-6f));
        const T slope = q * (2.0f - 1.5f * q) - 0.5f / (q * q);
        return select(q < T(1.0f), (scale * per_h * per_h) * slope / q, T(0.0f));
    }
    template <class T>
    T laplacian(T r) const {
        return (6.0f * scale * per_h * per_h) * larger(T(1.0f) - r * per_h, T(0.0f));
    }

    Real h;
    Real per_h;
    Real scale;
};

// 8 / (pi h^3) { 1 - 6 q^2 + 6 q^3 for q < 1/2;  2 (1 - q)^3 for q < 1 }, written as
// 2 (1 - q)_+^3 - 8 (1/2 - q)_+^3, which has no branch.
struct CubicSpline {
    explicit CubicSpline(Real h_) : h(h_), per_h(1.0f / h_), scale(8.0f / (kPi * h_ * h_ * h_)) {}

    template <class T>
    T operator()(T r) const {
        const T a = larger(multiply_add(r, T(-per_h), T(1.0f)), T(0.0f));
        const T b = larger(multiply_add(r, T(-per_h), T(0.5f)), T(0.0f));
        return (2.0f * scale) * multiply_add(a * a, a, -4.0f * b * b * b);
    }
    template <class T>
    T slope(T r) const {
        const T a = larger(multiply_add(r, T(-per_h), T(1.0f)), T(0.0f));
        const T b = larger(multiply_add(r, T(-per_h), T(0.5f)), T(0.0f));
        return (6.0f * scale * per_h) * multiply_add(4.0f * b, b, -(a * a));
    }
    template <class T>
    T slope_over_r(T r) const {
        return slope(r) / larger(r, T(1e-6f * h));
    }
    template <class T>
    T laplacian(T r) const {
        const T a = larger(multiply_add(r, T(-per_h), T(1.0f)), T(0.0f));
        const T b = larger(multiply_add(r, T(-per_h), T(0.5f)), T(0.0f));
        return (12.0f * scale * per_h * per_h) * (a - 4.0f * b) + 2.0f * slope_over_r(r);
    }

    Real h;
    Real per_h;
    Real scale;
};

// 21 / (2 pi h^3) (1 - q)^4 (1 + 4 q)
struct WendlandC2 {
    explicit WendlandC2(Real h_) : h(h_), per_h(1.0f / h_), scale(21.0f / (2.0f * kPi * h_ * h_ * h_)) {}

    template <class T>
    T operator()(T r) const {
        const T q = r * per_h;
        const T a = larger(T(1.0f) - q, T(0.0f));
        return scale * a * a * a * a * (1.0f + 4.0f * q);
    }
    template <class T>
    T slope_over_r(T r) const {
        const T a = larger(T(1.0f) - r * per_h, T(0.0f));
        return (-20.0f * scale * per_h * per_h) * a * a * a;
    }
    template <class T>
    T laplacian(T r) const {
        const T q = r * per_h;
        const T a = larger(T(1.0f) - q, T(0.0f));
        return (60.0f * scale * per_h * per_h) * a * a * (q - a);
    }

    Real h;
    Real per_h;
    Real scale;
};

}  // namespace lamella
