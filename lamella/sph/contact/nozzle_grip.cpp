#include <lamella/core/parallel.hpp>
#include <lamella/particles/liquid_domain.hpp>
#include <lamella/sph/contact/nozzle_grip.hpp>

namespace lamella {
namespace {

constexpr Real kGoesAlong = 0.5f;  // share of the speed of the jet

void hold_at(const PlacedNozzle& nozzle, SphLiquid& liquid) {
    const Vec3 direction = nozzle.direction();
    const Box3 near = nozzle.bounds(liquid.spacing, liquid.support).padded(liquid.spacing);
    const auto& x = liquid.positions();
    auto& v = liquid.particles.get<Vec3Column>("v");
    parallel_for("nozzles", liquid.size(), [&](Index i) {
        if (!near.contains(x[i])) return;
        const Vec3 held = nozzle.velocity(x[i]);
        if ((v[i] - held).dot(direction) <= (kGoesAlong - 1.0f) * nozzle.speed()) return;
        const Real behind = nozzle.behind_mouth(x[i], liquid.spacing);
        if (behind >= -liquid.spacing && behind <= liquid.support) v.set(i, held);
    });
}

}  // namespace

void hold_at_nozzles(std::span<const LiquidSource> sources, double time, SphLiquid& liquid) {
    for (const LiquidSource& source : sources)
        if (source.nozzle.jet.open(time)) hold_at(PlacedNozzle(source.nozzle, time), liquid);
}

}  // namespace lamella
