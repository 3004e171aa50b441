#include <lamella/solid/fracture/hoop_scan.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace lamella {
namespace {

constexpr int kSide = 7;                                   // directions to each side
constexpr double kStep = 10.0 * std::numbers::pi / 180.0;  // between directions
constexpr int kFit = 3;                                    // steps to each side that the parabola is fitted to
constexpr double kAhead = 2.0, kMean = 1.6;                // spacings

using Scan = std::array<std::optional<double>, 2 * kSide + 1>;

// The vertex of the parabola a + b x + c x^2 of least squares about the largest value.
ScannedStress peak(const Scan& scan, int largest) {
    double n = 0, x1 = 0, x2 = 0, x3 = 0, x4 = 0, y0 = 0, y1 = 0, y2 = 0;
    for (int k = std::max(largest - kFit, 0); k <= std::min(largest + kFit, 2 * kSide); ++k) {
        if (!scan[k]) continue;
        const double x = k - largest, y = *scan[k];
        n += 1, x1 += x, x2 += x * x, x3 += x * x * x, x4 += x * x * x * x;
        y0 += y, y1 += x * y, y2 += x * x * y;
    }
    const ScannedStress plain{(largest - kSide) * kStep, *scan[largest]};
    const auto det = [](double a, double b, double c, double d, double e, double f, double g, double h, double i) {
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    };
    const double whole = det(n, x1, x2, x1, x2, x3, x2, x3, x4);
    if (n < 4.0 || std::abs(whole) < 1e-9) return plain;
    const double a = det(y0, x1, x2, y1, x2, x3, y2, x3, x4) / whole;
    const double b = det(n, y0, x2, x1, y1, x3, x2, y2, x4) / whole;
    const double c = det(n, x1, y0, x1, x2, y1, x2, x3, y2) / whole;
    if (c >= 0.0) return plain;
    const double at = std::clamp(-b / (2.0 * c), -1.0 * kFit, 1.0 * kFit);
    const double angle = std::clamp((largest - kSide + at) * kStep, -kSide * kStep, kSide * kStep);
    return {angle, a + b * at + c * at * at};
}

}  // namespace

ScannedStress scan_hoop_stress(const StressField& field, const Vec3d& at, const Vec3d& forward, const Vec3d& up,
                               double spacing) {
    Scan scan;
    int largest = -1;
    for (int k = 0; k <= 2 * kSide; ++k) {
        const double angle = (k - kSide) * kStep, c = std::cos(angle), s = std::sin(angle);
        const auto mean = field.mean(at + kAhead * spacing * (c * forward + s * up), kMean * spacing);
        if (mean.found <= 0.0) continue;
        const Vec3d hoop = c * up - s * forward;
        scan[k] = hoop.dot(mean.stress * hoop);
        if (largest < 0 || *scan[k] > *scan[largest]) largest = k;
    }
    return largest < 0 ? ScannedStress() : peak(scan, largest);
}

}  // namespace lamella
