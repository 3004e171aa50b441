#include <lamella/core/error.hpp>
#include <lamella/scene/schema.hpp>
#include <lamella/view/reply.hpp>
#include <lamella/view/view_site.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamella {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kRuns = "/runs/";
constexpr std::size_t kKeptBytes = std::size_t{96} << 20;  // two frames of a million particles

}  // namespace

ViewSite::ViewSite(std::span<const EmbeddedFile> page, const std::vector<fs::path>& names, RunsMay runs_may, bool z_up)
    : page_(page), runs_may_(runs_may), kept_(kKeptBytes) {
    if (page_.empty())
        throw RunError(
            "this program was built without the viewer's page; ./dev build adds it where npm reaches its registry");
    for (const fs::path& name : names) shown_.push_back(open(name, z_up));
}

ViewSite::Viewed ViewSite::open(const fs::path& name, bool z_up) {
    if (!fs::is_directory(name)) return ViewedFiles(name.string(), z_up);
    if (z_up) throw InputError(fmt::format("{}: --up is for files; runs have Y up", name.string()));
    return ViewedRun(name);
}

// The name of the folder or the file, with the folder it stands in where the name alone is not unique.
std::string ViewSite::name_of(const Viewed& viewed, bool unique) {
    const fs::path whole = fs::weakly_canonical(std::visit([](const auto& one) { return one.path(); }, viewed));
    return unique ? whole.filename().string() : (whole.parent_path().filename() / whole.filename()).string();
}

HttpReply ViewSite::get(std::string_view path) const {
    if (path == "/") path = "/index.html";
    if (path == "/view.json") return text_reply(path, view_json());
    if (path == "/schema.json") return text_reply(path, scene_schema());
    for (const EmbeddedFile& file : page_)
        if (path.substr(1) == file.name) return text_reply(path, std::string(file.text));
    for (std::size_t k = 0; k < shown_.size(); ++k)
        if (const std::string folder = fmt::format("{}{}/", kRuns, k); path.starts_with(folder))
            return std::visit([&](const auto& one) { return one.get(path.substr(folder.size()), kept_); }, shown_[k]);
    return not_there(path);
}

std::string ViewSite::view_json() const {
    Json runs = Json::array();
    const bool unique = shown_.size() < 2 || name_of(shown_[0], true) != name_of(shown_[1], true);
    for (std::size_t k = 0; k < shown_.size(); ++k)
        runs.push_back({{"name", name_of(shown_[k], unique)}, {"address", fmt::format("runs/{}/", k)}});
    const Json view{{"live", runs_may_ == RunsMay::grow}, {"runs", runs}};
    return view.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::string> ViewSite::remarks() const {
    std::vector<std::string> all;
    for (const Viewed& one : shown_)
        if (const auto* files = std::get_if<ViewedFiles>(&one))
            std::ranges::copy(files->remarks(), std::back_inserter(all));
    return all;
}

std::vector<std::string> ViewSite::data_paths() const {
    std::vector<std::string> paths{"/view.json", "/schema.json"};
    for (std::size_t k = 0; k < shown_.size(); ++k)
        for (const std::string& file : std::visit([](const auto& one) { return one.files(); }, shown_[k]))
            paths.push_back(fmt::format("{}{}/{}", kRuns, k, file));
    return paths;
}

}  // namespace lamella
