#include <lamella/sph/suction.hpp>

namespace lamella {
namespace {

constexpr Real kTowardsSurface = 0.25f;  // the share of the way from a layer to a surface

}  // namespace

Suction::Suction(Real deepest, const SphLiquid& liquid) : deepest_(deepest) {
    const Real layer = lattice_sums(liquid.spacing, liquid.kernel).layer;
    const Real surface = 0.5f * (1.0f + layer);
    least_density_ = layer + kTowardsSurface * (surface - layer);
}

Real Suction::least(const SphLiquid& liquid, Index i) const {
    const bool at_solid = !liquid.response.vec(i).isZero(0.0f);
    return at_solid || liquid.motion.w(i) < least_density_ ? 0.0f : 0.0f - deepest_;
}

}  // namespace lamella
