#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/dfsph_bender2015.hpp>
#include <lamella/sph/sph_operators.hpp>

#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr Real kSparse = 0.75f;    // density ratio below which divergence is left alone
constexpr Real kWarmShare = 0.9f;  // of the last pressure that the solve for the density starts from

}  // namespace

// Accelerated steps need omega times the largest ratio below 1 where plain ones need it below 2.
DfsphBender2015::DfsphBender2015(const DfsphParameters& parameters, const SphLiquid& liquid, Real expected_speed)
    : parameters_(parameters),
      compliance_(1e-4f / (expected_speed * expected_speed)),
      relaxation_(0.985f / largest_lattice_ratio(liquid)) {}

void DfsphBender2015::update(SphLiquid& liquid) {
    const Real least = 1e-3f * lattice_diagonal(liquid);  // of a particle that is almost alone
    liquid.particles.add<ScalarColumn>("divergence_pressure");
    inverse_diagonal_.resize(liquid.size());
    velocity_.resize(liquid.size());
    pressure_.resize(liquid.size());
    extrapolated_.resize(liquid.size());
    parallel_for("diagonal", liquid.size(), [&](Index i) {
        const Real S = liquid.response.w(i);
        inverse_diagonal_[i] = S > least ? 1.0f / S : 0.0f;
    });
}

Real DfsphBender2015::Problem::left(const SphLiquid& liquid, const QuadArray& velocity, Index i) const {
    return density_weight * (liquid.motion.w(i) - 1.0f) + rate_weight * rate_of_density(liquid, velocity, i);
}

SolveReport DfsphBender2015::make_divergence_free(SphLiquid& liquid, double dt) {
    if (!parameters_.divergence_free || dt <= 0.0) return {};
    const ProfileScope scope("divergence-free");
    const auto step = static_cast<Real>(dt);
    const Problem problem{.warm_start = "divergence_pressure",
                          .warm_share = 1.0f,
                          .step = step,
                          .density_weight = 0.0f,
                          .rate_weight = 1.0f,
                          .compliance = compliance_ / step,
                          .least_density = kSparse,
                          .tolerance = parameters_.divergence_error / step,
                          .min_iterations = 1};
    start(liquid, problem);
    parallel_for("divergence", liquid.size(), [&](Index i) {
        if (pressure_[i] > 0.0f && problem.left(liquid, liquid.motion, i) <= 0.0f)
            pressure_[i] = extrapolated_[i] = 0.0f;
    });
    return iterate(liquid, problem);
}

SolveReport DfsphBender2015::solve(SphLiquid& liquid, double dt) {
    const ProfileScope scope("constant density");
    const auto step = static_cast<Real>(dt);
    const Problem problem{.warm_start = "pressure",
                          .warm_share = kWarmShare,
                          .step = step,
                          .density_weight = 1.0f,
                          .rate_weight = step,
                          .compliance = compliance_,
                          .least_density = 0.0f,
                          .tolerance = parameters_.density_error,
                          .min_iterations = parameters_.min_iterations};
    start(liquid, problem);
    return iterate(liquid, problem);
}

// P of the last step, or a share of it.
void DfsphBender2015::start(const SphLiquid& liquid, const Problem& problem) {
    const auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("warm start", liquid.size(), [&](Index i) {
        const bool pressed = inverse_diagonal_[i] > 0.0f && liquid.motion.w(i) >= problem.least_density;
        pressure_[i] = pressed ? problem.warm_share * p[i] / liquid.rest_density : 0.0f;
        extrapolated_[i] = pressure_[i];
    });
}

SolveReport DfsphBender2015::iterate(SphLiquid& liquid, const Problem& problem) {
    SolveReport report;
    double last_error = std::numeric_limits<double>::infinity();
    Real k = 0.0f;
    do {
        accelerate(liquid, problem.step);
        report.error = correct(liquid, problem, k / (k + 3.0f));
        k = report.error > last_error ? 0.0f : k + 1.0f;
        last_error = report.error;
        ++report.iterations;
        report.converged = report.error <= problem.tolerance;
    } while ((!report.converged || report.iterations < problem.min_iterations) &&
             report.iterations < parameters_.max_iterations);
    finish(liquid, problem);
    return report;
}

void DfsphBender2015::accelerate(SphLiquid& liquid, Real dt) {
    const auto& v = liquid.particles.get<Vec3Column>("v");
    liquid.carry(extrapolated_);
    parallel_for("pressure acceleration", liquid.size(),
                 [&](Index i) { velocity_.set(i, v[i] + dt * pressure_acceleration(liquid, i), 0.0f); });
}

// Returns the mean of what Q leaves: compression, and where P acts also what was removed too much.
double DfsphBender2015::correct(const SphLiquid& liquid, const Problem& problem, Real momentum) {
    const Real relaxation = relaxation_ / (problem.rate_weight * problem.step);
    const double sum = parallel_sum("correct pressure", liquid.size(), [&](Index i) {
        if (liquid.motion.w(i) < problem.least_density) return 0.0f;
        const Real residual = problem.left(liquid, velocity_, i) - problem.compliance * extrapolated_[i];
        const Real P = std::max(extrapolated_[i] + relaxation * inverse_diagonal_[i] * residual, 0.0f);
        extrapolated_[i] = std::max(P + momentum * (P - pressure_[i]), 0.0f);
        pressure_[i] = P;
        return P > 0.0f ? std::abs(residual) : std::max(residual, 0.0f);
    });
    return liquid.size() > 0 ? sum / liquid.size() : 0.0;
}

// The velocities of the Q whose error was measured, and P for the next warm start.
void DfsphBender2015::finish(SphLiquid& liquid, const Problem& problem) const {
    auto& v = liquid.particles.get<Vec3Column>("v");
    auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("apply pressure", liquid.size(), [&](Index i) {
        v.set(i, velocity_.vec(i));
        p[i] = liquid.rest_density * pressure_[i];
    });
}

}  // namespace lamella
