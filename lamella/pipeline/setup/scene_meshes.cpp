#include <lamella/geometry/motion.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/gltf/gltf_rig.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

std::string text_of(const auto& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); }

std::string key_of(const MeshShape& shape, const Vec3d& origin) {
    return fmt::format("{}; {}; {}; {}; {}; {}; {}", shape.file.path.string(), shape.scale, text_of(shape.stretch),
                       text_of(shape.rotation), text_of(shape.translation), text_of(origin),
                       shape.pose ? fmt::format("{}; {}", shape.pose->time, shape.pose->clip) : "");
}

}  // namespace

std::string read_with_buffers(const InputFile& file, Assets& assets) {
    std::string bytes = assets.read(file);
    if (ending_of(file.path) != ".gltf") return bytes;
    for (const std::string& name : gltf_buffer_files(bytes, file.path.string())) {
        InputFile buffer(std::filesystem::path(file.name).replace_filename(name).string());
        buffer.path = std::filesystem::path(file.path).replace_filename(name);
        assets.read(buffer);
    }
    return bytes;
}

TriangleMesh read_mesh(const InputFile& file, Assets& assets) {
    require_mesh_ending_in(file.path);  // before the file is read
    return parse_mesh(read_with_buffers(file, assets), file.path);
}

std::shared_ptr<const Rig> read_rig(const InputFile& file, const std::string& clip, Assets& assets) {
    const std::string path = file.path.string();
    if (ending_of(path) != ".gltf" && ending_of(path) != ".glb")
        throw InputError(path + ": a rig is read from glTF files (.gltf, .glb)");
    return assets.once<Rig>(path + "; " + clip,
                            [&] { return read_gltf_rig(read_with_buffers(file, assets), path, clip); });
}

TriangleMesh placed_mesh(TriangleMesh mesh, const MeshShape& shape, const Vec3d& origin) {
    Motion turn;
    turn.keys.push_back(Keyframe{0.0f, shape.translation, shape.rotation});
    const RigidTransform pose = turn.at(0.0);
    for (Vec3& p : mesh.positions)
        p = (pose.apply(shape.scale * shape.stretch.cwiseProduct(p)).cast<double>() - origin).cast<Real>();
    if (auto* normals = mesh.attributes.find<Vec3Column>("N"))
        for (Index i = 0; i < normals->size(); ++i)
            normals->set(i, (pose.rotation * (*normals)[i].cwiseQuotient(shape.stretch)).stableNormalized());
    return mesh;
}

std::shared_ptr<const TriangleMesh> mesh_of(const MeshShape& shape, const Vec3d& origin, Assets& assets) {
    if (shape.pose)
        return assets.once<TriangleMesh>(key_of(shape, origin), [&] {
            const auto rig = read_rig(shape.file, shape.pose->clip, assets);
            return placed_mesh(rig->at(rig->begin + shape.pose->time), shape, origin);
        });
    const auto as_read =
        assets.once<TriangleMesh>(shape.file.path.string(), [&] { return read_mesh(shape.file, assets); });
    return assets.once<TriangleMesh>(key_of(shape, origin), [&] { return placed_mesh(*as_read, shape, origin); });
}

std::shared_ptr<const MeshDistance> distance_of(const MeshShape& shape, const Vec3d& origin, Assets& assets) {
    return assets.once<MeshDistance>(key_of(shape, origin),
                                     [&] { return MeshDistance(*mesh_of(shape, origin, assets)); });
}

void read_meshes(const Run& run, const Scene& scene, Assets& assets, MeshUse use) {
    const Vec3d origin = use == MeshUse::distances ? simulation_origin(scene) : Vec3d::Zero().eval();
    for_each_shape(scene, [&](const Shape& shape, const std::string& path) {
        const auto* mesh = std::get_if<MeshShape>(&shape);
        if (!mesh) return;
        run.throw_if_stopped();
        // A clip that is not there is no fault of the shape.
        blame(mesh->pose ? path.substr(0, path.rfind('.')) + ".rig" : path + ".file", [&] {
            mesh_of(*mesh, origin, assets);
            run.throw_if_stopped();
            if (use == MeshUse::distances) distance_of(*mesh, origin, assets);
        });
    });
}

}  // namespace lamella
