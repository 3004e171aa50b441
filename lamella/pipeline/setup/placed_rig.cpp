#include <lamella/core/error.hpp>
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_obstacles.hpp>
#include <lamella/pipeline/setup/placed_rig.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {
namespace {

// What is wrong with the surface of a character; empty when nothing is.
std::string surface_fault(const Rig& rig) {
    const MeshReport report = check_mesh(welded(rig.mesh));
    if (!report.closed())
        return fmt::format("the mesh is open: {} edges have one triangle only, where a closed one has none",
                           report.boundary_edges);
    if (!report.oriented())
        return fmt::format("the mesh has {} edges whose triangles turn opposite ways", report.inconsistent_edges);
    if (report.volume < 0.0) return "the mesh is inside out: its triangles turn clockwise seen from outside";
    return {};
}

// Whether what fills the box, carried by keyframes, is ever in the domain.
bool ever_reaches(const Scene& scene, const Box3& box, const Motion& motion) {
    constexpr int kBetween = 32;  // moments between two keys
    const Real reach = 0.5f * box.diagonal();
    const auto near = [&](double t) {
        const Vec3 centre = motion.at(t).apply(box.centre());
        return !intersection(domain_box(scene), {centre.array() - reach, centre.array() + reach}).empty();
    };
    if (motion.keys.empty()) return !intersection(domain_box(scene), box).empty();
    for (std::size_t k = 1; k < motion.keys.size(); ++k)
        for (int s = 0; s < kBetween; ++s)
            if (near(std::lerp(motion.keys[k - 1].time, motion.keys[k].time, static_cast<Real>(s) / kBetween)))
                return true;
    return near(motion.keys.front().time) || near(motion.keys.back().time);
}

}  // namespace

std::shared_ptr<const RigMotion> place_rig(const Run& run, const Scene& scene, Assets& assets,
                                           const Obstacle& obstacle) {
    const auto& shape = std::get<MeshShape>(obstacle.shape);
    const std::string path = shape.file.path.string();
    const auto rig = read_rig(shape.file, obstacle.rig->clip, assets);
    if (const std::string fault = surface_fault(*rig); !fault.empty()) throw InputError(path + ": " + fault);
    const Motion carried = placed_motion(scene, obstacle.motion);
    const auto place = [shape, origin = simulation_origin(scene)](TriangleMesh mesh) {
        return placed_mesh(std::move(mesh), shape, origin);
    };
    const RigPlayback playback{obstacle.rig->start, obstacle.rig->speed, obstacle.rig->loop};
    const auto motion = std::make_shared<const RigMotion>(rig, playback, place, carried, path);
    if (!ever_reaches(scene, motion->bounds(), carried))
        throw InputError(fmt::format("{}: the character is outside the domain all the time", path));
    if (motion->leap() > scene.particle_spacing)
        run.warn(fmt::format("'{}': the clip does not end as it begins: it leaps by {:.2g} m when it is repeated",
                             obstacle.name, motion->leap()));
    return motion;
}

}  // namespace lamella
