// lamella scenes: the scenes inside the program.
#include <cli/exit_codes.hpp>
#include <cli/session.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lamella::cli {

namespace {

int list_scenes() {
    const auto scenes = shipped_scenes();
    std::size_t width = 0;
    for (const ShippedScene& scene : scenes) width = std::max(width, scene.name.size());
    std::string text;
    for (const ShippedScene& scene : scenes) text += fmt::format("{:<{}}  {}\n", scene.name, width, scene.description);
    print(text);
    return kDone;
}

ShippedScene find_scene(const std::string& name) {
    std::vector<std::string> names;
    for (const ShippedScene& scene : shipped_scenes()) {
        if (scene.name == name) return scene;
        names.push_back(scene.name);
    }
    throw InputError(fmt::format("'{}' is not a shipped scene{}", name, suggestion(name, names)));
}

int copy_scene(Session& session, const std::string& name) {
    const ShippedScene scene = find_scene(name);
    const std::filesystem::path path = std::filesystem::path(name).filename().string() + ".json";
    std::map<std::filesystem::path, std::string> files{{path, std::string(scene.text)}};
    const LoadedScene loaded = load_scene(name);
    walk::for_each_file(*loaded.scene, [&](const InputFile& file) {
        if (is_shipped(file)) files.emplace(file.name, read_input(file));
    });
    for (const auto& [target, bytes] : files)
        if (std::filesystem::exists(target)) throw InputError(target.string() + ": the file is there already");
    for (const auto& [target, bytes] : files) write_file(target, bytes);
    session.results = path.string();
    return kDone;
}

}  // namespace

void add_scenes(CommandLine& program) {
    auto copied = std::make_shared<std::string>();
    program
        .add_verb("scenes", "list the shipped scenes, or write one out", "lamella scenes --copy drop",
                  [=](Session& session) { return copied->empty() ? list_scenes() : copy_scene(session, *copied); })
        .option("--copy", "NAME", *copied,
                "write that scene to NAME.json in the working folder, with the files that it names");
}

}  // namespace lamella::cli
