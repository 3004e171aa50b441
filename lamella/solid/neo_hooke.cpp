#include <lamella/solid/neo_hooke.hpp>

namespace lamella {
namespace {

constexpr Real kSmall = 0.2f;  // the J below which q is a straight line and U a parabola

}  // namespace

NeoHooke::NeoHooke(const Parameters&, const ElasticConstants& constants)
    : mu_(constants.shear()), kappa_(constants.bulk()), stiffness_(constants.pressure_wave()) {
    if (!constants.tensor) return;
    const auto share = static_cast<Real>(std::min(constants.tensor->largest_share(kappa_, mu_), 1.0));
    mu_ *= share;
    kappa_ *= share;
    rest_ = constants.tensor->without(kappa_, mu_);
    stiffest_ = static_cast<Real>(rest_->stiffest_wave()) / stiffness_;
}

NeoHooke::Trial::Trial(const NeoHooke& law, const Mat3& gradient, const SymmetricTensor& plastic)
    : law_(law), gradient_(gradient), deformation_(Mat3::Identity() + gradient), plastic_(full(plastic)) {
    const Mat3 GC = gradient_ * plastic_;
    more_ = GC + GC.transpose() + GC * gradient_.transpose() + (plastic_ - Mat3::Identity());
    grown_ = gradient_.trace() + cofactors(gradient_).trace() + determinant(gradient_);
    shape_ = shape_of(grown_);
    bulk_ = bulk_of(grown_);
    if (law_.rest_) strain_ = 0.5f * (gradient_ + gradient_.transpose() + gradient_.transpose() * gradient_);
}

void NeoHooke::Trial::keep(Real share) {
    if (volume() < kSmall) return;
    const Real q = 1.0f + shape_.value;
    const Mat3 d = share * q * deviator(more_);
    more_ = (d + isotropic_part(d, mean_stretch()) * Mat3::Identity()) / q - Mat3::Identity();
    const Mat3 inverse = cofactors(deformation_).transpose() / volume();
    plastic_ = inverse * (more_ + Mat3::Identity()) * inverse.transpose();
}

Mat3 NeoHooke::Trial::stress() const {
    const Mat3 cof = cofactors(deformation_);
    const Real q = 1.0f + shape_.value;
    const Mat3 rest = law_.rest_ ? Mat3(deformation_ * law_.rest_->stress(strain_)) : Mat3(Mat3::Zero());
    if (volume() < kSmall) {
        const Real pressure = 0.5f * law_.mu_ * shape_.slope * trace() + law_.kappa_ * bulk_.slope;
        return law_.mu_ * q * deformation_ * plastic_ + pressure * cof + rest;
    }
    const Mat3 kirchhoff = law_.mu_ * q / volume() * deviator(more_);  // over J
    return kirchhoff * cof + law_.kappa_ * bulk_.slope * cof + rest;
}

// In double: its first order cancels.
double NeoHooke::Trial::energy() const {
    const Mat3d G = gradient_.cast<double>(), GC = G * plastic_.cast<double>();
    const double more = plastic_.cast<double>().trace() - 3.0 + 2.0 * GC.trace() + GC.cwiseProduct(G).sum();
    const double grown = G.trace() + cofactors(G).trace() + determinant(G);
    const double rest = law_.rest_ ? 0.5 * strain_.cwiseProduct(law_.rest_->stress(strain_)).sum() : 0.0;
    if (1.0 + grown < kSmall)
        return rest + 0.5 * law_.mu_ * (3.0 * shape_.value + (1.0 + shape_.value) * more) + law_.kappa_ * bulk_.value;
    const double less = std::expm1(-2.0 / 3.0 * std::log1p(grown));
    return rest + 0.5 * law_.mu_ * (3.0 * less + (1.0 + less) * more) +
           0.5 * law_.kappa_ * (grown + 0.5 * grown * grown - std::log1p(grown));
}

Real NeoHooke::Trial::stiffness() const {
    const Mat3 cof = cofactors(deformation_);
    const Real normal = 0.5f * law_.mu_ * shape_.curvature * trace() + law_.kappa_ * bulk_.curvature;
    const Real across = law_.mu_ * (1.0f + shape_.value) * eigenvalue_bound(plastic_);
    const Real bound = std::max(normal * eigenvalue_bound(cof.transpose() * cof) - across / 3.0f, across);
    if (!law_.rest_) return bound / law_.stiffness_;
    return (bound + eigenvalue_bound(law_.rest_->stress(strain_))) / law_.stiffness_ +
           law_.stiffest_ * eigenvalue_bound(deformation_.transpose() * deformation_);
}

// q - 1 at J = 1 + grown.
NeoHooke::Trial::Curve NeoHooke::Trial::shape_of(Real grown) {
    const Real at = std::max(grown, kSmall - 1.0f), J = 1.0f + at;
    const Real less = std::expm1(-2.0f / 3.0f * std::log1p(at)), q = 1.0f + less;
    const Real slope = -2.0f / 3.0f * q / J;
    if (at == grown) return {less, slope, 10.0f / 9.0f * q / (J * J)};
    return {less + slope * (grown - at), slope, 0.0f};
}

NeoHooke::Trial::Curve NeoHooke::Trial::bulk_of(Real grown) {
    const Real at = std::max(grown, kSmall - 1.0f), J = 1.0f + at;
    const Curve there{0.5f * (at + 0.5f * at * at - std::log1p(at)), 0.5f * at * (2.0f + at) / J,
                      0.5f * (1.0f + 1.0f / (J * J))};
    const Real d = grown - at;
    return {there.value + d * (there.slope + 0.5f * d * there.curvature), there.slope + d * there.curvature,
            there.curvature};
}

// p with det(d + p I) = 1 for a d without trace: p^3 + II p + det d = 1, by Newton's method.
Real NeoHooke::Trial::isotropic_part(const Mat3& d, Real p) {
    const Real second = -0.5f * d.squaredNorm(), third = determinant(d) - 1.0f;
    for (int k = 0; k < 6; ++k) p -= (p * (p * p + second) + third) / (3.0f * p * p + second);
    return p;
}

}  // namespace lamella
