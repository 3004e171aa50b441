#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/symmetric_eigenvalues.hpp>
#include <lamella/core/symmetric_sums.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/sph_operators.hpp>
#include <lamella/sph/surface_tension_he2014.hpp>
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

ThinFeaturesHe2014::ThinFeaturesHe2014(const ThinFeatureMethod& method, const SurfaceTensionMethod& tension,
                                       const AirPressureMethod& air, const SphLiquid& liquid)
    : method_(method), tension_{0.0f, false}, air_pressure_(0.0f) {
    if (const auto* he = std::get_if<FreeEnergyTensionParameters>(&tension)) tension_ = *he;
    if (const auto* he = std::get_if<AirPressureParameters>(&air)) air_pressure_ = he->pressure;
    const Poly6 W(kSmallScale * liquid.spacing);
    sparse_sheet_ = sheet_sum(W, 1.25f * liquid.spacing);
    dense_sheet_ = sheet_sum(W, liquid.spacing);
}

Real ThinFeaturesHe2014::surface_energy(const SphLiquid& liquid, Index i) const {
    return tension_.kappa > 0.0f ? SurfaceTensionHe2014::energy_density(tension_, liquid, i) : 0.0f;
}

ThinFeaturesHe2014::Filtered ThinFeaturesHe2014::corrected(const SphLiquid& liquid,
                                                           const CorrectedThinFeatures& parameters, Index i) const {
    const Shape shape = normalised(covariance(liquid, i));
    const Mat3 lost = Mat3::Identity() - shape.matrix;
    const Mat3 squared = lost * lost;
    const Mat3 across = squared * squared;                   // I - C'
    const Real thinness = fourth_power(1.0f - shape.least);  // 1 - least eigenvalue of C'
    if (thinness < 0.05f) return {};

    const Poly6 W(kSmallScale * liquid.spacing);
    Real rho = sum_over(liquid.lists.of(i), [&](auto j) { return W(j.distance()); });
    for (const BoundarySet& set : liquid.boundary.sets())
        if (!set.lists.none(i)) rho += sum_over(set.lists.of(i), [&](auto b) { return W(b.distance()); });
    const Real s = std::clamp((rho - sparse_sheet_) / (dense_sheet_ - sparse_sheet_), 0.0f, kLargestExcess);
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    const Real p_thin = parameters.strength * (air_pressure_ + surface_energy(liquid, i)) * s;
    return {std::max(p_thin - 2.0f * p[i], 0.0f) * thinness, Mat3::Identity() - across};
}

void ThinFeaturesHe2014::store(Index i, const Filtered& filtered) {
    const Mat3 m = filtered.pressure * filtered.filter;
    diagonal_.set(i, {m(0, 0), m(1, 1), m(2, 2)}, filtered.pressure);
    beside_.set(i, {m(0, 1), m(0, 2), m(1, 2)}, 0.0f);
}

void ThinFeaturesHe2014::compute_corrected(const SphLiquid& liquid, const CorrectedThinFeatures& parameters) {
    parallel_for("thin features", liquid.size(), [&](Index i) { store(i, corrected(liquid, parameters, i)); });
}

void ThinFeaturesHe2014::compute_printed(const SphLiquid& liquid, const PrintedThinFeatures& parameters) {
    const Poly6 small(liquid.spacing);
    std::vector<Real> excess(liquid.size());
    parallel_for("small scale", liquid.size(), [&](Index i) {
        const Real rho = sum_over(liquid.lists.of(i), [&](auto j) { return small(j.distance()); });
        excess[i] = std::max(rho / small(0.0f) - 1.0f, 0.0f);
    });
    const Real largest = parallel_max(
        "largest excess", liquid.size(), [&](Index i) { return excess[i]; }, 0.0f);
    const Real largest_energy = parallel_max(
        "largest energy", liquid.size(), [&](Index i) { return 2.0f * surface_energy(liquid, i); }, 0.0f);
    const Real beta = largest > 0.0f ? parameters.gamma * largest_energy / largest : 0.0f;  // eq. 11
    const auto& p = liquid.particles.get<ScalarColumn>("pressure");
    parallel_for("thin features", liquid.size(), [&](Index i) {
        const Real q = std::max(beta * excess[i] - 2.0f * p[i], 0.0f) + air_pressure_;  // eq. 10 less p^R
        store(i, {q, normalised(covariance(liquid, i)).matrix});
    });
}

void ThinFeaturesHe2014::add(SphLiquid& liquid) {
    const ProfileScope scope("thin features");
    diagonal_.resize(liquid.size());
    beside_.resize(liquid.size());
    if (const auto* parameters = std::get_if<CorrectedThinFeatures>(&method_)) compute_corrected(liquid, *parameters);
    if (const auto* parameters = std::get_if<PrintedThinFeatures>(&method_)) compute_printed(liquid, *parameters);
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
    });
}

}  // namespace lamella
