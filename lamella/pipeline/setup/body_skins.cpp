#include <lamella/pipeline/setup/body_skins.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene.hpp>
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

}  // namespace

std::vector<BodySkin> body_skins(const Scene& scene, Assets& assets, const std::vector<PlacedObstacle>& placed) {
    std::vector<BodySkin> skins;
    const std::vector<Obstacle> solids = solids_of(scene);
    for (std::size_t k = 0; k < placed.size(); ++k) {
        const Obstacle& obstacle = solids[k];
        BodySkin& skin = skins.emplace_back();
        skin.bounds = placed[k].field.bounds;
        skin.bends_by_files = obstacle.sequence.has_value();
        if (!obstacle.rig) continue;
        const auto& shape = std::get<MeshShape>(obstacle.shape);
        const auto rig = read_rig(shape.file, obstacle.rig->clip, assets);
        skin.rig = std::make_shared<const Rig>(in_axes(*rig, placing(shape, simulation_origin(scene))));
        skin.playback = {obstacle.rig->start, obstacle.rig->speed, obstacle.rig->loop};
        skin.carried = placed_motion(scene, obstacle.motion);
    }
    return skins;
}

}  // namespace lamella
