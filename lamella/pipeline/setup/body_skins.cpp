#include <lamella/pipeline/setup/body_skins.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_fur.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/skin_numbers.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

namespace lamella {
namespace {

// The map by which a shape's mesh is placed.
AffineMap placing(const MeshShape& shape, const Vec3d& origin) {
    TriangleMesh corners;
    corners.positions = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    const std::vector<Vec3> at = placed_mesh(std::move(corners), shape, origin).positions;
    AffineMap map = AffineMap::Identity();
    for (int a = 0; a < 3; ++a) map.col(a).head<3>() = (at[static_cast<std::size_t>(a) + 1] - at[0]).cast<double>();
    map.col(3).head<3>() = at[0].cast<double>();
    return map;
}

// How the axes of its file, or those of the scene, lie in the simulation's.
AffineMap axes_of(const Obstacle& obstacle, const Vec3d& origin) {
    if (const auto* mesh = std::get_if<MeshShape>(&obstacle.shape)) return placing(*mesh, origin);
    AffineMap map = AffineMap::Identity();
    map.col(3).head<3>() = -origin;
    return map;
}

// What is painted and grows on it.
void dress(const Scene& scene, std::size_t k, Assets& assets, BodySkin& skin) {
    const Obstacle& obstacle = scene.obstacles[k];
    if (!obstacle.adhesion && !obstacle.drag && !obstacle.fur) return;
    const Vec3d origin = simulation_origin(scene);
    if (skin.rig)
        skin.surface = std::shared_ptr<const TriangleMesh>(skin.rig, &skin.rig->mesh);
    else
        skin.surface =
            std::make_shared<const TriangleMesh>(shape_mesh(obstacle.shape, origin, assets, scene.particle_spacing));
    const std::string path = path_of_solid(scene, k);
    const auto number = [&](const char* word, const std::optional<SkinPaint>& paint) {
        return blame(path + "." + word, [&] { return skin_number(*paint, skin.surface, origin, assets); });
    };
    if (obstacle.adhesion) skin.adhesion = number("adhesion", obstacle.adhesion);
    if (obstacle.drag) skin.drag = number("drag", obstacle.drag);
    if (obstacle.fur) skin.fur = place_fur(scene, k, skin.surface, axes_of(obstacle, origin), assets);
}

}  // namespace

std::vector<BodySkin> body_skins(const Scene& scene, Assets& assets, const std::vector<PlacedObstacle>& placed) {
    std::vector<BodySkin> skins;
    const std::vector<Obstacle> solids = solids_of(scene);
    for (std::size_t k = 0; k < placed.size(); ++k) {
        const Obstacle& obstacle = solids[k];
        BodySkin& skin = skins.emplace_back();
        skin.bounds = placed[k].field.bounds;
        skin.bends_by_files = obstacle.sequence.has_value();
        if (obstacle.rig) {
            const auto& shape = std::get<MeshShape>(obstacle.shape);
            const auto rig = read_rig(shape.file, obstacle.rig->clip, assets);
            skin.rig = std::make_shared<const Rig>(in_axes(*rig, placing(shape, simulation_origin(scene))));
            skin.playback = {obstacle.rig->start, obstacle.rig->speed, obstacle.rig->loop};
            skin.carried = placed_motion(scene, obstacle.motion);
        }
        if (k < scene.obstacles.size()) dress(scene, k, assets, skin);
    }
    return skins;
}

}  // namespace lamella
