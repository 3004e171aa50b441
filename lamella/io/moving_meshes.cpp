#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/gltf/gltf_writer.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/moving_meshes.hpp>
#include <lamella/io/usd/usda_moving.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace lamella {
namespace {

// From y up to z up.
Mat3d turn_to(UpAxis up) {
    if (up == UpAxis::y) return Mat3d::Identity();
    Mat3d turn;
    turn << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    return turn;
}

}  // namespace

PivotedMesh pivoted(const MovingMesh& moving, UpAxis up) {
    PivotedMesh result{moving.name, moving.mesh, {}, {}};
    const Vec3 pivot = bounds(moving.mesh).centre();
    for (Vec3& p : result.mesh.positions) p -= pivot;
    if (up == UpAxis::z) y_up_to_z_up(result.mesh);
    result.mesh.attributes.remove("v");
    const Mat3d turn = turn_to(up);
    Eigen::Quaterniond last = Eigen::Quaterniond::Identity();
    for (const RigidTransform& pose : moving.poses) {
        const Mat3d rotation = pose.rotation.cast<double>();
        result.translations.emplace_back(turn * (rotation * pivot.cast<double>() + pose.translation.cast<double>()));
        Eigen::Quaterniond q(Mat3d(turn * rotation * turn.transpose()));
        q.normalize();
        if (q.dot(last) < 0.0) q.coeffs() = -q.coeffs();
        result.orients.push_back({q.x(), q.y(), q.z(), q.w()});
        last = q;
    }
    return result;
}

void require_moving_ending(const std::filesystem::path& path, UpAxis up) {
    const std::string ending = ending_of(path);
    if (ending != ".usda" && ending != ".glb" && ending != ".gltf")
        throw InputError(fmt::format("{}: the bodies of a run are written to .usda, .glb or .gltf, not to '{}'",
                                     path.string(), ending));
    require_up_axis(path, up);
}

void write_moving_meshes(const std::filesystem::path& path, const MovingMeshes& bodies, const Provenance& provenance,
                         UpAxis up) {
    require_moving_ending(path, up);
    const std::string ending = ending_of(path);
    if (ending == ".usda")
        write_usda_moving(path, bodies, provenance, up);
    else
        write_file(path, ending == ".glb" ? write_glb(bodies, provenance) : write_gltf(bodies, provenance));
}

}  // namespace lamella
