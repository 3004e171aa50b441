#include <lamella/core/bytes.hpp>
#include <lamella/scene/embedded_files.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <algorithm>
#include <filesystem>

namespace lamella {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kShipped = "shipped:";

// The embedded file of that path, or null.
const EmbeddedFile* find(const fs::path& path) {
    const std::string name = path.generic_string();
    if (!name.starts_with(kShipped)) return nullptr;
    for (const EmbeddedFile& file : embedded_scenes())
        if (file.name == std::string_view(name).substr(kShipped.size())) return &file;
    return nullptr;
}

std::string description_of(const EmbeddedFile& file) {
    const JsonValue scene = parse_json(file.text, file.name);
    const JsonMember* description = scene.find("description");
    return description && description->value.text() ? *description->value.text() : "";
}

}  // namespace

std::vector<ShippedScene> shipped_scenes() {
    std::vector<ShippedScene> scenes;
    for (const EmbeddedFile& file : embedded_scenes()) {
        if (!file.name.ends_with(".json")) continue;
        scenes.push_back({std::string(file.name.substr(0, file.name.rfind('.'))), description_of(file), file.text});
    }
    std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return scenes;
}

std::filesystem::path path_beside(const ShippedScene& scene, const std::string& name) {
    const fs::path place = fs::path(scene.name).replace_filename(name).lexically_normal();
    const fs::path inside = std::string(kShipped) + place.generic_string();
    return find(inside) ? inside : fs::path(name);
}

bool is_shipped(const InputFile& file) { return find(file.path) != nullptr; }

std::string read_input(const InputFile& file) {
    const EmbeddedFile* found = find(file.path);
    return found ? std::string(found->text) : read_file(file.path);
}

bool is_there(const InputFile& file) {
    std::error_code ignored;
    return is_shipped(file) || fs::exists(file.path, ignored);
}

}  // namespace lamella
