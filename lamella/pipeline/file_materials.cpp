#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/file_materials.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr const char* kAll = "*";

// From the most to the least special.
std::vector<std::string> names_of(const std::filesystem::path& file) {
    return {file.filename().string(), file.stem().string(), series_name(file), kAll};
}

}  // namespace

FileMaterials::FileMaterials(const RenderSettings& settings, const std::string& input) : settings_(settings) {
    std::vector<std::string> known;
    for (const FrameFile& file : expand_sequence(input))
        for (const std::string& name : names_of(file.path)) known.push_back(name);
    for (const NamedMaterial& material : settings.materials) {
        if (std::ranges::find(known, material.name) != known.end()) continue;
        const std::string near = nearest_word(material.name, known);
        throw InputError(fmt::format("render.materials: no file is named '{}'{}; \"*\" names all", material.name,
                                     near.empty() ? "" : " (did you mean '" + near + "'?)"));
    }
}

RenderSettings FileMaterials::settings_of(const std::filesystem::path& file, PartKind kind) const {
    RenderSettings own = settings_;
    own.materials.clear();
    if (kind == PartKind::particles) own.show = Show::particles;
    for (const std::string& name : names_of(file)) {
        const auto found = std::ranges::find(settings_.materials, name, &NamedMaterial::name);
        if (found == settings_.materials.end()) continue;
        own.materials.push_back({"", found->material});
        break;
    }
    return own;
}

}  // namespace lamella
