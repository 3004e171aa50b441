#include <lamella/core/parallel.hpp>
#include <lamella/particles/liquid_domain.hpp>
#include <lamella/sph/nozzle_grip.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Whether x is at most `reach` downstream of a point of the layer, and at most a spacing beside its path.
bool is_before(const std::vector<Vec3>& layer, const Vec3& direction, Real reach, Real spacing, const Vec3& x) {
    return std::any_of(layer.begin(), layer.end(), [&](const Vec3& p) {
        const Real along = (x - p).dot(direction);
        const Vec3 beside = x - p - along * direction;
        return along >= -spacing && along <= reach && beside.squaredNorm() <= spacing * spacing;
    });
}

void hold_at(const Nozzle& nozzle, SphLiquid& liquid) {
    const Real speed = nozzle.velocity.norm();
    const Vec3 direction = nozzle.velocity / speed;
    Box3 near;
    for (const Vec3& p : nozzle.layer) {
        near.extend(p);
        near.extend(p + liquid.support * direction);
    }
    near = near.padded(liquid.spacing);
    const auto& x = liquid.positions();
    auto& v = liquid.particles.get<Vec3Column>("v");
    parallel_for("nozzles", liquid.size(), [&](Index i) {
        if (!near.contains(x[i]) || v[i].dot(direction) <= speed) return;
        if (is_before(nozzle.layer, direction, liquid.support, liquid.spacing, x[i])) v.set(i, nozzle.velocity);
    });
}

}  // namespace

void hold_at_nozzles(std::span<const LiquidSource> sources, double time, SphLiquid& liquid) {
    for (const LiquidSource& source : sources)
        if (time >= source.nozzle.start && time < source.nozzle.stop) hold_at(source.nozzle, liquid);
}

}  // namespace lamella
