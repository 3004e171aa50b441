#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/scene/check_scene.hpp>
#include <lamella/scene/json_path.hpp>
#include <lamella/scene/overrides.hpp>
#include <lamella/scene/parameter_check.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace lamella {

namespace {

constexpr std::uint64_t kLargestScene = std::uint64_t{64} << 20;

// Neither the length of a run, nor its description, nor what later stages make of its frames changes the
// frames: a run can be extended, and its pictures can be made anew.
JsonValue without_later_choices(JsonValue scene) {
    constexpr std::array keys{"$schema", "frames", "description", "surface", "foam", "render"};
    if (!scene.object()) return scene;
    std::erase_if(*scene.object(),
                  [&](const JsonMember& m) { return std::find(keys.begin(), keys.end(), m.key) != keys.end(); });
    return scene;
}

std::optional<SceneDifference> difference(const JsonValue& a, const JsonValue& b, const std::string& path);

std::optional<SceneDifference> object_difference(const JsonValue& a, const JsonValue& b, const std::string& path) {
    const auto compare = [&](const std::string& key) {
        const JsonMember *in_a = a.find(key), *in_b = b.find(key);
        return difference(in_a ? in_a->value : JsonValue{}, in_b ? in_b->value : JsonValue{},
                          path.empty() ? key : path + "." + key);
    };
    for (const JsonMember& member : *a.object()) {
        if (auto found = compare(member.key)) return found;
    }
    for (const JsonMember& member : *b.object()) {
        if (auto found = compare(member.key)) return found;
    }
    return std::nullopt;
}

std::optional<SceneDifference> difference(const JsonValue& a, const JsonValue& b, const std::string& path) {
    if (a.object() && b.object()) return object_difference(a, b, path);
    if (a.array() && b.array() && a.array()->size() == b.array()->size()) {
        for (std::size_t i = 0; i < a.array()->size(); ++i) {
            if (auto found = difference((*a.array())[i], (*b.array())[i], fmt::format("{}[{}]", path, i))) return found;
        }
        return std::nullopt;
    }
    if (json_text(a) == json_text(b)) return std::nullopt;
    return SceneDifference{path, short_text(a), short_text(b)};
}

using FileFinder = std::function<void(InputFile& file)>;  // says where the file of that name lies

// A numbered sequence is there where its folder is.
bool lies_at(const std::filesystem::path& path) {
    std::error_code ignored;
    const bool sequence = path.filename().string().find_first_of("%{*?") != std::string::npos;
    return std::filesystem::exists(sequence ? path.parent_path() : path, ignored);
}

std::filesystem::path file_of_run(const RunFolder& run, const std::filesystem::path& scene_folder,
                                  const std::string& name) {
    std::filesystem::path home = scene_folder / name;
    for (const std::filesystem::path& place : {run.kept_file(name), home, std::filesystem::path(name)})
        if (lies_at(place)) return place;
    return home;
}

// What an obstacle with a rig looks like at the start is its shape.
void pose_rigs(Scene& scene) {
    for (Obstacle& obstacle : scene.obstacles)
        if (auto* mesh = std::get_if<MeshShape>(&obstacle.shape); mesh && obstacle.rig)
            mesh->pose = RigPose{obstacle.rig->clip, obstacle.rig->start};
}

LoadedScene read(std::string_view text, const std::string& file_name, std::span<const std::string> overrides,
                 const std::filesystem::path& folder, const FileFinder& find) {
    JsonValue json = parse_json(text, file_name);
    apply_overrides(json, overrides);
    check_parameters(json, scene_type(), file_name, "the scene");
    const auto scene = std::make_shared<Scene>();
    LoadedScene loaded;
    loaded.scene = scene;
    walk::assign(json, *scene);
    const JsonValue canonical = walk::to_json(*scene);
    loaded.canonical_json = json_text(canonical);
    loaded.hash = hash_text(json_text(without_later_choices(canonical)));
    loaded.folder = folder;
    walk::for_each_file(*scene, find);
    pose_rigs(*scene);
    check_scene(*scene, json, file_name);
    loaded.file = file_name;
    loaded.json = std::move(json);
    return loaded;
}

}  // namespace

void LoadedScene::fail(const SceneFault& fault) const { fail_at(file, place_of(json, fault.path()), fault.what()); }

const ParameterType& scene_type() {
    static const ParameterTypePtr type = walk::type_of(Scene{});
    return *type;
}

LoadedScene read_scene(std::string_view text, const std::string& file_name, std::span<const std::string> overrides,
                       const std::optional<std::filesystem::path>& folder) {
    const std::filesystem::path home = folder ? *folder : std::filesystem::path(file_name).parent_path();
    return read(text, file_name, overrides, home, [&](InputFile& file) { file.path = home / file.name; });
}

LoadedScene read_scene_of_run(const std::filesystem::path& path, std::span<const std::string> overrides) {
    const RunFolder run(path);
    const std::filesystem::path home = run.read_record().scene_folder;
    return read(read_file(run.scene(), kLargestScene), run.scene().string(), overrides, home,
                [&](InputFile& file) { file.path = file_of_run(run, home, file.name); });
}

LoadedScene load_scene(const std::string& name_or_path, std::span<const std::string> overrides) {
    std::error_code ignored;
    if (std::filesystem::exists(name_or_path, ignored) && !std::filesystem::is_directory(name_or_path, ignored)) {
        const RunFolder run(std::filesystem::path(name_or_path).parent_path());
        if (run.exists() && run.scene() == name_or_path) return read_scene_of_run(run.root(), overrides);
        return read_scene(read_file(name_or_path, kLargestScene), name_or_path, overrides);
    }
    std::vector<std::string> names;
    for (const ShippedScene& shipped : shipped_scenes()) {
        if (shipped.name == name_or_path)
            return read(shipped.text, shipped.name + ".json", overrides, "",
                        [&](InputFile& file) { file.path = path_beside(shipped, file.name); });
        names.push_back(shipped.name);
    }
    if (std::filesystem::is_directory(name_or_path, ignored))
        throw InputError(name_or_path + ": this is a folder, not a scene file");
    throw InputError(fmt::format("{}: there is no such scene file and no shipped scene of that name{}", name_or_path,
                                 suggestion(name_or_path, names)));
}

std::optional<SceneDifference> first_difference(std::string_view first, std::string_view second) {
    return difference(without_later_choices(parse_json(first, "the first scene")),
                      without_later_choices(parse_json(second, "the second scene")), "");
}

}  // namespace lamella
