#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/expected_liquid.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/nozzles.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

namespace lamella {
namespace {

constexpr std::uintmax_t kLargestFileToCount = 200'000'000;
constexpr double kLeastBytesPerParticle = 12.0;
constexpr double kDeep = 0.48;     // spacings, with the tolerance of the sampling
constexpr double kStirred = 0.25;  // of the expected speed: what liquid has at least
constexpr double kPlunge = 0.5;    // of the speed of a body that falls into it: it stirs for a part of the time

// The particles of a file, or at most so many where reading it would take long.
double particles_of_file(const ParticleSource& source, const std::string& fluid, Assets& assets) {
    const InputFile file = source_file(source, fluid);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file.path, error);
    if (error || size <= kLargestFileToCount) return source_particles(file, assets)->size();
    return static_cast<double>(size) / kLeastBytesPerParticle;
}

double particles_at_start(const Scene& scene, Assets& assets) {
    double sum = 0.0;
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) {
        const Fluid& fluid = scene.fluids[f];
        for (const FluidShape& shape : fluid.shapes)
            sum += points_in(shape.shape, scene, assets, scene.particle_spacing, kDeep);
        if (fluid.particles)
            sum += blame(fmt::format("fluids[{}].particles.file", f),
                         [&] { return particles_of_file(*fluid.particles, fluid.name, assets); });
    }
    return sum;
}

double emitted_volume(const DiscEmitter& disc, double path, const Scene&, Assets&) {
    return std::numbers::pi * disc.radius * disc.radius * path;
}

// The filling, and what follows it through the same cross-section.
double emitted_volume(const VolumeEmitter& emitter, double path, const Scene& scene, Assets& assets) {
    const double d = scene.particle_spacing;
    const Box3 bounds = intersection(shape_bounds(emitter.shape, simulation_origin(scene), assets), domain_box(scene));
    const double length = bounds.size().dot(emitter.velocity.normalized().cwiseAbs());
    return path > 0.0 ? points_in(emitter.shape, scene, assets, d, kDeep) * d * d * d * (1.0 + path / length) : 0.0;
}

// Between two times.
double emitted_volume(const Emitter& emitter, double from, double until, const Scene& scene, Assets& assets) {
    const JetSpeed jet = jet_speed(emitter);
    const double path = std::max(jet.travelled(until) - jet.travelled(from), 0.0);
    return std::visit([&](const auto& e) { return emitted_volume(e, path, scene, assets); }, emitter.method);
}

// Which way things fall: the axis nearest to gravity, and what lies below.
struct Fall {
    int axis;
    Real side;  // 1 where gravity points along the axis
    double g;
    bool floor;  // closed

    explicit Fall(const Scene& scene) {
        scene.gravity.cwiseAbs().maxCoeff(&axis);
        side = scene.gravity[axis] > 0.0f ? 1.0f : -1.0f;
        g = scene.gravity.norm();
        floor = is_wall(scene.domain, axis, side > 0.0f ? 1 : 0);
    }
    // Of the highest point of a box above the lowest face of the domain.
    double height(const Box3& box, const Scene& scene) const {
        const Box3 domain = domain_box(scene), inside = intersection(box, domain);
        return side > 0.0f ? domain.max[axis] - inside.min[axis] : inside.max[axis] - domain.min[axis];
    }
    double speed(double from_height, double start_speed) const {
        return std::sqrt(start_speed * start_speed + 2.0 * g * std::max(from_height, 0.0));
    }
    // How long it takes.
    double time(double from_height, double start_speed) const {
        return (speed(from_height, start_speed) - start_speed) / g;
    }
};

Box3 mouth(const DiscEmitter& disc, const Scene& scene, Assets&) {
    const Vec3 centre = (disc.centre.cast<double>() - simulation_origin(scene)).cast<Real>();
    return {centre, centre};
}
Box3 mouth(const VolumeEmitter& volume, const Scene& scene, Assets& assets) {
    return shape_bounds(volume.shape, simulation_origin(scene), assets);
}
Box3 mouth(const Emitter& emitter, const Scene& scene, Assets& assets) {
    return std::visit([&](const auto& e) { return mouth(e, scene, assets); }, emitter.method);
}

// How long it takes from a mouth to an open floor. An obstacle below the mouth stops the liquid, which falls from its
// top anew.
double time_of_fall(const Scene& scene, Assets& assets, const Fall& fall, const Emitter& emitter) {
    const Box3 from = mouth(emitter, scene, assets);
    const double height = fall.height(from, scene), speed = emitted_speed(scene, emitter);
    double landing = 0.0;
    for (const Obstacle& obstacle : scene.obstacles) {
        const Box3 box = shape_bounds(obstacle.shape, simulation_origin(scene), assets);
        Box3 column = from;
        column.min[fall.axis] = box.min[fall.axis];
        column.max[fall.axis] = box.max[fall.axis];
        const double top = fall.height(box, scene);
        if (top < height && !intersection(column, box).empty()) landing = std::max(landing, top);
    }
    return fall.time(height - landing, speed) + (landing > 0.0 ? fall.time(landing, 0.0) : 0.0);
}

// What emitters have let in at that time and is still there.
double emitted_particles(const Scene& scene, Assets& assets, double at) {
    const Fall fall(scene);
    double liquid = 0.0;
    for (const Fluid& fluid : scene.fluids)
        for (const Emitter& emitter : fluid.emitters) {
            double from = start_time(scene);
            if (fall.g > 0.0 && !fall.floor) from = std::max(from, at - time_of_fall(scene, assets, fall, emitter));
            liquid += emitted_volume(emitter, from, at, scene, assets);
        }
    return liquid / std::pow(static_cast<double>(scene.particle_spacing), 3);
}

// How high that many particles stand on the floor of the domain.
double level_at_rest(const Scene& scene, const Fall& fall, double particles) {
    if (!(fall.g > 0.0) || !fall.floor) return 0.0;
    const Vec3d size = domain_box(scene).size().cast<double>();
    return particles * std::pow(double{scene.particle_spacing}, 3) * size[fall.axis] / size.prod();
}

}  // namespace

// Counted on the lattice that fills the shape, at most so many of its points along an axis.
double points_in(const Shape& shape, const Scene& scene, Assets& assets, double spacing, double depth) {
    constexpr int kMost = 24;
    const ShapeField field = shape_field(shape, simulation_origin(scene), assets, static_cast<Real>(spacing));
    const Box3 domain = domain_box(scene);
    const Box3 around = field.bounds.padded(static_cast<Real>(std::max(-depth, 0.0) * spacing));
    const Box3 bounds{around.min.cwiseMax(domain.min), around.max.cwiseMin(domain.max)};
    if (bounds.empty()) return 0.0;
    const Vec3d points = (bounds.size().cast<double>().array() / spacing + 0.02).floor();
    const Vec3i looked = points.cwiseMin(kMost).cast<int>();
    Index inside = 0;
    for (int k = 0; k < looked.prod(); ++k) {
        const Vec3i at(k % looked.x(), k / looked.x() % looked.y(), k / (looked.x() * looked.y()));
        const Vec3d number =
            ((at.cast<double>().array() + 0.5) * points.array() / looked.cast<double>().array()).floor();
        const Vec3 p = bounds.min + (spacing * (number.array() + 0.5)).matrix().cast<Real>();
        inside += field.signed_distance(p) <= -depth * spacing ? 1 : 0;
    }
    return looked.prod() > 0 ? points.prod() * inside / looked.prod() : 0.0;
}

ExpectedParticles expected_particles(const Scene& scene, Assets& assets, double until) {
    constexpr int kMoments = 8;
    const double first = particles_at_start(scene, assets);
    double sum = 0.0;
    for (int k = 0; k < kMoments; ++k) {
        const double share = (k + 0.5) / kMoments;
        sum += emitted_particles(scene, assets, start_time(scene) + share * (until - start_time(scene)));
    }
    return {first + emitted_particles(scene, assets, until), first + sum / kMoments};
}

LiquidOutline liquid_outline(const Scene& scene, Assets& assets, double particles) {
    const Fall fall(scene);
    const double level = level_at_rest(scene, fall, particles);
    double usual = kStirred * expected_speed(scene);
    const auto falls = [&](const Box3& box, double start_speed, double share = 1.0) {
        usual = std::max(usual, share * fall.speed(fall.height(box, scene) - level, start_speed));
    };
    double body_speed = 0.0;
    for (const Obstacle& obstacle : scene.obstacles)
        body_speed = std::max<double>(body_speed, keyframe_speed(scene, obstacle.motion));
    usual = std::max(usual, body_speed);
    for (const SceneBody& body : scene.bodies)
        falls(shape_bounds(body.shape, simulation_origin(scene), assets), body.velocity.norm(), kPlunge);
    for (const Fluid& fluid : scene.fluids) {
        for (const FluidShape& shape : fluid.shapes)
            falls(shape_bounds(shape.shape, simulation_origin(scene), assets), shape.velocity.norm());
        for (const Emitter& emitter : fluid.emitters)
            falls(mouth(emitter, scene, assets), emitted_speed(scene, emitter));
    }
    LiquidOutline outline;
    outline.spacing = scene.particle_spacing;
    outline.expected_speed = expected_speed(scene);
    outline.usual_speed = usual;
    outline.body_speed = body_speed;
    outline.layers = level / scene.particle_spacing;
    outline.carries_bodies = !scene.bodies.empty();
    outline.particles = std::max(particles, 1.0);
    outline.room_of_bodies = [&scene, &assets](double reach) {
        double room = 0.0;
        for (const Obstacle& obstacle : scene.obstacles)
            room += points_in(obstacle.shape, scene, assets, scene.particle_spacing, -reach);
        return room;
    };
    outline.materials = materials_of(scene);
    return outline;
}

}  // namespace lamella
