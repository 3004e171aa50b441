// The shipped scene ando2011/tower (Ando, Tsuruno 2011, figure 8): a drop bursts on a tower, and its sheet flies off as
// a bell. Seen from the middle of the tower's top each direction meets the bell once: a direction is covered if a
// particle is within one spacing of its ray.
#include <lamella/particles/mass_units.hpp>
#include <lamella/validation/case_solver.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

const Vec3 kTop(0.5f, 0.4f, 0.5f);
constexpr Real kOutside = 0.14f;  // of the tower's corners, and a little more
constexpr Index kRings = 90;      // of the directions from straight up to straight down
constexpr Index kAround = 180;    // directions in a ring

// Which directions are covered: ring by ring.
std::vector<std::uint8_t> covered_directions(const ParticleSet& particles, Real spacing) {
    std::vector<std::uint8_t> covered(static_cast<std::size_t>(kRings * kAround));
    constexpr double kRingWidth = std::numbers::pi / kRings, kStep = 2.0 * std::numbers::pi / kAround;
    const Vec3Column& x = particles.positions();
    for (Index i = 0; i < x.size(); ++i) {
        const Vec3d p = (x[i] - kTop).cast<double>();
        if (std::hypot(p.x(), p.z()) < kOutside) continue;
        const double angle = std::asin(std::min(1.0, spacing / p.norm()));
        const double from_up = std::acos(p.y() / p.norm()), around = std::atan2(p.z(), p.x());
        const auto low = static_cast<Index>(std::ceil((from_up - angle) / kRingWidth - 0.5));
        for (Index ring = std::max(low, 0); ring < kRings; ++ring) {
            const double off = (ring + 0.5) * kRingWidth - from_up;
            if (off > angle) break;
            const double half = std::sqrt(angle * angle - off * off) / std::sin((ring + 0.5) * kRingWidth);
            const auto first = static_cast<Index>(std::ceil((around - half) / kStep));
            for (Index k = first; k * kStep <= around + half; ++k)
                covered[static_cast<std::size_t>(ring * kAround + (k % kAround + kAround) % kAround)] = 1;
        }
    }
    return covered;
}

// The part of the sheet that is holes, in %. In each half plane through the axis the sheet reaches from the first
// direction that is covered to the last.
double hole_area(const ParticleSet& particles, Real spacing) {
    const std::vector<std::uint8_t> covered = covered_directions(particles, spacing);
    double holes = 0.0, sheet = 0.0;
    for (Index k = 0; k < kAround; ++k) {
        double since_last = 0.0;
        bool begun = false;
        for (Index ring = 0; ring < kRings; ++ring) {
            const double area = std::sin((ring + 0.5) * std::numbers::pi / kRings);
            const bool here = covered[static_cast<std::size_t>(ring * kAround + k)] != 0;
            begun |= here;
            if (!begun) continue;
            since_last += area;
            if (!here) continue;
            holes += since_last - area;
            sheet += since_last;
            since_last = 0.0;
        }
    }
    return sheet > 0.0 ? 100.0 * holes / sheet : 0.0;
}

SoleSolver<FlipSolver> tower(const Run& run, Real spacing, const char* sheets) {
    const std::vector<std::string> overrides{fmt::format("solver.sheets={}", sheets),
                                             fmt::format("particle_spacing={}", spacing)};
    return SoleSolver<FlipSolver>(flip_shipped_setup(run, "ando2011/tower", overrides));
}

}  // namespace

void measure_drop_on_tower(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real spacing = options.full ? 0.01f : 0.0125f;
    SoleSolver<FlipSolver> split = tower(run, spacing, "ando2011"), torn = tower(run, spacing, "none");
    const std::int64_t mass = total_units(split->particles());
    std::vector<std::pair<double, double>> split_holes, torn_holes;
    std::int64_t mass_error = 0;
    for (int k = 3; k <= 9; ++k) {
        const double t = 0.025 * k;
        advance(run, split, t);
        advance(run, torn, t);
        split_holes.emplace_back(t, hole_area(split->particles(), spacing));
        torn_holes.emplace_back(t, hole_area(torn->particles(), spacing));
        mass_error = std::max(mass_error, std::abs(total_units(split->particles()) - mass));
    }
    const double split_area = split_holes.back().second, torn_area = torn_holes.back().second;
    const char* source = "Ando and Tsuruno 2011, figure 8, shows a whole sheet and a torn one";
    result.measurements = {
        {"split: holes before the sheet reaches the walls", "% of its area", split_area, 1.0, upper_bound(), source},
        {"not split: holes at the same time", "% of its area", torn_area, 2.0, lower_bound(), source},
        {"split: error of the total mass, in 2^-24 of a particle", "1", static_cast<double>(mass_error), 0.0,
         absolute(0), "masses are whole numbers"}};
    result.plots.push_back(
        {"Holes of the bell",
         "t, s",
         "% of its area",
         {{"split", Series::Mark::line, split_holes}, {"not split", Series::Mark::line, torn_holes}}});
}

}  // namespace lamella
