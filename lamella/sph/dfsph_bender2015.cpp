#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/dfsph_bender2015.hpp>
#include <lamella/sph/sph_operators.hpp>

#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr Real kSparse = 0.75f;  // density ratio below which divergence is left alone
constexpr const char* kConstantDensity = "pressure";
constexpr const char* kDivergenceFree = "divergence_pressure";

}  // namespace

// Accelerated steps need omega times the largest ratio below 1 where plain ones need it below 2.
DfsphBender2015::DfsphBender2015(const DfsphParameters& parameters, const SphLiquid& liquid, Real expected_speed)
    : parameters_(parameters),
      compliance_(1e-4f / (expected_speed * expected_speed)),
      relaxation_(0.985f / largest_lattice_ratio(liquid)) {}

void DfsphBender2015::update(SphLiquid& liquid) {
    const Real least = 1e-3f * lattice_diagonal(liquid);  // of a particle that is almost alone
    liquid.particles.add<ScalarColumn>(kDivergenceFree);
    inverse_diagonal_.resize(liquid.size());
    source_.resize(liquid.size());
    acceleration_.resize(liquid.size());
    pressure_.resize(liquid.size());
    extrapolated_.resize(liquid.size());
    parallel_for("diagonal", liquid.size(), [&](Index i) {
        const Real S = liquid.response.w(i);
        inverse_diagonal_[i] = S > least ? 1.0f / S : 0.0f;
    });
}

SolveReport DfsphBender2015::make_divergence_free(SphLiquid& liquid, double dt) {
    if (!parameters_.divergence_free || dt <= 0.0) return {};
    const ProfileScope scope("divergence-free");
    liquid.refresh_motion();
    parallel_for("divergence", liquid.size(), [&](Index i) {
        const bool sparse = liquid.motion.w(i) < kSparse;
        source_[i] = sparse ? 0.0f : rate_of_density(liquid, liquid.motion, i);
    });
    const auto step = static_cast<Real>(dt);
    const Problem problem{kDivergenceFree, step, compliance_ / step, parameters_.divergence_error / step, 1};
    const SolveReport report = iterate(liquid, problem);
    finish(liquid, problem, step);
    return report;
}

SolveReport DfsphBender2015::solve(SphLiquid& liquid, double dt) {
    const ProfileScope scope("constant density");
    const auto step = static_cast<Real>(dt);
    liquid.refresh_motion();
    parallel_for("predicted density", liquid.size(), [&](Index i) {
        source_[i] = liquid.motion.w(i) - 1.0f + step * rate_of_density(liquid, liquid.motion, i);
    });
    const Problem problem{kConstantDensity, step * step, compliance_, parameters_.density_error,
                          parameters_.min_iterations};
    const SolveReport report = iterate(liquid, problem);
    finish(liquid, problem, step);
    return report;
}

SolveReport DfsphBender2015::iterate(SphLiquid& liquid, const Problem& problem) {
    start(liquid, problem);
    SolveReport report;
    double last_error = std::numeric_limits<double>::infinity();
    Real k = 0.0f;
    do {
        accelerate(liquid);
        report.error = correct(liquid, problem, k / (k + 3.0f));
        k = report.error > last_error ? 0.0f : k + 1.0f;
        last_error = report.error;
        ++report.iterations;
        report.converged = report.error <= problem.tolerance;
    } while ((!report.converged || report.iterations < problem.min_iterations) &&
             report.iterations < parameters_.max_iterations);
    return report;
}

// P of the last step where there is something to solve.
void DfsphBender2015::start(const SphLiquid& liquid, const Problem& problem) {
    const auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("warm start", liquid.size(), [&](Index i) {
        pressure_[i] = source_[i] > 0.0f ? p[i] / liquid.rest_density : 0.0f;
        extrapolated_[i] = pressure_[i];
    });
}

void DfsphBender2015::accelerate(SphLiquid& liquid) {
    liquid.carry(extrapolated_);
    parallel_for("pressure acceleration", liquid.size(),
                 [&](Index i) { acceleration_.set(i, pressure_acceleration(liquid, i), 0.0f); });
}

// Returns the mean of what Q leaves: compression, and where P acts also what was removed too much.
double DfsphBender2015::correct(const SphLiquid& liquid, const Problem& problem, Real momentum) {
    const Real relaxation = relaxation_ / problem.time_scale;
    const double sum = parallel_sum("correct pressure", liquid.size(), [&](Index i) {
        const Real residual = source_[i] + problem.time_scale * rate_of_density_rate(liquid, acceleration_, i) -
                              problem.compliance * extrapolated_[i];
        const Real P = std::max(extrapolated_[i] + relaxation * inverse_diagonal_[i] * residual, 0.0f);
        extrapolated_[i] = std::max(P + momentum * (P - pressure_[i]), 0.0f);
        pressure_[i] = P;
        return P > 0.0f ? std::abs(residual) : std::max(residual, 0.0f);
    });
    return liquid.size() > 0 ? sum / liquid.size() : 0.0;
}

// v + dt a(Q), with the Q whose error was measured, and P for the next warm start.
void DfsphBender2015::finish(SphLiquid& liquid, const Problem& problem, Real dt) const {
    auto& v = liquid.particles.get<Vec3Column>("v");
    auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("apply pressure", liquid.size(), [&](Index i) {
        v.set(i, v[i] + dt * acceleration_.vec(i));
        p[i] = liquid.rest_density * pressure_[i];
    });
}

}  // namespace lamella
