#include <lamella/matter/solver_parameters.hpp>
#include <lamella/scene/check_skin.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

void check_file(const InputFile& file, const std::string& path, Refuse refuse) {
    if (!is_there(file)) refuse(path, fmt::format("{} does not exist", json_string(file.path.string())));
}

void check_paint(const Obstacle& obstacle, const SkinPaint& paint, const std::string& path, Refuse refuse) {
    const bool is_mesh = std::holds_alternative<MeshShape>(obstacle.shape);
    if (std::holds_alternative<VertexPaint>(paint.source) && !is_mesh)
        refuse(path, "only a shape of the type mesh has vertex colours; an image or a shape paints others");
    if (const auto* image = std::get_if<ImageOnSkin>(&paint.source)) {
        check_file(image->file, path + ".file", refuse);
        if (const char* fault = fault_of(image->projection)) refuse(path + ".projection", fault);
        if (needs_uv(image->projection) && !is_mesh)
            refuse(path + ".projection",
                   "only a shape of the type mesh has texture coordinates (uv); 'planar', 'spherical' or 'solid' lays "
                   "the picture on others");
    }
    if (const auto* shape = std::get_if<ShapeOnSkin>(&paint.source)) {
        if (const auto* mesh = std::get_if<MeshShape>(&shape->shape))
            return check_file(mesh->file, path + ".shape.file", refuse);
        std::visit(
            [&](const auto& s) {
                if constexpr (requires { s.fault(); })
                    if (const char* fault = s.fault()) refuse(path + ".shape", fault);
            },
            shape->shape);
    }
}

// Only solvers that ask for skins look at what is on them.
void check_solver_of(const Scene& scene, const std::string& path, Refuse refuse) {
    const bool looks = std::visit([](const auto& solver) { return solver.needs().skins; }, scene.solver);
    const char* name = std::visit([](const auto& solver) { return solver.name; }, scene.solver);
    if (!looks)
        refuse(path,
               fmt::format("the solver '{}' does not look at skins; 'skinned' does, and 'level_set' with 'carried'",
                           name));
}

struct Carrying {
    const SkinnedParameters* parameters;
    const char* path;
};

Carrying carrying(const Scene& scene) {
    if (const auto* sea = std::get_if<SeaParameters>(&scene.solver))
        return {sea->carried ? &*sea->carried : nullptr, "solver.carried"};
    return {std::get_if<SkinnedParameters>(&scene.solver), "solver"};
}

void check_painted(const Scene& scene, std::size_t k, const std::optional<SkinPaint>& paint, const char* word,
                   Real SkinnedParameters::*strength, Refuse refuse) {
    if (!paint) return;
    const std::string path = fmt::format("obstacles[{}].{}", k, word);
    check_solver_of(scene, path, refuse);
    check_paint(scene.obstacles[k], *paint, path, refuse);
    const auto [parameters, solver] = carrying(scene);
    if (parameters && !(parameters->*strength > 0.0f))
        refuse(path, fmt::format("it paints factors of {}.{}, which is 0", solver, word));
}

}  // namespace

void check_skin(const Scene& scene, std::size_t k, Refuse refuse) {
    const Obstacle& obstacle = scene.obstacles[k];
    check_painted(scene, k, obstacle.adhesion, "adhesion", &SkinnedParameters::adhesion, refuse);
    check_painted(scene, k, obstacle.drag, "drag", &SkinnedParameters::drag, refuse);
    if (!obstacle.fur) return;
    const SceneFur& fur = *obstacle.fur;
    const std::string path = fmt::format("obstacles[{}].fur", k);
    check_solver_of(scene, path, refuse);
    if (fur.file) check_file(*fur.file, path + ".file", refuse);
    if (fur.file && fur.groom)
        refuse(path + ".groom", "strands of a file are as long as they are; only fur that grows is groomed");
    if (fur.groom) check_paint(obstacle, *fur.groom, path + ".groom", refuse);
}

}  // namespace lamella
