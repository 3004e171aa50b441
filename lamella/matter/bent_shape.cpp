#include <lamella/matter/bent_shape.hpp>

namespace lamella {

BentShape::BentShape(const VertexMotion& animation, const MeshSamples& samples, double time, Real band)
    : mesh_(animation.at(time)),
      velocities_(animation.velocities(time)),
      samples_(static_cast<std::size_t>(samples.size())),
      sample_velocities_(samples_.size()),
      band_(band) {
    samples.positions(mesh_.positions, samples_);
    samples.velocities(mesh_.positions, velocities_, sample_velocities_);
}

TriangleMesh BentShape::moving_mesh() const {
    TriangleMesh mesh = mesh_;
    mesh.attributes.resize(mesh.vertex_count());
    auto& v = mesh.attributes.add<Vec3Column>("v");
    for (Index i = 0; i < v.size(); ++i) v.set(i, velocities_[static_cast<std::size_t>(i)]);
    return mesh;
}

const MeshDistance& BentShape::distance() const {
    std::call_once(built_, [this] { distance_.emplace(mesh_); });
    return *distance_;
}

Vec3 BentShape::velocity(const Vec3& x) const {
    const ClosestPoint closest = distance().closest_point(x);
    if (!closest.found()) return Vec3::Zero();
    const Vec3i& corners = mesh_.triangles[static_cast<std::size_t>(closest.triangle)];
    Vec3 sum = Vec3::Zero();
    for (int c = 0; c < 3; ++c) sum += closest.barycentric[c] * velocities_[static_cast<std::size_t>(corners[c])];
    return sum;
}

}  // namespace lamella
