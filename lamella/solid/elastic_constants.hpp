// How stiff a solid is: what a scene says (Young's modulus, Poisson's ratio), and what the formulas need of it.
#pragma once

#include <lamella/solid/stiffness_tensor.hpp>

#include <cmath>
#include <optional>

namespace lamella {

struct ElasticConstants {
    Real youngs_modulus = 1e5f;               // E, Pa
    Real poisson_ratio = 0.3f;                // below 0.5, where matter cannot be compressed and sound has no bound
    std::optional<StiffnessTensor> tensor{};  // where it is not the same in all directions

    // Of such matter, with the moduli of the nearest that is.
    static ElasticConstants of(const StiffnessTensor& tensor) {
        const double k = tensor.bulk(), g = tensor.shear();
        return {static_cast<Real>(9.0 * k * g / (3.0 * k + g)),
                static_cast<Real>((3.0 * k - 2.0 * g) / (6.0 * k + 2.0 * g)), tensor};
    }

    Real shear() const { return youngs_modulus / (2.0f * (1.0f + poisson_ratio)); }  // mu
    Real lame() const {                                                              // lambda
        return youngs_modulus * poisson_ratio / ((1.0f + poisson_ratio) * (1.0f - 2.0f * poisson_ratio));
    }
    Real bulk() const { return youngs_modulus / (3.0f * (1.0f - 2.0f * poisson_ratio)); }  // kappa
    Real pressure_wave() const { return lame() + 2.0f * shear(); }                         // c_p^2 times the density
    double sound_speed(double density) const { return std::sqrt(pressure_wave() / density); }
};

}  // namespace lamella
