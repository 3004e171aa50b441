#include <lamella/sph/suction.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kSpeed = 1.75f;           // u, m/s
constexpr Real kTowardsSurface = 0.25f;  // the share of the way from a layer to a surface

}  // namespace

Suction::Suction(Real deepest, const SphLiquid& liquid)
    : deepest_(deepest), rate_(liquid.rest_density * liquid.gravity * kSpeed) {
    const Real layer = lattice_sums(liquid.spacing, liquid.kernel).layer;
    const Real surface = 0.5f * (1.0f + layer);
    least_density_ = layer + kTowardsSurface * (surface - layer);
}

Real Suction::least(const SphLiquid& liquid, Index i, Real last, Real dt) const {
    const bool at_solid = !liquid.response.vec(i).isZero(0.0f);
    if (at_solid || liquid.motion.w(i) < least_density_) return 0.0f;
    return std::max(std::min(last, 0.0f) - rate_ * dt, 0.0f - deepest_);
}

}  // namespace lamella
