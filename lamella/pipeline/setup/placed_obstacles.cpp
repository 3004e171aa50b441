#include <lamella/geometry/animated_mesh.hpp>
#include <lamella/io/gltf/gltf_animation.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_obstacles.hpp>
#include <lamella/pipeline/setup/placed_rig.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

// How far a point within the domain lies from the pivot at most.
Real arm_of(const Scene& scene, const Vec3& pivot) {
    const Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    return domain.diagonal() + (domain.centre() - pivot).norm();
}

// What moves an obstacle, relative to the simulation's origin, and bounds of how far and how fast.
struct PlacedMotion {
    BodyMotion motion;
    Real path = 0.0f;
    Real max_speed = 0.0f;
};

PlacedMotion by_keyframes(const Scene& scene, const Motion& motion) {
    const Real arm = arm_of(scene, motion.pivot);
    return {placed_motion(scene, motion), motion.path_bound(arm), motion.speed_bound(arm)};
}

PlacedMotion by_node(const Scene& scene, Assets& assets, const NodeAnimation& animation) {
    const std::string path = animation.file.path.string();
    const auto bytes = assets.once<std::string>(path, [&] { return read_with_buffers(animation.file, assets); });
    const NodeMotion node = read_node_animation(*bytes, path, animation.node, animation.clip);
    const PoseTrack track = node.track.relative_to(node.rest);
    const Real arm = arm_of(scene, Vec3::Zero());
    return {track.seen_from(simulation_origin(scene)), track.path_bound(arm), track.speed_bound(arm)};
}

// Every file is placed as the obstacle's shape is.
PlacedMotion by_sequence(const Scene& scene, Assets& assets, const MeshShape& shape, const MeshSequence& sequence,
                         Real band) {
    auto animation = std::make_shared<AnimatedMesh>(sequence.interpolation);
    const std::vector<FrameFile> files = expand_sequence(sequence.files.path.string());
    for (const FrameFile& file : files) {
        const double time = (file.frame - files.front().frame) / sequence.frame_rate;
        InputFile frame(std::filesystem::path(sequence.files.name).replace_filename(file.path.filename()).string());
        frame.path = file.path;
        const auto mesh = placed_mesh(read_mesh(frame, assets), shape, simulation_origin(scene));
        animation->add(time, mesh, file.path.string());
    }
    const Real speed = animation->speed_bound();
    return {BendingMesh{animation, {}, band}, speed * static_cast<Real>(animation->times().back()), speed};
}

// The rig is placed as the obstacle's shape is, and carried by the keyframes; where it goes is not bounded.
PlacedMotion by_rig(const Run& run, const Scene& scene, Assets& assets, const Obstacle& obstacle, Real band) {
    const auto motion = place_rig(run, scene, assets, obstacle);
    return {BendingMesh{motion, {}, band}, std::numeric_limits<Real>::infinity(), motion->speed_bound()};
}

// A rigid body may come anywhere, as fast as everything.
PlacedMotion by_forces(const Scene& scene, const SceneBody& body) {
    const Box3 domain = domain_box(scene);
    const Real fall = std::sqrt(2.0f * domain.size().dot(scene.gravity.cwiseAbs()));
    return {MovedBySolver{}, domain.diagonal(),
            body.velocity.norm() + body.spin.norm() * domain.diagonal() + keyframe_speed(scene, body.motion) + fall};
}

// Where a solid is when the simulation begins.
RigidTransform start_pose(const Scene& scene, std::size_t k, const Body& solid) {
    const double start = start_time(scene);
    if (k < scene.obstacles.size()) return solid.state_at(start).pose;
    const SceneBody& body = scene.bodies[k - scene.obstacles.size()];
    const auto covers = [&](const HoldTime& hold) { return hold.from <= start && start < hold.until; };
    return std::ranges::any_of(body.held, covers) ? placed_motion(scene, body.motion).at(start) : RigidTransform{};
}

PlacedMotion motion_of(const Run& run, const Scene& scene, Assets& assets, std::size_t k, const Obstacle& obstacle,
                       Real band) {
    if (k >= scene.obstacles.size()) return by_forces(scene, scene.bodies[k - scene.obstacles.size()]);
    const std::string path = path_of_solid(scene, k);
    if (obstacle.animation)
        return blame(path + ".animation", [&] { return by_node(scene, assets, *obstacle.animation); });
    if (obstacle.sequence)
        return blame(path + ".sequence.files", [&] {
            return by_sequence(scene, assets, std::get<MeshShape>(obstacle.shape), *obstacle.sequence, band);
        });
    if (obstacle.rig) return blame(path + ".rig", [&] { return by_rig(run, scene, assets, obstacle, band); });
    return by_keyframes(scene, obstacle.motion);
}

}  // namespace

Real PlacedObstacle::distance(const Vec3& p) const {
    Real nearest = std::numeric_limits<Real>::infinity();
    periodic.for_each_shift(
        [&](const Vec3& shift) { nearest = std::min(nearest, field.signed_distance(start.apply_inverse(p + shift))); });
    return inverted ? -nearest : nearest;
}

Body PlacedObstacle::body(std::vector<Vec3> samples) const {
    Body body;
    body.name = name;
    body.friction = friction;
    body.inverted = inverted;
    body.rest_distance = field.signed_distance;
    body.samples = std::move(samples);
    body.motion = motion;
    body.max_speed = max_speed;
    body.periodic = periodic;
    if (auto* bending = std::get_if<BendingMesh>(&body.motion))
        bending->ties = MeshSamples(bending->animation->at(0.0), body.samples);
    return body;
}

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const PlacedObstacle& obstacle : obstacles) nearest = std::min(nearest, obstacle.distance(p));
    return nearest;
}

std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, Assets& assets, Real band) {
    const Vec3d origin = simulation_origin(scene);
    std::vector<PlacedObstacle> placed;
    const std::vector<Obstacle> solids = solids_of(scene);
    for (std::size_t k = 0; k < solids.size(); ++k) {
        const Obstacle& obstacle = solids[k];
        run.throw_if_stopped();
        const ShapeField field = shape_field(obstacle.shape, origin, assets, band);
        run.throw_if_stopped();
        const bool told = !field.remarks.empty() && !obstacle.rig;  // a rig has been checked without its seams
        if (told) run.warn(fmt::format("'{}': {}", obstacle.name, field.remarks));
        const PlacedMotion moves = motion_of(run, scene, assets, k, obstacle, band);
        placed.push_back({obstacle.name,
                          field,
                          obstacle.inverted,
                          moves.motion,
                          obstacle.friction,
                          periodic_box(scene),
                          moves.path,
                          moves.max_speed,
                          {}});
        placed.back().start = start_pose(scene, k, placed.back().body({}));
    }
    return placed;
}

Motion placed_motion(const Scene& scene, Motion motion) {
    motion.pivot = (motion.pivot.cast<double>() - simulation_origin(scene)).cast<Real>();
    return motion;
}

Real keyframe_speed(const Scene& scene, const Motion& motion) {
    return motion.speed_bound(arm_of(scene, motion.pivot));
}

}  // namespace lamella
