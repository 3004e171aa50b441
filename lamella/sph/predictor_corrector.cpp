#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/predictor_corrector.hpp>
#include <lamella/sph/sph_operators.hpp>

namespace lamella {
namespace {

// The share of the last pressure that a solve starts from. With all of it the weight of a column and the error
// that the tolerance allows swing against each other.
constexpr Real kWarmStart = 0.8f;

}  // namespace

// rho / rho0 where particles and solids are predicted to be.
Real PredictorCorrector::predicted_density(const SphLiquid& liquid, Index i) const {
    const SphKernel W = liquid.kernel;
    const Vec3 x = predicted_.vec(i);
    Real ratio = liquid.volume * sum_over(liquid.lists.of(i, x, predicted_), [&](auto j) { return W(j.distance()); });
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (set.lists.none(i)) continue;
        const QuadArray& places = set.moves ? predicted_solids_ : set.places;
        ratio += sum_over(set.lists.of(i, x, places), [&](auto b) { return b.carried * W(b.distance()); });
    }
    return ratio;
}

SolveReport PredictorCorrector::solve(SphLiquid& liquid, double dt, FunctionRef<Real(Index)> correction) {
    const ProfileScope scope("predict and correct");
    const auto step = static_cast<Real>(dt);
    start(liquid, step);
    const SolveReport report =
        pressure_.iterate({limits_.density_error, limits_.min_iterations, limits_.max_iterations}, [&] {
            predict(liquid, step);
            return correct(liquid, step, correction);
        });
    finish(liquid, step, report.converged);
    return report;
}

void PredictorCorrector::start(const SphLiquid& liquid, Real dt) {
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    pressure_.resize(liquid.size());
    predicted_.resize(liquid.size());
    parallel_for("warm start", liquid.size(), [&](Index i) { pressure_.start(i, kWarmStart * p[i]); });
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (!set.moves) continue;
        predicted_solids_.resize(set.places.size());
        parallel_for("predict solids", set.places.size(), [&](Index b) {
            predicted_solids_.set(b, set.places.vec(b) + dt * set.motion.vec(b), set.places.w(b));
        });
    }
}

void PredictorCorrector::predict(SphLiquid& liquid, Real dt) {
    const auto& x = liquid.positions();
    const auto& v = liquid.particles.get<Vec3Column>("v");
    liquid.carry(pressure_.tried());
    parallel_for("predict", liquid.size(),
                 [&](Index i) { predicted_.set(i, x[i] + dt * (v[i] + dt * pressure_acceleration(liquid, i)), 0.0f); });
}

double PredictorCorrector::correct(const SphLiquid& liquid, Real dt, FunctionRef<Real(Index)> correction) {
    const Real scale = liquid.rest_density / (dt * dt);
    const double sum = parallel_sum("correct pressure", liquid.size(), [&](Index i) {
        return pressure_.correct(i, predicted_density(liquid, i) - 1.0f, scale * correction(i));
    });
    return liquid.size() > 0 ? sum / liquid.size() : 0.0;
}

// v + dt a(p); p of a solve that did not converge is no good start for another.
void PredictorCorrector::finish(SphLiquid& liquid, Real dt, bool converged) {
    auto& v = liquid.particles.get<Vec3Column>("v");
    auto& p = liquid.particles.get<ScalarColumn>("pressure");
    liquid.carry(pressure_.found());
    parallel_for("apply pressure", liquid.size(), [&](Index i) {
        v.set(i, v[i] + dt * pressure_acceleration(liquid, i));
        p[i] = converged ? pressure_.found()[i] : 0.0f;
    });
}

}  // namespace lamella
