#include <lamella/pipeline/scene_remarks.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kAbsurd = 30.0f;  // times the domain, and shares of it

std::string size_text(const Box3& box) {
    const Vec3 size = box.size();
    return fmt::format("{:.3g} x {:.3g} x {:.3g} m", size.x(), size.y(), size.z());
}

Box3 domain_of(const Scene& scene) { return {scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()}; }

// A mesh that is larger or smaller than the domain by orders of magnitude is in another unit.
std::string unit_remark(const Scene& scene, const std::string& path, const MeshShape& shape, const Box3& box) {
    const Real ratio = box.diagonal() / domain_of(scene).diagonal();
    if (!(ratio > kAbsurd) && !(ratio < 1.0f / (kAbsurd * kAbsurd))) return "";
    const bool large = ratio > 1.0f;
    return fmt::format("{}: {} measures {} in a domain of {}; {}", path, shape.file.name, size_text(box),
                       size_text(domain_of(scene)),
                       large ? fmt::format("if it is in millimetres, say \"scale\": {:.3g}", 1e-3f * shape.scale)
                             : "if it is in another unit than metres, say so with 'scale'");
}

bool stands_still(const Obstacle& obstacle) {
    return obstacle.motion.keys.empty() && !obstacle.animation && !obstacle.bends();
}

std::string obstacle_remark(const Scene& scene, const Obstacle& obstacle, const Box3& box) {
    const Real size = box.size().maxCoeff();
    if (!std::isfinite(size)) return "";
    if (size < scene.particle_spacing)
        return fmt::format(
            "obstacle '{}' measures {}, less than one particle_spacing of {} m: the liquid hardly meets it",
            obstacle.name, size_text(box), scene.particle_spacing);
    if (stands_still(obstacle) && intersection(box, domain_of(scene)).empty())
        return fmt::format(
            "obstacle '{}' lies outside the domain, from ({}, {}, {}) to ({}, {}, {}) m: nothing meets it",
            obstacle.name, box.min.x(), box.min.y(), box.min.z(), box.max.x(), box.max.y(), box.max.z());
    return "";
}

}  // namespace

std::vector<std::string> scene_remarks(const Scene& scene, Assets& assets) {
    std::vector<std::string> remarks;
    const auto add = [&](std::string remark) {
        if (!remark.empty()) remarks.push_back(std::move(remark));
    };
    const Vec3d origin = scene.domain.min;
    const auto box_of = [&](const Shape& shape) {
        const Box3 box = shape_bounds(shape, origin, assets);
        const Vec3 shift = origin.cast<Real>();
        return Box3{box.min + shift, box.max + shift};
    };
    for_each_shape(scene, [&](const Shape& shape, const std::string& path) {
        if (const auto* mesh = std::get_if<MeshShape>(&shape)) add(unit_remark(scene, path, *mesh, box_of(shape)));
    });
    for (const Obstacle& obstacle : scene.obstacles) add(obstacle_remark(scene, obstacle, box_of(obstacle.shape)));
    return remarks;
}

}  // namespace lamella
