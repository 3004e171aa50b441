// The distance from the weighted mean of the particles around, less the weighted mean of their radii:
//
//     phi(x) = |x - X(x)| - r(x),   X(x) = sum_j k(|x - x_j| / R) x_j / sum_j k,   r(x) = sum_j k r_j / sum_j k,
//     k(s) = max(0, (1 - s^2)^3).
//
// Ours is r - |x - X|, in spacings, so that it grows inwards like the others; the level is 0.
#pragma once

#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/near_surface.hpp>

#include <vector>

namespace lamella {

// Lengths in spacings.
struct CentreRadii {
    Real common;            // of all particles
    std::vector<Real> own;  // of each one instead, where it is not empty

    Real of(Index i) const { return own.empty() ? common : own[static_cast<std::size_t>(i)]; }
    Real largest() const;
};

class WeightedCentres : public ImplicitField {
public:
    // The cloud must outlive the field.
    WeightedCentres(const ParticleCloud& cloud, Real support, CentreRadii radii);

    Real level() const override { return 0.0f; }
    SparseGrid sample(double cell) const override;
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;

    Real value(const Vec3d& point) const;
    const NearSurface& near() const { return near_; }
    void set_radii(CentreRadii radii) { radii_ = std::move(radii); }

private:
    const ParticleCloud& cloud_;
    NearSurface near_;
    Real support_;
    CentreRadii radii_;
};

}  // namespace lamella
