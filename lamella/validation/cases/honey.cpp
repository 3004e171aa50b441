// A thread of honey, 5 mm in radius, falls 10 cm onto a plate and coils. The frequency of coiling has regimes (Ribe
// 2004: Coiling of viscous jets; Maleki et al. 2004), each a balance of the viscous force that bends the thread with
// another one, where a1 is the radius of the thread above the coil, H its height and nu = mu / rho:
//
//     Omega_V = Q / (H a1^2)                    nothing else
//     Omega_G = (g Q^3 / (nu a1^8))^(1/4)       its weight
//     Omega_I = (Q^4 / (nu a1^10))^(1/3)        its inertia
//
// The fastest of them takes over. A sheet out of a slot folds instead.
#include <lamella/core/error.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/fragments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace lamella {
namespace {

constexpr double kRadius = 0.005, kMouth = 0.1, kDensity = 1400.0, kSpacing = 0.00125;
constexpr double kEvery = 0.005;  // s between two samples
constexpr double kSlab = 0.002;   // m
constexpr double kAbove = 0.008;  // m above the heap, where the thread is watched

constexpr const char* kScene = R"({{
  "version": 1,
  "domain": {{"min": [-0.06, 0, -0.06], "max": [0.06, 0.12, 0.06], "open": ["x-", "x+", "y+", "z-", "z+"]}},
  "frames": 1,
  "particle_spacing": {},
  "fluids": [{{"name": "honey", "density": {}, "viscosity": {}, "emitters": [{}]}}],
  "solver": {}
}})";
template <class S>
constexpr const char* kSolver = R"("flip")";
template <>
constexpr const char* kSolver<SphSolver> = R"({"type": "sph", "viscosity": "weiler2018"})";

// What the thread was at one moment.
struct Moment {
    double time = 0.0;
    std::complex<double> centre;  // of the thread above the heap, from the axis
    double heap = 0.0;            // m
    double area = 0.0;            // of the lower half of the thread
};

struct Watched {
    std::vector<Moment> moments;
    double pieces = 0.0;  // at most

    double mean(double Moment::*what) const {
        double sum = 0.0;
        for (const Moment& m : moments) sum += m.*what;
        return sum / static_cast<double>(moments.size());
    }
    double sway() const;                     // rms distance of the thread from its mean, m
    double frequency(bool both_ways) const;  // of the largest share of x + i z, Hz; of x alone
};

std::complex<double> mean_centre(const std::vector<Moment>& moments) {
    std::complex<double> sum;
    for (const Moment& m : moments) sum += m.centre;
    return sum / static_cast<double>(moments.size());
}

double Watched::sway() const {
    const std::complex<double> mean = mean_centre(moments);
    double sum = 0.0;
    for (const Moment& m : moments) sum += std::norm(m.centre - mean);
    return std::sqrt(sum / static_cast<double>(moments.size()));
}

// With the window of von Hann, so that the ends do not matter.
double Watched::frequency(bool both_ways) const {
    const std::complex<double> mean = mean_centre(moments);
    const double first = moments.front().time, length = moments.back().time - first;
    double best = 0.0, largest = 0.0;
    for (double f = both_ways ? -30.0 : 0.5; f <= 30.0; f += 0.05) {
        std::complex<double> sum;
        for (const Moment& m : moments) {
            const double window = 1.0 - std::cos(2.0 * std::numbers::pi * (m.time - first) / length);
            const std::complex<double> away = both_ways ? m.centre - mean : (m.centre - mean).real();
            sum += window * away * std::polar(1.0, -2.0 * std::numbers::pi * f * m.time);
        }
        if (std::abs(sum) <= largest) continue;
        largest = std::abs(sum);
        best = std::abs(f);
    }
    return best;
}

// Particles by their height.
struct Slices {
    explicit Slices(const ParticleSet& honey) {
        for (Index i = 0; i < honey.size(); ++i) {
            const Vec3 x = honey.positions()[i];
            const auto k =
                static_cast<std::size_t>(std::clamp(x.y() / kSlab, 0.0, static_cast<double>(count.size()) - 1));
            count[k] += 1.0;
            centre[k] += std::complex<double>(x.x() - 0.06, x.z() - 0.06);
        }
    }
    double area(std::size_t k) const { return count[k] * std::pow(kSpacing, 3) / kSlab; }

    std::array<double, 50> count{};  // up to the mouth
    std::array<std::complex<double>, 50> centre{};
};

// The heap ends at the highest slice that is much wider than the mouth.
Moment look(const ParticleSet& honey, double time, double mouth_area) {
    const Slices slices(honey);
    std::size_t top = 0;
    for (std::size_t k = 0; k < slices.count.size(); ++k)
        if (slices.area(k) > 1.7 * mouth_area) top = k;
    const std::size_t at = top + static_cast<std::size_t>(kAbove / kSlab);
    Moment moment{time, {}, kSlab * static_cast<double>(top), 0.0};
    if (at + 2 >= slices.count.size() || slices.count[at] < 5.0) return {};
    moment.centre = slices.centre[at] / slices.count[at];
    const std::size_t middle = (at + slices.count.size()) / 2;
    for (std::size_t k = at; k < middle; ++k) moment.area += slices.area(k) / static_cast<double>(middle - at);
    return moment;
}

template <class S>
Watched watch(const Run& run, double viscosity, const std::string& emitter, double mouth_area, double from,
              double until) {
    SoleSolver<S> solver(case_setup_of<S>(
        run, "honey", fmt::format(fmt::runtime(kScene), kSpacing, kDensity, viscosity, emitter, kSolver<S>)));
    Watched watched;
    for (double t = from; t < until + 1e-9; t += kEvery) {
        advance(run, solver, t);
        const Moment moment = look(solver->particles(), t, mouth_area);
        if (moment.time > 0.0) watched.moments.push_back(moment);
        const Fragments pieces(solver->particles(), static_cast<Real>(1.5 * kSpacing));
        watched.pieces = std::max(watched.pieces, pieces.beside_specks());
    }
    if (watched.moments.size() < 20) throw RunError("the honey does not reach the plate");
    return watched;
}

struct Coil {
    double rate = 0.0;       // Q, m^3/s
    double frequency = 0.0;  // Omega, 1/s
    double radius = 0.0;     // a1, m
};

// The three frequencies of theory, with the height above the heap.
std::array<double, 3> regimes(const Coil& coil, double viscosity, double height) {
    const double nu = viscosity / kDensity;
    return {coil.rate / (height * coil.radius * coil.radius),
            std::pow(9.81 * std::pow(coil.rate, 3) / (nu * std::pow(coil.radius, 8)), 0.25),
            std::cbrt(std::pow(coil.rate, 4) / (nu * std::pow(coil.radius, 10)))};
}

template <class S>
Coil measure_thread(const Run& run, double viscosity, double speed, double from, double until, CaseResult& result) {
    const double area = std::numbers::pi * kRadius * kRadius;
    const std::string emitter =
        fmt::format(R"({{"type": "disc", "centre": [0, {}, 0], "radius": {}, "speed": {}}})", kMouth, kRadius, speed);
    const Watched watched = watch<S>(run, viscosity, emitter, area, from, until);
    const Coil coil{area * speed, 2.0 * std::numbers::pi * watched.frequency(true),
                    std::sqrt(watched.mean(&Moment::area) / std::numbers::pi)};
    const auto theory = regimes(coil, viscosity, kMouth - watched.mean(&Moment::heap));
    const std::string name = fmt::format("{} Pa s, {} m/s: ", viscosity, speed);
    const bool thick = viscosity > 50.0, coils = thick || speed < 0.22;  // what is thin and fast hardly does
    const char* source = "Ribe 2004: of order one in the regime of the largest frequency";
    auto& out = result.measurements;
    out.push_back({name + "pieces of ten particles or more", "1", watched.pieces, 1.0, upper_bound(),
                   "the thread tears neither at the mouth nor on its way"});
    out.push_back({name + "rms sway of the thread above the heap over its radius", "1", watched.sway() / coil.radius,
                   thick ? 0.5 : 0.1, coils ? lower_bound() : reported(), "it coils or folds"});
    out.push_back({name + "radius a1 of the thread above the coil", "mm", 1e3 * coil.radius, 1e3 * kRadius, reported(),
                   "the reference is the mouth"});
    out.push_back({name + "Omega over Omega_V", "1", coil.frequency / theory[0], 1.0, reported(), source});
    out.push_back({name + "Omega over Omega_G", "1", coil.frequency / theory[1], 1.0, reported(), source});
    out.push_back({name + "Omega over Omega_I", "1", coil.frequency / theory[2], 1.0, reported(), source});
    return coil;
}

// The slope of log y over log x.
double exponent(const std::vector<Coil>& coils, double radius_power) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (const Coil& coil : coils) {
        const double x = std::log(coil.rate), y = std::log(coil.frequency * std::pow(coil.radius, radius_power));
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

struct FlowRates {
    double viscosity;
    std::array<double, 3> speeds;  // at the mouth, m/s
    double from, until;            // s
};

template <class S>
void measure_flow_rates(const Run& run, const FlowRates& rates, CaseResult& result) {
    std::vector<Coil> coils;
    for (const double speed : rates.speeds)
        coils.push_back(measure_thread<S>(run, rates.viscosity, speed, rates.from, rates.until, result));
    const std::string name = fmt::format("{} Pa s: exponent of Q in Omega ", rates.viscosity);
    result.measurements.push_back({name + "a1^2", "1", exponent(coils, 2.0), 0.75, reported(),
                                   "0.75 where weight bends the thread (Ribe 2004), 1 in the viscous regime"});
    result.measurements.push_back({name + "a1^(10/3)", "1", exponent(coils, 10.0 / 3.0), 4.0 / 3.0, reported(),
                                   "4/3 where inertia bends the thread (Ribe 2004)"});
}

// Out of a slot of 40 by 8 mm.
template <class S>
void measure_folds(const Run& run, CaseResult& result) {
    const std::string slot =
        R"({"type": "volume", "shape": {"type": "box", "min": [-0.004, 0.09, -0.02], "max": [0.004, 0.1, 0.02]},
            "velocity": [0, -0.2, 0]})";
    const Watched watched = watch<S>(run, 100.0, slot, 0.008 * 0.04, 0.6, 1.6);
    auto& out = result.measurements;
    out.push_back(
        {"sheet: pieces of ten particles or more", "1", watched.pieces, 1.0, upper_bound(), "it does not tear"});
    out.push_back({"sheet: rms sway above the heap over its thickness", "1", watched.sway() / 0.008, 0.25,
                   lower_bound(), "it folds"});
    out.push_back({"sheet: frequency of folding", "Hz", watched.frequency(false), 0.0, reported(), "as measured"});
}

template <class S>
void measure_threads(const Run& run, const ValidateOptions& options, CaseResult& result) {
    if (!options.full) {
        measure_thread<S>(run, 100.0, 0.2, 0.5, 0.9, result);
        return;
    }
    measure_flow_rates<S>(run, {100.0, {0.15, 0.2, 0.3}, 0.7, 2.5}, result);
    measure_flow_rates<S>(run, {10.0, {0.2, 0.25, 0.3}, 0.5, 1.2}, result);
    measure_folds<S>(run, result);
}

}  // namespace

void measure_honey(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_threads<FlipSolver>(run, options, result);
}

void measure_sph_honey(const Run& run, const ValidateOptions& options, CaseResult& result) {
    measure_threads<SphSolver>(run, options, result);
}

}  // namespace lamella
