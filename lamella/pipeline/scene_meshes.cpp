#include <lamella/geometry/motion.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/scene_meshes.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <map>

namespace lamella {
namespace {

std::shared_ptr<const LoadedMesh> placed(const TriangleMesh& read, const MeshShape& shape, const Vec3d& origin,
                                         MeshUse use) {
    TriangleMesh mesh = placed_mesh(read, shape, origin);
    auto distance = use == MeshUse::distances ? std::make_unique<const MeshDistance>(mesh) : nullptr;
    return std::make_shared<const LoadedMesh>(LoadedMesh{origin, std::move(mesh), std::move(distance)});
}

}  // namespace

TriangleMesh placed_mesh(TriangleMesh mesh, const MeshShape& shape, const Vec3d& origin) {
    Motion turn;
    turn.keys.push_back(Keyframe{0.0f, shape.translation, shape.rotation});
    const RigidTransform pose = turn.at(0.0);
    for (Vec3& p : mesh.positions) p = (pose.apply(shape.scale * p).cast<double>() - origin).cast<Real>();
    return mesh;
}

Scene with_meshes(const Run& run, Scene scene, MeshUse use) {
    const Vec3d origin = use == MeshUse::distances ? simulation_origin(scene) : Vec3d::Zero().eval();
    std::map<std::string, TriangleMesh> files;
    for_each_shape(scene, [&](Shape& shape, const std::string& path) {
        auto* mesh = std::get_if<MeshShape>(&shape);
        if (!mesh) return;
        run.throw_if_stopped();
        blame(path + ".file", [&] {
            if (!files.contains(mesh->file)) files.emplace(mesh->file, read_mesh(mesh->file));
            run.throw_if_stopped();
            mesh->loaded = placed(files.at(mesh->file), *mesh, origin, use);
        });
    });
    return scene;
}

std::shared_ptr<const LoadedMesh> loaded_mesh(const MeshShape& shape, const Vec3d& origin, MeshUse use) {
    const bool serves =
        shape.loaded && shape.loaded->origin == origin && (use == MeshUse::pictures || shape.loaded->distance);
    return serves ? shape.loaded : placed(read_mesh(shape.file), shape, origin, use);
}

}  // namespace lamella
