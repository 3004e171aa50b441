#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/dfsph_bender2015.hpp>
#include <lamella/sph/sph_operators.hpp>

namespace lamella {
namespace {

constexpr Real kSparse = 0.75f;    // density ratio below which divergence is left alone
constexpr Real kWarmShare = 0.9f;  // of the last pressure that the solve for the density starts from

}  // namespace

DfsphBender2015::DfsphBender2015(const Parameters& parameters, const SphLiquid& liquid)
    : parameters_(parameters),
      compliance_(1e-4f / (liquid.rest_density * liquid.expected_speed * liquid.expected_speed)),
      relaxation_(stable_relaxation(liquid)),
      least_diagonal_(1e-3f * lattice_diagonal(liquid)),
      suction_(parameters.suction, liquid) {}

void DfsphBender2015::update(SphLiquid& liquid) {
    liquid.particles.add<ScalarColumn>("divergence_pressure");
    velocity_.resize(liquid.size());
    pressure_.resize(liquid.size());
}

bool DfsphBender2015::presses(const SphLiquid& liquid, const Problem& problem, Index i) const {
    return liquid.response.w(i) > least_diagonal_ && liquid.motion.w(i) >= problem.least_density;
}

Pull DfsphBender2015::pull(const SphLiquid& liquid, const Problem& problem, Index i, Real last) const {
    if (!problem.pulls) return {};
    return {suction_.least(liquid, i, last, problem.step),
            problem.density_weight * std::max(1.0f - liquid.motion.w(i), 0.0f)};
}

Real DfsphBender2015::Problem::left(const SphLiquid& liquid, const QuadArray& velocity, Index i) const {
    const Real rate = rate_of_density(liquid, velocity, i) - liquid.coupling.give_way(i);
    return density_weight * (liquid.motion.w(i) - 1.0f) + rate_weight * rate;
}

SolveReport DfsphBender2015::make_divergence_free(SphLiquid& liquid, double dt) {
    if (!parameters_.divergence_free || dt <= 0.0) return {};
    const ProfileScope scope("divergence-free");
    const auto step = static_cast<Real>(dt);
    liquid.coupling.expect_no_change();
    const Problem problem{.warm_start = "divergence_pressure",
                          .warm_share = 1.0f,
                          .step = step,
                          .density_weight = 0.0f,
                          .rate_weight = 1.0f,
                          .compliance = compliance_ / step,
                          .least_density = kSparse,
                          .pulls = false,
                          .tolerance = parameters_.divergence_error / step,
                          .min_iterations = 1};
    start(liquid, problem);
    parallel_for("divergence", liquid.size(), [&](Index i) {
        if (pressure_.tried()[i] > 0.0f && problem.left(liquid, liquid.motion, i) <= 0.0f) pressure_.start(i, 0.0f);
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
                          .pulls = true,
                          .tolerance = parameters_.density_error,
                          .min_iterations = parameters_.min_iterations};
    start(liquid, problem);
    return iterate(liquid, problem);
}

// p of the last step, or a share of it.
void DfsphBender2015::start(const SphLiquid& liquid, const Problem& problem) {
    const auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("warm start", liquid.size(), [&](Index i) {
        const bool acts = presses(liquid, problem, i);
        pressure_.start(i, acts ? std::max(problem.warm_share * p[i], pull(liquid, problem, i, p[i]).least) : 0.0f);
    });
}

SolveReport DfsphBender2015::iterate(SphLiquid& liquid, const Problem& problem) {
    const SolveReport report =
        pressure_.iterate({problem.tolerance, problem.min_iterations, parameters_.max_iterations}, [&] {
            accelerate(liquid, problem.step);
            return correct(liquid, problem);
        });
    finish(liquid, problem);
    return report;
}

void DfsphBender2015::accelerate(SphLiquid& liquid, Real dt) {
    const auto& v = liquid.particles.get<Vec3Column>("v");
    liquid.carry(pressure_.tried());
    parallel_for("pressure acceleration", liquid.size(),
                 [&](Index i) { velocity_.set(i, v[i] + dt * pressure_acceleration(liquid, i), 0.0f); });
    liquid.coupling.answer(pressure_.tried(), dt);
}

double DfsphBender2015::correct(const SphLiquid& liquid, const Problem& problem) {
    const auto& last = liquid.particles.get<ScalarColumn>(problem.warm_start);
    const Real relaxation = liquid.rest_density * relaxation_ / (problem.rate_weight * problem.step);
    const Real bodies = problem.rate_weight * problem.step;
    const double sum = parallel_sum("correct pressure", liquid.size(), [&](Index i) {
        if (!presses(liquid, problem, i)) return 0.0f;
        const Real residual = problem.left(liquid, velocity_, i) - problem.compliance * pressure_.tried()[i];
        const Real step =
            1.0f / (liquid.response.w(i) / relaxation + bodies * liquid.coupling.diagonal(i) + problem.compliance);
        return pressure_.correct(i, residual, step, pull(liquid, problem, i, last[i]));
    });
    return liquid.size() > 0 ? sum / liquid.size() : 0.0;
}

// The velocities of the q whose error was measured, and p for the next warm start.
void DfsphBender2015::finish(SphLiquid& liquid, const Problem& problem) const {
    auto& v = liquid.particles.get<Vec3Column>("v");
    auto& p = liquid.particles.get<ScalarColumn>(problem.warm_start);
    parallel_for("apply pressure", liquid.size(), [&](Index i) {
        v.set(i, velocity_.vec(i));
        p[i] = pressure_.found()[i];
    });
}

}  // namespace lamella
