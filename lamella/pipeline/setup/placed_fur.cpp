#include <lamella/core/error.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_fur.hpp>
#include <lamella/pipeline/setup/skin_numbers.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {
namespace {

// The radii that the strands have in their file go with its scale.
Strands placed_strands(Strands strands, const FurGrowth& growth, const AffineMap& placing) {
    auto& x = strands.points.get<Vec3Column>("P");
    for (Index i = 0; i < x.size(); ++i)
        x.set(i, (placing.topLeftCorner<3, 3>() * x[i].cast<double>() + placing.col(3).head<3>()).cast<Real>());
    const bool has_radii = strands.points.find<ScalarColumn>("pscale") != nullptr;
    auto& radius = strands.points.add<ScalarColumn>("pscale");
    const auto axis = [&](int a) { return Vec3d(placing.col(a).head<3>()); };
    const auto scale = static_cast<Real>(std::cbrt(std::abs(axis(0).dot(cross(axis(1), axis(2))))));
    const Real own = growth.radius * std::sqrt(growth.hairs);
    for (Index i = 0; i < radius.size(); ++i) radius[i] = has_radii ? scale * radius[i] : own;
    return strands;
}

RootedStrands strands_of_file(const Scene& scene, const SceneFur& fur, const TriangleMesh& skin,
                              const AffineMap& placing, Assets& assets) {
    const std::string name = fur.file->path.string();
    Strands strands = parse_strands(assets.read(*fur.file), fur.file->path);
    if (strands.count() == 0) throw InputError(name + ": there are no curves in it");
    return rooted_on(skin, placed_strands(std::move(strands), fur.growth, placing), fur.growth.hairs,
                     scene.particle_spacing, name);
}

}  // namespace

std::shared_ptr<const RootedStrands> place_fur(const Scene& scene, std::size_t obstacle,
                                               const std::shared_ptr<const TriangleMesh>& skin,
                                               const AffineMap& placing, Assets& assets) {
    const SceneFur& fur = *scene.obstacles[obstacle].fur;
    const std::string path = fmt::format("obstacles[{}].fur", obstacle);
    if (fur.file)
        return blame(path + ".file", [&] {
            return std::make_shared<const RootedStrands>(strands_of_file(scene, fur, *skin, placing, assets));
        });
    SkinNumber groom;
    if (fur.groom)
        groom = blame(path + ".groom", [&] { return skin_number(*fur.groom, skin, simulation_origin(scene), assets); });
    return blame(path, [&] {
        return std::make_shared<const RootedStrands>(
            grow_fur(*skin, fur.growth, groom, static_cast<std::uint64_t>(scene.seed)));
    });
}

}  // namespace lamella
