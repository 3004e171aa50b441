#include <lamella/pipeline/frame_bodies.hpp>

#include <lamella/scene/scene.hpp>

namespace lamella {

FrameBodies::FrameBodies(const Scene& scene, int frame, const std::filesystem::path& poses)
    : scene_(scene), frame_(frame) {
    if (std::filesystem::is_regular_file(poses)) written_ = read_poses(poses);
}

RigidTransform FrameBodies::pose(const Obstacle& obstacle) const {
    const BodyPose* body = written_.find(obstacle.name);
    return body ? body->pose : obstacle.motion.at((frame_ - 1) / scene_.frame_rate);
}

// Without what was written, points move to where they are in the next frame.
TriangleMesh FrameBodies::placed(const Obstacle& obstacle, const TriangleMesh& rest) const {
    TriangleMesh mesh = rest;
    const BodyPose* body = written_.find(obstacle.name);
    const RigidTransform now = pose(obstacle);
    const RigidTransform next = obstacle.motion.at(frame_ / scene_.frame_rate);
    mesh.attributes.resize(mesh.vertex_count());
    auto& v = mesh.attributes.add<Vec3Column>("v");
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Vec3 p = rest.positions[i];
        const Vec3 x = now.apply(p);
        mesh.positions[i] = x;
        v.set(i, body ? Vec3(body->velocity + cross(body->spin, Vec3(x - now.translation)))
                      : Vec3((next.apply(p) - x) * static_cast<Real>(scene_.frame_rate)));
    }
    return mesh;
}

}  // namespace lamella
