#include <lamella/io/mesh_file.hpp>
#include <lamella/pipeline/frame_bodies.hpp>
#include <lamella/pipeline/scene_walls.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>

namespace lamella {
namespace {

Box3 walls_of(const Domain& domain) {
    Box3 box = SurfaceWalls{}.box;
    for (int axis = 0; axis < 3; ++axis) {
        if (is_wall(domain, axis, 0)) box.min[axis] = static_cast<Real>(domain.min[axis]);
        if (is_wall(domain, axis, 1)) box.max[axis] = static_cast<Real>(domain.max[axis]);
    }
    return box;
}

// The obstacle and its images one period away: the liquid is no wider.
std::vector<Vec3> images(const Domain& domain) {
    std::vector<Vec3> shifts{Vec3::Zero()};
    for (int axis = 0; axis < 3; ++axis) {
        if (!domain.periodic[static_cast<std::size_t>(axis)]) continue;
        const auto period = static_cast<Real>(domain.max[axis] - domain.min[axis]);
        const std::vector<Vec3> before = shifts;
        for (const Real side : {-1.0f, 1.0f})
            for (const Vec3& shift : before) shifts.emplace_back(shift + side * period * Vec3::Unit(axis));
    }
    return shifts;
}

// By the first obstacle: the level set goes on below its skin, and films are thinner than cells that would cut it
// there.
bool is_carried(const Scene& scene) {
    return std::visit([](const auto& solver) { return solver.needs().skins; }, scene.solver);
}

}  // namespace

SceneWalls::SceneWalls(const Scene& scene, Assets& assets, const RunFolder& folder, Real cell)
    : scene_(scene), folder_(folder), band_(SurfaceWalls::band(cell)) {
    const std::vector<Obstacle> solids = solids_of(scene);
    for (const Obstacle& solid : std::span(solids).subspan(is_carried(scene) && !solids.empty() ? 1 : 0))
        solids_.push_back(
            {solid, solid.bends() ? ShapeField{} : shape_field(solid.shape, Vec3d::Zero(), assets, band_)});
}

std::function<Real(const Vec3&)> SceneWalls::distance_of(const Rest& rest, const RigidTransform& pose,
                                                         int frame) const {
    if (!rest.solid.bends())
        return [field = rest.field.signed_distance, pose](const Vec3& p) { return field(pose.apply_inverse(p)); };
    const auto file = folder_.path(part_of(Stage::simulate, PartKind::mesh, rest.solid.name), frame);
    if (!std::filesystem::is_regular_file(file)) return {};
    return [mesh = std::make_shared<const MeshDistance>(read_mesh(file)), band = band_](const Vec3& p) {
        return mesh->signed_distance(p, band);
    };
}

SurfaceWalls SceneWalls::at(int frame) const {
    SurfaceWalls walls;
    walls.box = walls_of(scene_.domain);
    struct Solid {
        std::function<Real(const Vec3&)> distance;
        Real side;  // -1 where the solid is what is outside the shape
    };
    std::vector<Solid> solids;
    const FrameBodies bodies(scene_, frame, folder_.path(poses_part(), frame));
    for (const Rest& rest : solids_)
        if (auto distance = distance_of(rest, bodies.pose(rest.solid), frame))
            solids.push_back({std::move(distance), rest.solid.inverted ? -1.0f : 1.0f});
    if (solids.empty()) return walls;
    walls.bodies = [solids, shifts = images(scene_.domain)](const Vec3& p) {
        Real nearest = SurfaceWalls::kNoWall;
        for (const Solid& solid : solids) {
            Real own = SurfaceWalls::kNoWall;
            for (const Vec3& shift : shifts) own = std::min(own, solid.distance(p + shift));
            nearest = std::min(nearest, solid.side * own);
        }
        return nearest;
    };
    return walls;
}

}  // namespace lamella
