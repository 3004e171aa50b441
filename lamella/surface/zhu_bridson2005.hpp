// The field of Zhu, Bridson 2005, "Animating Sand as a Fluid", section 5:
//
//     phi(x) = |x - X(x)| - r,   X(x) = sum_j k(|x - x_j| / R) x_j / sum_j k,   k(s) = max(0, (1 - s^2)^3).
//
// Ours is r - |x - X|, in spacings, so that it grows inwards like the others; the level is 0. With R = 2 d
// the radius 0.56 d puts the surface of a pool where it should be. The grid smoothing that the authors add
// afterwards is left out.
#pragma once

#include <lamella/surface/implicit_field.hpp>
#include <lamella/surface/near_surface.hpp>
#include <lamella/surface/surface_settings.hpp>

namespace lamella {

class ZhuBridson2005 : public ImplicitField {
public:
    // The cloud must outlive the field.
    ZhuBridson2005(const ZhuBridson2005Parameters& parameters, const ParticleCloud& cloud);

    Real level() const override { return 0.0f; }
    SparseGrid sample(double cell) const override;
    std::vector<FieldSample> samples(std::span<const Vec3> points) const override;

private:
    Real value(const Vec3d& point) const;

    ZhuBridson2005Parameters parameters_;
    const ParticleCloud& cloud_;
    NearSurface near_;
};

}  // namespace lamella
