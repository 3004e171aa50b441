#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/nozzles.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kClear = 0.25f;  // spacings that a volume keeps from walls and obstacles

Nozzle placed(const Run&, const Scene& scene, Assets&, DiscEmitter disc, const std::vector<PlacedObstacle>& obstacles) {
    disc.centre = (disc.centre.cast<double>() - simulation_origin(scene)).cast<Real>();
    for (const PlacedObstacle& obstacle : obstacles)
        if (obstacle.distance(disc.centre) < 0.0f)
            throw InputError(fmt::format("the nozzle lies inside the obstacle '{}'", obstacle.name));
    return disc_nozzle(disc, scene.particle_spacing);
}

// The domain without what is near its walls.
Box3 clear_of_walls(const Scene& scene, Real distance) {
    Box3 box = domain_box(scene);
    for (int a = 0; a < 3; ++a) {
        if (is_wall(scene.domain, a, 0)) box.min[a] += distance;
        if (is_wall(scene.domain, a, 1)) box.max[a] -= distance;
    }
    return box;
}

// The part of the volume that is in the domain and in no obstacle.
Nozzle placed(const Run& run, const Scene& scene, Assets& assets, const VolumeEmitter& volume,
              const std::vector<PlacedObstacle>& obstacles) {
    const ShapeField field = shape_field(volume.shape, simulation_origin(scene), assets, scene.particle_spacing);
    if (!field.remarks.empty()) run.warn(field.remarks);
    const Real clear = kClear * scene.particle_spacing;
    const Box3 room = clear_of_walls(scene, clear);
    const auto free_distance = [&](const Vec3& p) {
        run.throw_if_stopped();
        return std::max({field.signed_distance(p), clear - distance_to_solids(obstacles, p), (room.min - p).maxCoeff(),
                         (p - room.max).maxCoeff()});
    };
    Nozzle nozzle =
        volume_nozzle(free_distance, intersection(field.bounds, room), volume.velocity, scene.particle_spacing);
    if (nozzle.filling.empty()) throw InputError("no particle fits into the volume, or an obstacle fills it");
    return nozzle;
}

NozzlePose pose_of(const Motion& motion, double t) {
    const RigidTransform transform = motion.at(t);
    const auto [turning, drift] = motion.rates_at(t);
    return {transform.rotation, transform.translation, turning.cast<Real>(),
            (drift - turning * motion.pivot.cast<double>()).cast<Real>()};
}

}  // namespace

Nozzle placed_nozzle(const Run& run, const Scene& scene, Assets& assets, const Emitter& emitter,
                     const std::vector<PlacedObstacle>& obstacles) {
    Nozzle nozzle = std::visit([&](const auto& e) { return placed(run, scene, assets, e, obstacles); }, emitter.method);
    nozzle.jet = jet_speed(emitter);
    if (!emitter.motion.keys.empty())
        nozzle.pose = [motion = placed_motion(scene, emitter.motion)](double t) { return pose_of(motion, t); };
    return nozzle;
}

JetSpeed jet_speed(const Emitter& emitter) {
    const auto constant = Overloaded{[](const DiscEmitter& disc) { return disc.speed; },
                                     [](const VolumeEmitter& volume) { return volume.velocity.norm(); }};
    return std::visit(
        [&](const auto& e) {
            return JetSpeed{constant(e), e.speed_keys, e.start, e.stop};
        },
        emitter.method);
}

Real emitted_speed(const Scene& scene, const Emitter& emitter) {
    return jet_speed(emitter).fastest() + keyframe_speed(scene, emitter.motion);
}

}  // namespace lamella
