// A disc of two layers that grows in proportion to time and thins without changing its volume. Without splitting its
// particles are too far apart when its area has grown fivefold.
#include <lamella/core/random.hpp>
#include <lamella/matter/sole_solver.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>
#include <lamella/validation/cases.hpp>
#include <lamella/validation/hole_measure.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kHole = 1.5;   // the gap, in spacings, from which on the disc is not whole
constexpr double kGrowth = 21;  // of the area, until the end

// Particles and tracers of a disc about the y axis, at the spacing 1.
ParticleSet disc(Real radius) {
    std::vector<Vec3> points;
    const auto reach = static_cast<Index>(radius) + 1;
    for (Index x = -reach; x <= reach; ++x)
        for (Index z = -reach; z <= reach; ++z)
            for (const Real y : {-0.5f, 0.5f}) {
                const Vec3 p(static_cast<Real>(x) + 0.5f, y, static_cast<Real>(z) + 0.5f);
                if (std::hypot(p.x(), p.z()) < radius) points.push_back(p + 0.1f * random_in_cube(5, 0, points.size()));
            }
    return particles_from_points(points);
}
std::vector<Vec3> disc_tracers(Real radius, Index count) {
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; static_cast<Index>(points.size()) < count; ++k) {
        const Vec3 p = Vec3(radius, 0.5f, radius).cwiseProduct(random_in_cube(6, 0, k));
        if (std::hypot(p.x(), p.z()) < radius) points.push_back(p);
    }
    return points;
}

struct Growth {
    double whole_until = 1.0;  // the area, over that of the start, at the last look without a hole
    double mass_error = 0.0;
    Index particles = 0;  // at the end
    std::vector<std::pair<double, double>> gaps;
};

Growth grow(const Run& run, Real radius, const SheetMethod& sheets, Index tracer_count) {
    PrescribedSetup setup;
    setup.spacing = 1.0f;
    setup.domain.box = {Vec3::Constant(-1000.0f), Vec3::Constant(1000.0f)};
    setup.parameters.flow = ExpandingDiscField{};
    setup.parameters.sheets = sheets;
    setup.parameters.max_step = 0.02;
    setup.particles = disc(radius);
    const std::int64_t mass = std::int64_t{setup.particles.size()} * kWholeMass;
    SoleSolver<PrescribedSolver> solver(setup);
    std::vector<Vec3> tracers = disc_tracers(radius - 1.0f, tracer_count);
    Growth growth;
    bool whole = true;
    for (double area = 1.5; area <= kGrowth; area += 0.5) {
        const double from = solver->time();
        const double to = std::sqrt(area) - 1.0;  // the radius is 1 + t
        for (double left = to - from; left > 0.0;) {
            run.throw_if_stopped();
            left -= solver.step(left);
            if (sheets.index() > 0)
                growth.mass_error =
                    std::max(growth.mass_error, std::abs(static_cast<double>(total_units(solver->particles()) - mass)));
        }
        solver.reach_frame(to);
        carry(setup.parameters.flow, from, to, 0.1, tracers);
        growth.gaps.emplace_back(area, measure_holes(tracers, solver->particles().positions(), 1.0f).largest_gap);
        whole &= growth.gaps.back().second <= kHole;
        if (whole) growth.whole_until = area;
    }
    growth.particles = solver->particles().size();
    return growth;
}

}  // namespace

void measure_expanding_disc(const Run& run, const ValidateOptions& options, CaseResult& result) {
    const Real radius = options.full ? 30.0f : 12.0f;
    const Index tracers = options.full ? 300'000 : 60'000;
    const Growth split = grow(run, radius, SheetParameters{}, tracers);
    const Growth torn = grow(run, radius, NoSheets{}, tracers);
    const char* source = "no gap above 1.5 spacings; a trial program before this one: 38 and 5.1";
    result.measurements = {
        {"split: area until which the disc is whole, over the first", "1", split.whole_until, 20.0, lower_bound(),
         source},
        {"not split: area until which the disc is whole", "1", torn.whole_until, 7.0, upper_bound(), source},
        {"split: largest error of the total mass, in 2^-24 of a particle", "1", split.mass_error, 0.0, absolute(0),
         "masses are whole numbers"},
        {"split: particles at 21 times the area, over the first", "1",
         static_cast<double>(split.particles) / torn.particles, 0.0, reported(), "4.3 in the trial program"}};
    result.plots.push_back({"Largest gap",
                            "area over the first",
                            "spacings",
                            {{"split", Series::Mark::line, split.gaps}, {"not split", Series::Mark::line, torn.gaps}}});
}

}  // namespace lamella
