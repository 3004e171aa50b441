#include <lamella/core/overloaded.hpp>
#include <lamella/pipeline/scene_remarks.hpp>
#include <lamella/pipeline/setup/emitter_remark.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/json_path.hpp>
#include <lamella/scene/placed_sentence.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

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

// Through which faces it reaches: "x- and y+".
std::string faces_beyond(const Scene& scene, const Box3& box) {
    const Box3 domain = domain_of(scene);
    const Real tolerance = 0.5f * scene.particle_spacing;
    std::string faces;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2 && !scene.domain.periodic[static_cast<std::size_t>(axis)]; ++side) {
            const Real beyond = side == 0 ? domain.min[axis] - box.min[axis] : box.max[axis] - domain.max[axis];
            if (beyond > tolerance)
                faces += (faces.empty() ? "" : " and ") +
                         std::string(enum_words<DomainFace>[static_cast<std::size_t>(2 * axis + side)]);
        }
    return faces;
}

// Of a shape that holds liquid or lets it in; half spaces reach out of every domain.
std::string reach_remark(const Scene& scene, const std::string& path, const Box3& box) {
    if (!std::isfinite(box.size().maxCoeff())) return "";
    const std::string faces = faces_beyond(scene, box);
    if (faces.empty()) return "";
    return fmt::format("{} reaches out of the domain (beyond {}): what lies outside is cut off", path, faces);
}

bool outside(const Scene& scene, const Vec3& point) {
    return !domain_of(scene).padded(1e-3f * scene.particle_spacing).contains(point);
}

// Of what is measured at a place where there is never liquid.
std::string probe_remark(const Scene& scene, const NamedProbe& probe) {
    const auto* point = std::get_if<PointProbe>(&probe.probe);
    if (!point || !outside(scene, point->at)) return "";
    return fmt::format("probe '{}' at ({}, {}, {}) lies outside the domain: it finds no liquid", probe.name,
                       point->at.x(), point->at.y(), point->at.z());
}

// Of a surface of which nothing is left.
std::string clip_remark(const Scene& scene) {
    if (!scene.surface) return "";
    const auto& clip = std::visit([](const auto& field) { return field.mesh.clip; }, *scene.surface);
    if (!clip) return "";
    const Box3 box{clip->min.cast<Real>(), clip->max.cast<Real>()};
    return intersection(box, domain_of(scene)).empty()
               ? "'surface.clip' lies outside the domain: nothing of the surface is left"
               : "";
}

// Of colours that nothing has: surfaces of liquids have their material.
std::string colour_remark(const Scene& scene) {
    if (!scene.render || scene.render->show != Show::surface || !scene.solids.empty()) return "";
    if (std::holds_alternative<SkinnedParameters>(scene.solver)) return "";
    if (scene.render->colour_by == RenderSettings{}.colour_by) return "";
    return "'render.colour_by' colours particles; the surface keeps its material unless 'show' is \"particles\"";
}

std::string start_remark(const Scene& scene, const Emitter& emitter) {
    const double start = std::visit([](const auto& e) { return e.start; }, emitter.method);
    const double end = (scene.frames - 1) / scene.frame_rate;
    if (!(start >= end) || scene.frames == 1) return "";
    return fmt::format("the emitter starts at {:.4g} s, and the last frame is at {:.4g} s: it lets in nothing", start,
                       end);
}

std::string thin_remark(const Scene& scene, const Box3& box) {
    const Real size = box.size().minCoeff();
    if (!(size < 0.99f * scene.particle_spacing)) return "";
    return fmt::format("the emitter measures {}, thinner than a particle ({} m): it lets in single particles at most",
                       size_text(box), scene.particle_spacing);
}

std::string nozzle_remark(const Scene& scene, const DiscEmitter& disc) {
    const std::string remark = emitter_remark(disc, scene.domain, scene.particle_spacing);
    if (remark.empty()) return "";
    return fmt::format("emitter at ({}, {}, {}): {}", disc.centre.x(), disc.centre.y(), disc.centre.z(), remark);
}

class Remarks {
public:
    explicit Remarks(const LoadedScene& loaded) : loaded_(loaded), scene_(*loaded.scene) {}

    void on_units() {
        for_each_shape(scene_, [&](const Shape& shape, const std::string& path) {
            if (const auto* mesh = std::get_if<MeshShape>(&shape))
                add(path, unit_remark(scene_, path, *mesh, box_of(shape)));
        });
    }
    void on_obstacles() {
        for (std::size_t k = 0; k < scene_.obstacles.size(); ++k) {
            const Obstacle& obstacle = scene_.obstacles[k];
            add(fmt::format("obstacles[{}]", k), obstacle_remark(scene_, obstacle, box_of(obstacle.shape)));
        }
    }
    void on_liquid() {
        for (std::size_t f = 0; f < scene_.fluids.size(); ++f) {
            const Fluid& fluid = scene_.fluids[f];
            for (std::size_t k = 0; k < fluid.shapes.size(); ++k)
                on_reach(fmt::format("fluids[{}].shapes[{}]", f, k), fluid.shapes[k].shape);
            for (std::size_t k = 0; k < fluid.emitters.size(); ++k)
                on_emitter(fmt::format("fluids[{}].emitters[{}]", f, k), fluid.emitters[k]);
        }
    }
    void on_results() {
        add("surface.clip", clip_remark(scene_));
        add("render.colour_by", colour_remark(scene_));
        for (std::size_t k = 0; k < scene_.output.probes.size(); ++k)
            add(fmt::format("output.probes[{}]", k), probe_remark(scene_, scene_.output.probes[k]));
    }
    std::vector<std::string> take() { return std::move(remarks_); }

private:
    void add(const std::string& path, const std::string& remark) {
        if (!remark.empty()) remarks_.push_back(placed_sentence(loaded_.file, place_of(loaded_.json, path), remark));
    }
    // In the scene's own coordinates.
    Box3 box_of(const Shape& shape) const {
        const Vec3d origin = scene_.domain.min;
        const Box3 box = shape_bounds(shape, origin, *loaded_.assets);
        const Vec3 shift = origin.cast<Real>();
        return {box.min + shift, box.max + shift};
    }
    void on_reach(const std::string& path, const Shape& shape) { add(path, reach_remark(scene_, path, box_of(shape))); }
    void on_emitter(const std::string& path, const Emitter& emitter) {
        std::visit(Overloaded{[&](const DiscEmitter& disc) { add(path, nozzle_remark(scene_, disc)); },
                              [&](const VolumeEmitter& volume) {
                                  on_reach(path, volume.shape);
                                  add(path, thin_remark(scene_, box_of(volume.shape)));
                              }},
                   emitter.method);
        add(path, start_remark(scene_, emitter));
    }

    const LoadedScene& loaded_;
    const Scene& scene_;
    std::vector<std::string> remarks_;
};

}  // namespace

std::vector<std::string> scene_remarks(const LoadedScene& loaded) {
    Remarks remarks(loaded);
    remarks.on_units();
    remarks.on_obstacles();
    remarks.on_liquid();
    remarks.on_results();
    return remarks.take();
}

}  // namespace lamella
