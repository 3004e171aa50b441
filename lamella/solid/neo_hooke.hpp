// The neo-Hookean material in the form that keeps volume and shape apart (Simo and Hughes 1998, 9.2), for hard impacts
// and large flow. With b = F Cp^-1 F^T, what is elastic in the deformation gradient F,
//
//     energy = mu / 2 (q(J) tr b - 3) + U(J),   q = J^(-2/3),   U = kappa / 2 ((J^2 - 1) / 2 - ln J),   J = det F.
//
// Below J = 0.2 q goes on as a straight line and U as a parabola, so that matter which an impact has turned inside out
// comes back. Cp^-1, with determinant 1, is what has flowed.
//
// Matter that is not the same in all directions: the largest share of the nearest mu and kappa that leaves C - C_iso
// without a negative eigenvalue is neo-Hookean, and that rest adds the energy eps : (C - C_iso) : eps / 2 of Green's
// strain eps. So small strains know C exactly, and nothing but the neo-Hookean part is needed against compression.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/solid/elastic_constants.hpp>
#include <lamella/solid/symmetric_tensor.hpp>

namespace lamella {

class NeoHooke {
public:
    struct Parameters {
        static constexpr const char* name = "neo_hooke";
        static constexpr const char* sentence = "stiffens without bound under compression: for impacts and large flow";
        static constexpr auto fields() { return field_list(); }
    };

    NeoHooke(const Parameters&, const ElasticConstants& constants);

    static SymmetricTensor at_rest() { return symmetric(Mat3::Identity()); }
    static Real flowed(const SymmetricTensor& plastic) { return 0.5f * (full(plastic) - Mat3::Identity()).norm(); }

    // All in terms of what differs from rest, so that small strains keep their digits.
    class Trial {
    public:
        Trial(const NeoHooke& law, const Mat3& gradient, const SymmetricTensor& plastic);

        // Half the deviator of the elastic tensor, which for small strains is that of the strain.
        Real distortion() const { return 0.5f * (1.0f + shape_.value) * deviator(more_).norm(); }
        Real mean_stretch() const { return (1.0f + shape_.value) * trace() / 3.0f; }

        // Matter flows until that share of the distortion is left, at the same volume: b becomes (d + p I) / q, where p
        // makes the determinant of d + p I one (the published form keeps the trace instead and lets it drift).
        void keep(Real share);
        SymmetricTensor plastic() const { return symmetric(plastic_); }

        Mat3 stress() const;  // first Piola-Kirchhoff: the derivative of the energy after F
        double energy() const;
        Real stiffness() const;  // of the stiffest plane wave, in units of lambda + 2 mu, at most
        Real volume() const { return 1.0f + grown_; }

    private:
        struct Curve {
            Real value, slope, curvature;
        };
        static Curve shape_of(Real grown);
        static Curve bulk_of(Real grown);
        static Real isotropic_part(const Mat3& d, Real p);
        Real trace() const { return 3.0f + more_.trace(); }  // of b

        const NeoHooke& law_;
        Mat3 gradient_;
        Mat3 deformation_;
        Mat3 plastic_;  // Cp^-1
        Mat3 more_;     // b - I
        Mat3 strain_;   // Green's, where matter knows directions
        Real grown_;    // J - 1
        Curve shape_;   // of q - 1
        Curve bulk_;
    };

private:
    Real mu_;
    Real kappa_;
    Real stiffness_;
    std::optional<StiffnessTensor> rest_;  // C - C_iso
    Real stiffest_ = 0.0f;                 // wave of that, in units of lambda + 2 mu
};

}  // namespace lamella
