#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/pipeline/body_export.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <map>
#include <string_view>

namespace lamella {
namespace {

// Why a solid has no transforms to be shown with; nothing where it has.
std::string unmoved(const Obstacle& solid) {
    if (solid.bends())
        return fmt::format("'{}' bends and is left out: its meshes are {}", solid.name,
                           part_of(Stage::simulate, PartKind::mesh, solid.name).pattern);
    if (solid.inverted) return fmt::format("'{}' is what is outside its shape and is left out", solid.name);
    if (std::holds_alternative<HalfSpaceShape>(solid.shape))
        return fmt::format("'{}' has no end and is left out", solid.name);
    return {};
}

void add_meshes(const Scene& scene, Assets& assets, BodyExport& result) {
    for (const Obstacle& solid : solids_of(scene)) {
        if (std::string why = unmoved(solid); !why.empty())
            result.notes.push_back(std::move(why));
        else
            result.bodies.meshes.push_back({solid.name, drawn_mesh(solid.shape, scene, assets), {}});
    }
}

void add_poses(const std::filesystem::path& file, std::vector<MovingMesh>& meshes) {
    const FramePoses poses = read_poses(file);
    std::map<std::string_view, const RigidTransform*> known;
    for (const BodyPose& body : poses.bodies) known.emplace(body.name, &body.pose);
    for (MovingMesh& mesh : meshes) {
        const auto body = known.find(mesh.name);
        if (body == known.end()) throw InputError(fmt::format("{}: there is no body '{}'", file.string(), mesh.name));
        mesh.poses.push_back(*body->second);
    }
}

}  // namespace

BodyExport bodies_of_run(const Run& run, const std::filesystem::path& path) {
    const RunFolder folder(path);
    const LoadedScene loaded = scene_of_run(path, {});
    const RunRecord record = folder.read_record();
    const std::vector<PartRecord> parts = record.parts(Stage::simulate, PartKind::poses);
    BodyExport result;
    result.scene_hash = record.scene_hash;
    result.bodies.frame_rate = loaded.scene->frame_rate;
    with_places(loaded, [&] {
        read_meshes(run, *loaded.scene, *loaded.assets, MeshUse::pictures);
        add_meshes(*loaded.scene, *loaded.assets, result);
    });
    if (parts.empty() || result.bodies.meshes.empty())
        throw InputError(fmt::format("{}: the run has no bodies that move as a whole", path.string()));
    result.bodies.frames = folder.frames(parts);
    for (const int frame : result.bodies.frames) {
        run.throw_if_stopped();
        add_poses(folder.path(parts.front(), frame), result.bodies.meshes);
    }
    return result;
}

}  // namespace lamella
