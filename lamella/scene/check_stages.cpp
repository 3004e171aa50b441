#include <lamella/scene/check_stages.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lamella {
namespace {

// Directions that differ by less have no picture between them.
constexpr Real kLeastSine = 1e-5f;

// What the particles of a frame hold.
std::vector<std::string> frame_columns(const Scene& scene) {
    std::vector<std::string> columns{"P", "v", "id", "density", "pscale"};
    columns.insert(columns.end(), scene.output.attributes.begin(), scene.output.attributes.end());
    return columns;
}

// The end of a sentence about a column that frames do not hold: how they can, or what they do hold.
std::string way_to_have(const std::string& name, const Scene& scene, const std::vector<std::string>& columns) {
    const auto possible = std::visit([](const auto& solver) { return solver.attributes(); }, scene.solver);
    if (std::ranges::find(possible, name) != possible.end())
        return fmt::format("; name it in 'output.attributes', too");
    return suggestion(name, columns);
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

bool parallel(const Vec3& a, const Vec3& b) {
    return cross(a.stableNormalized(), b.stableNormalized()).norm() < kLeastSine;
}

void check_keys(const CameraSettings& camera, Refuse refuse) {
    for (std::size_t i = 0; i < camera.keys.size(); ++i) {
        const CameraKey& key = camera.keys[i];
        const std::string path = fmt::format("render.camera.keys[{}]", i);
        if (i > 0 && key.time <= camera.keys[i - 1].time) refuse(path + ".time", "the times of 'keys' must increase");
        const std::optional<Vec3> look_at = key.look_at ? key.look_at : camera.look_at;
        if (look_at && key.position == *look_at) refuse(path, "the camera looks at the point where it stands");
        if (look_at && parallel(*look_at - key.position, camera.up))
            refuse(path, "the camera looks along its 'up'; choose another 'up', such as [0, 0, -1]");
    }
    if (!camera.keys.empty() && camera.position)
        refuse("render.camera.position", "the camera has 'keys', which say where it stands");
}

void check_camera(const CameraSettings& camera, Refuse refuse) {
    const std::string path = "render.camera";
    check_keys(camera, refuse);
    if (camera.up.isZero(0.0f)) refuse(path + ".up", "a direction of length zero points nowhere");
    if (camera.direction.isZero(0.0f)) refuse(path + ".direction", "a direction of length zero points nowhere");
    if (!camera.position && parallel(camera.direction, camera.up))
        refuse(path + ".direction", "the camera looks along its 'up'; choose another 'up', such as [0, 0, -1]");
    if (!camera.position || !camera.look_at) return;
    if (*camera.position == *camera.look_at) refuse(path + ".look_at", "the camera looks at the point where it stands");
    if (parallel(*camera.look_at - *camera.position, camera.up))
        refuse(path + ".look_at", "the camera looks along its 'up'; choose another 'up', such as [0, 0, -1]");
}

void check_light(const std::string& path, const Light& light, Refuse refuse) {
    if (const auto* area = std::get_if<AreaLight>(&light); area && area->centre == area->look_at)
        refuse(path + ".look_at", "the light faces its own centre");
    if (const auto* sky = std::get_if<SkyLight>(&light); sky && sky->sun_direction.isZero(0.0f))
        refuse(path + ".sun_direction", "a direction of length zero points nowhere");
    const auto* environment = std::get_if<EnvironmentLight>(&light);
    if (environment && !is_there(environment->file))
        refuse(path + ".file", fmt::format("{} does not exist", json_string(environment->file.path.string())));
}

void check_colours(const Scene& scene, Refuse refuse) {
    const std::string& name = scene.render->colour_by;
    std::vector<std::string> columns = frame_columns(scene);
    columns.emplace_back("speed");
    if (scene.render->show == Show::particles && !holds(columns, name))
        refuse("render.colour_by", fmt::format("the particles of this scene have no attribute {}{}", json_string(name),
                                               way_to_have(name, scene, columns)));
}

bool is_poured_from_mesh(const Fluid& fluid) {
    return std::ranges::any_of(
        fluid.shapes, [](const FluidShape& filled) { return std::holds_alternative<MeshShape>(filled.shape); });
}

void check_coordinates(const Scene& scene, const TrackedParameters& tracked, Refuse refuse) {
    const auto* mesh = tracked.coordinates ? std::get_if<MeshCoordinates>(&*tracked.coordinates) : nullptr;
    if (mesh && !mesh->file && std::ranges::none_of(scene.fluids, is_poured_from_mesh))
        refuse("surface.coordinates", "no fluid of this scene is poured from a mesh; give 'file' or another type");
}

void check_painted_fluids(const Scene& scene, const TrackedParameters& tracked, Refuse refuse) {
    std::vector<std::string> names;
    for (const Fluid& fluid : scene.fluids) names.push_back(fluid.name);
    for (std::size_t k = 0; k < tracked.paint.size(); ++k)
        if (const std::string& name = tracked.paint[k].fluid; !name.empty() && !holds(names, name))
            refuse(fmt::format("surface.paint[{}].fluid", k),
                   fmt::format("no fluid is named {}{}", json_string(name), suggestion(name, names)));
}

}  // namespace

void check_surface(const Scene& scene, Refuse refuse) {
    const SurfaceMesh& mesh =
        std::visit([](const auto& field) -> const SurfaceMesh& { return field.mesh; }, *scene.surface);
    const std::vector<std::string> columns = frame_columns(scene);
    const auto check_names = [&](const char* list, const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!holds(columns, names[i]))
                refuse(fmt::format("surface.{}[{}]", list, i),
                       fmt::format("the particles of this scene have no attribute {}{}", json_string(names[i]),
                                   way_to_have(names[i], scene, columns)));
    };
    check_names("attributes", mesh.attributes);
    if (const auto* tracked = std::get_if<TrackedParameters>(&*scene.surface)) {
        check_names("carried", tracked->carried);
        check_painted_fluids(scene, *tracked, refuse);
        check_coordinates(scene, *tracked, refuse);
        if (const auto fault = tracked->fault(); !fault.name.empty()) refuse("surface." + fault.name, fault.sentence);
    }
    if (!mesh.clip) return;
    for (int a = 0; a < 3; ++a)
        if (!(mesh.clip->min[a] < mesh.clip->max[a]))
            refuse("surface.clip", fmt::format("the box is empty: along {} it reaches from {} to {}", "xyz"[a],
                                               number_text(mesh.clip->min[a]), number_text(mesh.clip->max[a])));
}

void check_foam(const Scene& scene, const std::set<std::string>& names, Refuse refuse) {
    if (const auto fault = scene.foam->fault(); !fault.name.empty()) refuse("foam." + fault.name, fault.sentence);
    for (const char* name : kWhitewaterNames)
        if (names.contains(name))
            refuse("foam",
                   fmt::format("it makes parts named {}, but a fluid or obstacle has that name", json_string(name)));
}

void check_render(const Scene& scene, const std::set<std::string>& scene_names, Refuse refuse) {
    const RenderSettings& render = *scene.render;
    std::set<std::string> names = scene_names;
    if (scene.foam) names.insert(kWhitewaterNames.begin(), kWhitewaterNames.end());
    const std::vector<std::string> known(names.begin(), names.end());
    for (std::size_t i = 0; i < render.materials.size(); ++i) {
        const std::string& name = render.materials[i].name;
        if (!names.contains(name))
            refuse(fmt::format("render.materials[{}].name", i),
                   fmt::format("no fluid or obstacle is named {}{}", json_string(name), suggestion(name, known)));
    }
    for (std::size_t i = 0; render.lights && i < render.lights->size(); ++i)
        check_light(fmt::format("render.lights[{}]", i), (*render.lights)[i], refuse);
    check_camera(render.camera, refuse);
    check_colours(scene, refuse);
    if (render.show == Show::surface && !scene.surface && !scene.fluids.empty())
        refuse("render", "it shows the surface, but the scene has no 'surface'; say \"show\": \"particles\"");
}

}  // namespace lamella
