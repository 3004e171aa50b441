#include <lamella/particles/kernels.hpp>
#include <lamella/surface/parts/thin_parts.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

double spline(double q) { return q < 0.5 ? 1.0 - 6.0 * q * q + 6.0 * q * q * q : 2.0 * std::pow(1.0 - q, 3); }

// phi on the face of a sheet of thickness 1 with axes kappa across it: m(1 / (2 kappa)) / kappa. The integral
// of 16 u P(u) has the antiderivative 8 u^2 - 24 u^4 + 19.2 u^5 below 1/2.
double sheet_face(double kappa) {
    const double q = 1.0 / (2.0 * kappa);
    if (q >= 1.0) return 0.0;
    const auto outer = [](double u) {  // 32 int u (1 - u)^3 from 1 down to u, as a polynomial in t = 1 - u
        const double t = 1.0 - u;
        return 32.0 * (t * t * t * t / 4.0 - std::pow(t, 5) / 5.0);
    };
    const auto inner = [](double u) { return 8.0 * u * u - 24.0 * std::pow(u, 4) + 19.2 * std::pow(u, 5); };
    const double m = q >= 0.5 ? outer(q) : outer(0.5) + inner(0.5) - inner(q);
    return m / kappa;
}

// phi on the face of a filament of radius 1 with axes kappa across it: the spline summed along the filament,
// normalised by the same across it.
double filament_face(double kappa) {
    constexpr int kSteps = 200;
    const double q = 1.0 / kappa;
    double along = 0.0;  // 2 int_0^1 P(sqrt(q^2 + t^2)) dt, midpoints
    for (int k = 0; k < kSteps; ++k) {
        const double r = std::hypot(q, (k + 0.5) / kSteps);
        if (r < 1.0) along += 2.0 * spline(r) / kSteps;
    }
    return 8.0 * along / (kappa * kappa);
}

// The smallest kappa at which the face has the level, or else the one where it comes closest to it.
template <class Face>
Real factor_for(double iso, Face&& face, double low, double high) {
    constexpr int kSteps = 4000;
    double best = low;
    double closest = -1.0;
    for (int k = 0; k <= kSteps; ++k) {
        const double kappa = low + (high - low) * k / kSteps;
        const double value = face(kappa);
        if (value >= iso) return static_cast<Real>(kappa);
        if (value > closest) {
            closest = value;
            best = kappa;
        }
    }
    return static_cast<Real>(best);
}

double smoothstep(double low, double high, double x) {
    const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

}  // namespace

ThinPartFactors thin_part_factors(Real iso) {
    return {factor_for(iso, sheet_face, 0.5, 3.0), factor_for(iso, filament_face, 1.0, 4.0)};
}

// For a sheet that ends anywhere within R the share that is there is 1 - b / (0.708 R), within 0.02. The first
// 0.02 R are the noise of particles that are not in a lattice.
Real whole_weight(Real weight, Real shift) {
    constexpr Real kNoise = 0.02f;
    return weight / (1.0f - std::clamp((shift - kNoise) / (0.708f - 2.0f * kNoise), 0.0f, 0.5f));
}

Real sheet_thickness(Real weight, Real radius) { return weight / (0.6f * kPi * radius * radius); }

Real filament_radius(Real weight, Real radius) { return std::sqrt(weight / (1.5f * kPi * radius)); }

Vec3d kernel_axes(const Vec3d& eigenvalues, Real weight, const AxisRule& rule) {
    const Vec3d roots = rule.support * eigenvalues.cwiseMax(0.0).cwiseSqrt();
    const double sheet = smoothstep(0.25, 0.5, eigenvalues[0] > 0.0 ? eigenvalues[1] / eigenvalues[0] : 0.0);
    const double floor = sheet * rule.thin.sheet * sheet_thickness(weight, rule.radius) +
                         (1.0 - sheet) * rule.thin.filament * filament_radius(weight, rule.radius);
    const double cap = roots[0] * (0.5 * sheet + 0.75 * (1.0 - sheet));  // ratios of 2 and 4/3 at most
    const double least = std::max<double>(rule.smallest, std::min(floor, cap));
    Vec3d axes = roots;
    for (const int k : {1, 2}) axes[k] = std::min(axes[0], std::max(axes[k], least));
    return axes;
}

}  // namespace lamella
