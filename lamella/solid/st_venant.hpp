// St. Venant's material: a stress that is linear in Green's strain (Keiser 2006, 5.3 and 5.5, with the half that the
// printed strain lacks, so that forces are not four times too strong),
//
//     eps = (J^T J - I) / 2 - eps_p,   S = 2 mu eps + lambda tr(eps) I,   energy = eps : S / 2.
//
// Alone it gives way under strong pressure: its force peaks at a stretch of 1 / sqrt(3) and an element turned inside
// out costs nothing. So where det J is below 0.7 the energy (lambda + 2 mu) (0.7 - det J)^3 is added.
//
// Matter that is not the same in all directions has S = C : eps instead, with the C of the solid at rest.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/solid/elastic_constants.hpp>
#include <lamella/solid/symmetric_tensor.hpp>

namespace lamella {

class StVenant {
public:
    struct Parameters {
        static constexpr const char* name = "st_venant";
        static constexpr const char* sentence =
            "stress in proportion to Green's strain; with a safeguard under strong compression";
        static constexpr auto fields() { return field_list(); }
    };

    StVenant(const Parameters&, const ElasticConstants& constants)
        : mu_(constants.shear()),
          lambda_(constants.lame()),
          stiffness_(constants.pressure_wave()),
          tensor_(constants.tensor),
          stiffest_(tensor_ ? static_cast<Real>(tensor_->stiffest_wave()) / stiffness_ : 1.0f) {}

    // What has flowed, eps_p: nothing at the start.
    static SymmetricTensor at_rest() { return SymmetricTensor::Zero(); }
    static Real flowed(const SymmetricTensor& plastic) { return full(plastic).norm(); }

    class Trial {
    public:
        Trial(const StVenant& law, const Mat3& gradient, const SymmetricTensor& plastic)
            : law_(law),
              deformation_(Mat3::Identity() + gradient),
              plastic_(full(plastic)),
              strain_(0.5f * (gradient + gradient.transpose() + gradient.transpose() * gradient) - plastic_),
              volume_(determinant(deformation_)) {}

        Real distortion() const { return deviator(strain_).norm(); }  // of the elastic strain
        Real mean_stretch() const { return 1.0f; }

        // Matter flows until that share of the distortion is left.
        void keep(Real share) {
            const Mat3 flow = (1.0f - share) * deviator(strain_);
            plastic_ += flow;
            strain_ -= flow;
        }
        SymmetricTensor plastic() const { return symmetric(plastic_); }

        // First Piola-Kirchhoff.
        Mat3 stress() const {
            Mat3 P = deformation_ * second_stress();
            if (volume_ < kSafe)
                P -= 3.0f * law_.stiffness_ * (kSafe - volume_) * (kSafe - volume_) * cofactors(deformation_);
            return P;
        }
        double energy() const {
            const Real missing = std::max(kSafe - volume_, 0.0f);
            return 0.5 * strain_.cwiseProduct(second_stress()).sum() + law_.stiffness_ * missing * missing * missing;
        }
        // Of the stiffest plane wave, in units of lambda + 2 mu, at most.
        Real stiffness() const {
            const Mat3 C = deformation_.transpose() * deformation_;
            Real bound = law_.stiffest_ * eigenvalue_bound(C) + eigenvalue_bound(second_stress()) / law_.stiffness_;
            if (volume_ < kSafe) bound += 6.0f * (kSafe - volume_) * cofactors(deformation_).squaredNorm();
            return bound;
        }
        Real volume() const { return volume_; }

    private:
        static constexpr Real kSafe = 0.7f;

        Mat3 second_stress() const {
            if (law_.tensor_) return law_.tensor_->stress(strain_);
            return 2.0f * law_.mu_ * strain_ + law_.lambda_ * strain_.trace() * Mat3::Identity();
        }

        const StVenant& law_;
        Mat3 deformation_;
        Mat3 plastic_;
        Mat3 strain_;
        Real volume_;
    };

private:
    Real mu_;
    Real lambda_;
    Real stiffness_;
    std::optional<StiffnessTensor> tensor_;
    Real stiffest_;  // wave at rest, in units of lambda + 2 mu
};

}  // namespace lamella
