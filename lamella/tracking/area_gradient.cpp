#include <lamella/core/parallel.hpp>
#include <lamella/tracking/area_gradient.hpp>

namespace lamella {

std::vector<Vec3d> tension_forces(const ConnectedMesh& mesh) {
    std::vector<Vec3d> forces(mesh.positions.size());
    parallel_for("area gradient", mesh.vertex_slots(), [&](Index v) {
        Vec3d sum = Vec3d::Zero();
        const Vec3d x = mesh.positions[v].cast<double>();
        mesh.for_each_outgoing(v, [&](Index h) {
            const Vec3d p = mesh.positions[mesh.to(h)].cast<double>(),
                        q = mesh.positions[mesh.opposite(h)].cast<double>();
            const Vec3d normal = cross(Vec3d(p - x), Vec3d(q - x));
            const double twice_area = normal.norm();
            if (twice_area > 0.0) sum += cross(normal, Vec3d(p - q)) / (2.0 * twice_area);
        });
        forces[v] = sum;
    });
    return forces;
}

}  // namespace lamella
