#include <lamella/scene/embedded_files.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/shipped_scenes.hpp>

#include <algorithm>

namespace lamella {

namespace {

std::string description_of(const EmbeddedFile& file) {
    const JsonValue scene = parse_json(file.text, file.name);
    const JsonMember* description = scene.find("description");
    return description && description->value.text() ? *description->value.text() : "";
}

}  // namespace

std::vector<ShippedScene> shipped_scenes() {
    std::vector<ShippedScene> scenes;
    for (const EmbeddedFile& file : embedded_scenes()) {
        scenes.push_back({std::string(file.name.substr(0, file.name.rfind('.'))), description_of(file), file.text});
    }
    std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return scenes;
}

}  // namespace lamella
