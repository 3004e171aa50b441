#include <lamella/scene/scene_shapes.hpp>

#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

namespace lamella {

Index first_frame(const Scene& scene) {
    for (const Fluid& fluid : scene.fluids)
        if (fluid.particles && fluid.particles->keep_time) return fluid.particles->frame.value_or(1);
    return 1;
}

std::vector<Obstacle> solids_of(const Scene& scene) {
    std::vector<Obstacle> solids = scene.obstacles;
    for (const SceneBody& body : scene.bodies) {
        Obstacle& solid = solids.emplace_back();
        solid.name = body.name;
        solid.shape = body.shape;
    }
    return solids;
}

std::string path_of_solid(const Scene& scene, std::size_t k) {
    const std::size_t n = scene.obstacles.size();
    return k < n ? fmt::format("obstacles[{}]", k) : fmt::format("bodies[{}]", k - n);
}

void for_each_shape(const Scene& scene, FunctionRef<void(const Shape&, const std::string&)> visit) {
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) {
        const Fluid& fluid = scene.fluids[f];
        for (std::size_t k = 0; k < fluid.shapes.size(); ++k)
            visit(fluid.shapes[k].shape, fmt::format("fluids[{}].shapes[{}]", f, k));
        for (std::size_t k = 0; k < fluid.emitters.size(); ++k)
            if (const auto* volume = std::get_if<VolumeEmitter>(&fluid.emitters[k].method))
                visit(volume->shape, fmt::format("fluids[{}].emitters[{}].shape", f, k));
    }
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k)
        visit(scene.obstacles[k].shape, fmt::format("obstacles[{}].shape", k));
    for (std::size_t k = 0; k < scene.bodies.size(); ++k)
        visit(scene.bodies[k].shape, fmt::format("bodies[{}].shape", k));
    for (std::size_t k = 0; k < scene.solids.size(); ++k) {
        visit(scene.solids[k].shape, fmt::format("solids[{}].shape", k));
        for (std::size_t h = 0; h < scene.solids[k].held.size(); ++h)
            visit(scene.solids[k].held[h].shape, fmt::format("solids[{}].held[{}]", k, h));
    }
    for (std::size_t k = 0; k < scene.sinks.size(); ++k) visit(scene.sinks[k], fmt::format("sinks[{}]", k));
}

}  // namespace lamella
