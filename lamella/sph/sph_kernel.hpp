// The kernels of the SPH solver: one for sums, one for gradients, chosen by a word.
//
//     cubic_spline  Monaghan 1992 for both, so that the pressure force is the exact derivative of the density
//     mueller2003   poly6 for sums and spiky for gradients (Mueller 2003; Keiser 2006, section 4.3.2): its
//                   gradient does not vanish between close particles, which attraction would draw into pairs
//
// Both are one formula with other numbers, W = A (1 - q)_+^3 - B (1/2 - q)_+^3 + C (1 - q^2)_+^3 and
// W' = a (b (1/2 - q)_+^2 - (1 - q)_+^2), so that the loops have no branch.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/pack.hpp>

#include <numbers>
#include <optional>

namespace lamella {

enum class KernelKind { cubic_spline, mueller2003 };
template <>
inline constexpr auto enum_words<KernelKind> = std::array{"cubic_spline", "mueller2003"};

struct KernelChoice {
    KernelKind kind = KernelKind::cubic_spline;
    Real support = 2.0f;  // spacings
};

// What a method asks of the kernel; scenes that name none get it.
struct KernelNeeds {
    std::optional<KernelKind> kind;  // none: any
    Real support = 2.0f;             // spacings, at least
};

class SphKernel {
public:
    SphKernel(KernelKind kind, Real h_)
        : h(h_),
          per_h_(1.0f / h_),
          cubic_(is_spline(kind) ? 16.0f * unit() : 0.0f),
          core_(is_spline(kind) ? -64.0f * unit() : 0.0f),
          poly6_(is_spline(kind) ? 0.0f : 315.0f / 64.0f * unit()),
          slope_(is_spline(kind) ? 48.0f * unit() * per_h_ : 45.0f * unit() * per_h_),
          slope_core_(is_spline(kind) ? 4.0f : 0.0f) {}

    template <class T>
    T operator()(T r) const {
        const T a = larger(multiply_add(r, T(-per_h_), T(1.0f)), T(0.0f));
        const T b = larger(multiply_add(r, T(-per_h_), T(0.5f)), T(0.0f));
        const T q = r * per_h_;
        const T c = larger(1.0f - q * q, T(0.0f));
        return cubic_ * a * a * a + core_ * b * b * b + poly6_ * c * c * c;
    }
    template <class T>
    T slope(T r) const {
        const T a = larger(multiply_add(r, T(-per_h_), T(1.0f)), T(0.0f));
        const T b = larger(multiply_add(r, T(-per_h_), T(0.5f)), T(0.0f));
        return slope_ * multiply_add(slope_core_ * b, b, -(a * a));
    }
    template <class T>
    T slope_over_r(T r) const {
        return slope(r) / larger(r, T(1e-6f * h));
    }

    Real h;

private:
    static bool is_spline(KernelKind kind) { return kind == KernelKind::cubic_spline; }
    Real unit() const { return per_h_ * per_h_ * per_h_ / std::numbers::pi_v<Real>; }

    Real per_h_;
    Real cubic_;       // A
    Real core_;        // -B
    Real poly6_;       // C
    Real slope_;       // a
    Real slope_core_;  // b
};

}  // namespace lamella
