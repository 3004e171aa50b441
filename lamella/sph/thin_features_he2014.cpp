#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/core/symmetric_sums.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/sph_operators.hpp>
#include <lamella/sph/thin_features_he2014.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kSmallScale = 2.0f;     // r of `corrected`, in spacings
constexpr Real kLargestExcess = 5.0f;  // of s

// The sum of W over a square sheet of the given spacing, at one of its particles.
Real sheet_sum(const Poly6& W, Real spacing) {
    const int n = static_cast<int>(std::ceil(W.h / spacing));
    double sum = 0.0;
    for (int a = -n; a <= n; ++a)
        for (int b = -n; b <= n; ++b) sum += W(spacing * std::sqrt(static_cast<Real>(a * a + b * b)));
    return static_cast<Real>(sum);
}

// C / |C|_2 and the least eigenvalue of that; the unit matrix for a particle that is alone.
struct Shape {
    Mat3 matrix = Mat3::Identity();
    Real least = 1.0f;
};
Shape normalised(const Mat3& C) {
    const Vec3 eigenvalues = symmetric_eigenvalues(C);
    if (eigenvalues.x() <= 0.0f) return {};
    return {C / eigenvalues.x(), std::max(eigenvalues.z() / eigenvalues.x(), 0.0f)};
}

// C, solids as liquid
Mat3 covariance(const SphLiquid& liquid, Index i) {
    const Poly6 W(liquid.support);
    Mat3 C = symmetric_matrix(
        sum_over(liquid.lists.of(i), [&](auto j) { return outer_product(W(j.distance()), j.difference); }));
    for (const BoundarySet& set : liquid.boundary.sets()) {
        if (set.lists.none(i)) continue;
        C += symmetric_matrix(sum_over(set.lists.of(i), [&](auto b) {
            return outer_product(b.carried / liquid.volume * W(b.distance()), b.difference);
        }));
    }
    return C;
}

Real fourth_power(Real a) { return a * a * a * a; }

}  // namespace

void FilteredPressure::resize(Index n) {
    diagonal_.resize(n);
    beside_.resize(n);
}

void FilteredPressure::store(Index i, Real q, const Mat3& C) {
    const Mat3 m = q * C;
    diagonal_.set(i, {m(0, 0), m(1, 1), m(2, 2)}, 0.0f);
    beside_.set(i, {m(0, 1), m(0, 2), m(1, 2)}, 0.0f);
}

void FilteredPressure::add(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const SphKernel W = liquid.kernel;
    parallel_for("thin pressure", liquid.size(), [&](Index i) {  // eq. 13; solids mirror the pressure
        const Mat3 own = symmetric_matrix({diagonal_.vec(i), beside_.vec(i)});
        const Vec3Pack d_i = broadcast(diagonal_.vec(i));
        const Vec3Pack b_i = broadcast(beside_.vec(i));
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) {
            const Vec3Pack d = d_i + diagonal_[j].xyz;
            const Vec3Pack b = b_i + beside_[j].xyz;
            const Vec3Pack& x = j.difference;
            const Vec3Pack turned{d.x * x.x + b.x * x.y + b.y * x.z, b.x * x.x + d.y * x.y + b.z * x.z,
                                  b.y * x.x + b.z * x.y + d.z * x.z};
            return W.slope_over_r(j.distance()) * turned;
        });
        const Vec3 from_walls = own * liquid.response.vec(i);
        a.set(i, a[i] - (0.5f * liquid.volume * sum + from_walls) / liquid.rest_density);
        liquid.push.accelerate(i, -from_walls / liquid.rest_density);
    });
}

ThinFeaturesCorrected::ThinFeaturesCorrected(const Parameters& parameters, const SphLiquid& liquid)
    : strength_(parameters.strength) {
    const Poly6 W(kSmallScale * liquid.spacing);
    sparse_sheet_ = sheet_sum(W, 1.25f * liquid.spacing);
    dense_sheet_ = sheet_sum(W, liquid.spacing);
}

void ThinFeaturesCorrected::compute(const SphLiquid& liquid, const SurfacePull& pull, Index i) {
    const Shape shape = normalised(covariance(liquid, i));
    const Mat3 lost = Mat3::Identity() - shape.matrix;
    const Mat3 squared = lost * lost;
    const Mat3 across = squared * squared;                   // I - C'
    const Real thinness = fourth_power(1.0f - shape.least);  // 1 - least eigenvalue of C'
    if (thinness < 0.05f) {
        filtered_.store(i, 0.0f, Mat3::Zero());
        return;
    }
    const Poly6 W(kSmallScale * liquid.spacing);
    Real rho = sum_over(liquid.lists.of(i), [&](auto j) { return W(j.distance()); });
    for (const BoundarySet& set : liquid.boundary.sets())
        if (!set.lists.none(i)) rho += sum_over(set.lists.of(i), [&](auto b) { return W(b.distance()); });
    const Real s = std::clamp((rho - sparse_sheet_) / (dense_sheet_ - sparse_sheet_), 0.0f, kLargestExcess);
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    const Real p_thin = strength_ * (pull.air_pressure + pull.energy_density(i)) * s;
    filtered_.store(i, std::max(p_thin - 2.0f * p[i], 0.0f) * thinness, Mat3::Identity() - across);
}

void ThinFeaturesCorrected::add(SphLiquid& liquid, const SurfacePull& pull) {
    const ProfileScope scope("thin features");
    filtered_.resize(liquid.size());
    parallel_for("thin features", liquid.size(), [&](Index i) { compute(liquid, pull, i); });
    filtered_.add(liquid);
}

void ThinFeaturesPrinted::add(SphLiquid& liquid, const SurfacePull& pull) {
    const ProfileScope scope("thin features");
    filtered_.resize(liquid.size());
    const Poly6 small(liquid.spacing);
    std::vector<Real> excess(liquid.size());
    parallel_for("small scale", liquid.size(), [&](Index i) {
        const Real rho = sum_over(liquid.lists.of(i), [&](auto j) { return small(j.distance()); });
        excess[i] = std::max(rho / small(0.0f) - 1.0f, 0.0f);
    });
    const Real largest = parallel_max(
        "largest excess", liquid.size(), [&](Index i) { return excess[i]; }, 0.0f);
    const Real largest_energy = parallel_max(
        "largest energy", liquid.size(), [&](Index i) { return 2.0f * pull.energy_density(i); }, 0.0f);
    const Real beta = largest > 0.0f ? gamma_ * largest_energy / largest : 0.0f;  // eq. 11
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    parallel_for("thin features", liquid.size(), [&](Index i) {
        const Real q = std::max(beta * excess[i] - 2.0f * p[i], 0.0f) + pull.air_pressure;  // eq. 10 less p^R
        filtered_.store(i, q, normalised(covariance(liquid, i)).matrix);
    });
    filtered_.add(liquid);
}

}  // namespace lamella
