#include <lamella/validation/cases/standing_wave.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {

const char* const kStandingWaveScene = R"({
  "version": 1,
  "description": "water sways in a tank",
  "domain": {"min": [0, 0, 0], "max": [1, 0.6, 0.1]},
  "frames": 1,
  "particle_spacing": 0.0125,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.4, 0.1]}]}]
})";

namespace {

constexpr double kLength = 1.0;
constexpr double kDepth = 0.4;
constexpr double kHeight = 0.03;  // a
constexpr double kWaveNumber = std::numbers::pi / kLength;

constexpr double kGravity = 9.81;

// From the first to the last passage through zero, in seconds.
double period(const Curve& heights) {
    std::vector<double> zeros;
    for (std::size_t k = 1; k < heights.size(); ++k) {
        const auto& [t0, a0] = heights[k - 1];
        const auto& [t1, a1] = heights[k];
        if ((a0 > 0.0) != (a1 > 0.0)) zeros.push_back(t0 + (t1 - t0) * a0 / (a0 - a1));
    }
    if (zeros.size() < 2) return 0.0;
    return 2.0 * (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
}

}  // namespace

void raise_wave(ParticleSet& particles) {
    Vec3Column& x = particles.positions();
    const double scale = kHeight / std::sinh(kWaveNumber * kDepth);
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3d p = x[i].cast<double>();
        const double kx = kWaveNumber * p.x(), ky = kWaveNumber * p.y();
        const Vec3d shift(-scale * std::cosh(ky) * std::sin(kx), scale * std::sinh(ky) * std::cos(kx), 0.0);
        x.set(i, (p + shift).cast<Real>());
    }
}

double cosine_of_wave(double x) { return std::cos(kWaveNumber * x); }

double height_of_mean_cosine(double mean) { return 2.0 * kDepth * mean; }

void add_wave(const std::string& name, int periods, FunctionRef<double(double t)> height_at, bool judged,
              CaseResult& result, Plot& plot) {
    constexpr int kSamples = 30;  // of a period
    const double exact = 2.0 * std::numbers::pi / std::sqrt(kGravity * kWaveNumber * std::tanh(kWaveNumber * kDepth));
    Curve heights;
    for (int k = 0; k <= kSamples * periods; ++k) {
        const double t = exact / kSamples * k;
        heights.emplace_back(t, height_at(t));
    }
    result.measurements.push_back({name + ": period over that of linear theory", "1", period(heights) / exact, 1.0,
                                   judged ? absolute(0.03) : reported(), "Lamb 1932"});
    double last = 0.0;  // height in the last period
    for (std::size_t k = heights.size() - 1 - kSamples; k < heights.size(); ++k)
        last = std::max(last, std::abs(heights[k].second));
    result.measurements.push_back({fmt::format("{}: height that is left after {} periods", name, periods), "1",
                                   last / kHeight, 1.0, reported(), "an ideal liquid loses none"});
    plot.series.push_back({name, Series::Mark::line, heights});
}

}  // namespace lamella
