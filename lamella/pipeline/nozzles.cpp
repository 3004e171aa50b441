#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/pipeline/emitter_remark.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/nozzles.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

Nozzle placed(const Run& run, const Scene& scene, Assets&, DiscEmitter disc,
              const std::vector<PlacedObstacle>& obstacles) {
    const std::string remark = emitter_remark(disc, scene.domain, scene.particle_spacing);
    if (!remark.empty())
        run.warn(fmt::format("emitter at ({}, {}, {}): {}", disc.centre.x(), disc.centre.y(), disc.centre.z(), remark));
    disc.centre = (disc.centre.cast<double>() - simulation_origin(scene)).cast<Real>();
    for (const PlacedObstacle& obstacle : obstacles)
        if (obstacle.distance(disc.centre) < 0.0f)
            throw InputError(fmt::format("the nozzle lies inside the obstacle '{}'", obstacle.name));
    return disc_nozzle(disc, scene.particle_spacing);
}

// The part of the volume that is in the domain and in no obstacle.
Nozzle placed(const Run& run, const Scene& scene, Assets& assets, const VolumeEmitter& volume,
              const std::vector<PlacedObstacle>& obstacles) {
    const ShapeField field = shape_field(volume.shape, simulation_origin(scene), assets, scene.particle_spacing);
    if (!field.remarks.empty()) run.warn(field.remarks);
    const auto free_distance = [&](const Vec3& p) {
        run.throw_if_stopped();
        return std::max(field.signed_distance(p), -distance_to_solids(obstacles, p));
    };
    Nozzle nozzle = volume_nozzle(free_distance, intersection(field.bounds, domain_box(scene)), volume.velocity,
                                  scene.particle_spacing);
    if (nozzle.layer.empty()) throw InputError("no particle fits into the volume, or an obstacle fills it");
    nozzle.start = volume.start;
    nozzle.stop = volume.stop;
    return nozzle;
}

}  // namespace

Nozzle placed_nozzle(const Run& run, const Scene& scene, Assets& assets, const Emitter& emitter,
                     const std::vector<PlacedObstacle>& obstacles) {
    return std::visit([&](const auto& e) { return placed(run, scene, assets, e, obstacles); }, emitter);
}

Real emitted_speed(const Emitter& emitter) {
    return std::visit(Overloaded{[](const DiscEmitter& disc) { return disc.speed; },
                                 [](const VolumeEmitter& volume) { return volume.velocity.norm(); }},
                      emitter);
}

}  // namespace lamella
