// A standing wave of half a wavelength in a tank: with k = pi / L and depth h its period is
// 2 pi / sqrt(g k tanh(k h)) (linear theory of gravity waves, Lamb 1932, section 228). The height of the wave follows
// from where the liquid is: mean cos(k x) over all particles is a / (2 h) for a surface at h + a cos(k x).
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/sampled_curve.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kLength = 1.0;
constexpr double kDepth = 0.4;
constexpr double kHeight = 0.03;  // a
constexpr double kWaveNumber = std::numbers::pi / kLength;

constexpr const char* kScene = R"({
  "version": 1,
  "description": "water sways in a tank",
  "domain": {"min": [0, 0, 0], "max": [1, 0.6, 0.1]},
  "frames": 1,
  "particle_spacing": 0.0125,
  "fluids": [{"name": "water", "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.4, 0.1]}]}],
  "solver": "flip"
})";

// Every particle is where the wave of linear theory carries it.
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

double wave_height(const ParticleSet& particles) {
    double sum = 0.0;
    for (Index i = 0; i < particles.size(); ++i) sum += std::cos(kWaveNumber * particles.positions()[i].x());
    return 2.0 * kDepth * sum / particles.size();
}

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

void measure_flip_standing_wave(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const double g = 9.81;
    const double exact = 2.0 * std::numbers::pi / std::sqrt(g * kWaveNumber * std::tanh(kWaveNumber * kDepth));
    Plot plot{"The wave", "time (s)", "height (m)", {}};
    std::vector<std::string> transfers{"flip"};
    if (options.full) transfers = {"flip", "ando2011", "pic", "apic"};
    for (const std::string& transfer : transfers) {
        std::vector<std::string> overrides{"solver.transfer=" + transfer};
        if (options.full) overrides.emplace_back("particle_spacing=0.00625");
        FlipSetup setup = flip_case_setup(run, "flip_standing_wave", kScene, overrides);
        raise_wave(setup.particles);
        SoleSolver<FlipSolver> solver(std::move(setup));
        Curve heights{{0.0, wave_height(solver->particles())}};
        for (int k = 1; k <= 120; ++k) {
            const double t = 4.0 * exact / 120 * k;
            advance(run, solver, t);
            heights.emplace_back(t, wave_height(solver->particles()));
        }
        result.measurements.push_back({transfer + ": period over that of linear theory", "1", period(heights) / exact,
                                       1.0, transfer == "flip" ? absolute(0.03) : reported(), "Lamb 1932"});
        double last = 0.0;  // height in the last period
        for (std::size_t k = 90; k < heights.size(); ++k) last = std::max(last, std::abs(heights[k].second));
        result.measurements.push_back({transfer + ": height that is left after four periods", "1", last / kHeight, 1.0,
                                       reported(), "an ideal liquid loses none"});
        plot.series.push_back({transfer, Series::Mark::line, heights});
    }
    result.plots.push_back(plot);
}

}  // namespace lamella
