#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/scene/schema.hpp>
#include <lamella/view/border_ply.hpp>
#include <lamella/view/packed_particles.hpp>
#include <lamella/view/run_contents.hpp>
#include <lamella/view/view_site.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lamella {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRuns = "/runs/";
constexpr std::string_view kObstacles = "obstacles/";
constexpr std::string_view kPacked = "packed/";
constexpr std::string_view kPly = ".ply";
constexpr std::size_t kKeptBytes = std::size_t{96} << 20;  // two frames of a million particles

HttpReply text_reply(std::string_view name, std::string text) {
    HttpReply reply;
    reply.type = media_type(name);
    reply.body = std::move(text);
    return reply;
}

HttpReply not_there(std::string_view path) { return http_refusal(404, fmt::format("there is no {}", path)); }

// The name of the folder, with the one it stands in where the name alone is not unique.
std::string name_of(const fs::path& run, bool unique) {
    const fs::path whole = fs::weakly_canonical(run);
    return unique ? whole.filename().string() : (whole.parent_path().filename() / whole.filename()).string();
}

std::string_view between(std::string_view name, std::string_view start, std::string_view end) {
    return name.substr(start.size(), name.size() - start.size() - end.size());
}

}  // namespace

ViewSite::ViewSite(std::span<const EmbeddedFile> page, std::vector<fs::path> runs, RunsMay runs_may)
    : page_(page), runs_(std::move(runs)), runs_may_(runs_may), kept_(kKeptBytes) {
    if (page_.empty())
        throw RunError(
            "this program was built without the viewer's page; ./dev build adds it where npm reaches its registry");
    for (const fs::path& run : runs_) RunFolder(run).read_record();
}

HttpReply ViewSite::get(std::string_view path) const {
    if (path == "/") path = "/index.html";
    if (path == "/view.json") return text_reply(path, view_json());
    if (path == "/schema.json") return text_reply(path, scene_schema());
    for (const EmbeddedFile& file : page_)
        if (path.substr(1) == file.name) return text_reply(path, std::string(file.text));
    for (std::size_t k = 0; k < runs_.size(); ++k)
        if (const std::string folder = fmt::format("{}{}/", kRuns, k); path.starts_with(folder))
            return run_file(k, path.substr(folder.size()));
    return not_there(path);
}

std::string ViewSite::view_json() const {
    auto runs = nlohmann::ordered_json::array();
    const bool unique = runs_.size() < 2 || name_of(runs_[0], true) != name_of(runs_[1], true);
    for (std::size_t k = 0; k < runs_.size(); ++k)
        runs.push_back({{"name", name_of(runs_[k], unique)}, {"address", fmt::format("runs/{}/", k)}});
    return nlohmann::ordered_json{{"live", runs_may_ == RunsMay::grow}, {"runs", runs}}.dump() + "\n";
}

HttpReply ViewSite::run_file(std::size_t run, std::string_view name) const {
    if (name == "contents.json") return text_reply(name, contents_json(runs_[run]));
    if (name.starts_with(kObstacles) && name.ends_with(kPly)) {
        const std::string_view obstacle = between(name, kObstacles, kPly);
        std::string ply = obstacle_ply(runs_[run], obstacle);
        return ply.empty() ? not_there(name) : text_reply(name, std::move(ply));
    }
    if (name.starts_with(kBorders) && name.ends_with(kPly)) return border(run, between(name, kBorders, kPly));
    if (name.starts_with(kPacked)) return packed_file(run, name.substr(kPacked.size()));
    HttpReply reply;
    reply.type = media_type(name);
    reply.file = open_below(runs_[run], name);
    return reply.file.is_open() ? std::move(reply) : not_there(name);
}

HttpReply ViewSite::border(std::size_t run, std::string_view name) const {
    const OpenFile file = open_below(runs_[run], name);
    if (!file.is_open() || !has_tet_ending(name)) return not_there(name);
    try {
        return text_reply(kPly, border_ply(parse_tets(read_bytes(file, std::string(name)), name)));
    } catch (const InputError& error) {
        return http_refusal(500, error.what());
    }
}

HttpReply ViewSite::packed_file(std::size_t run, std::string_view attribute_and_name) const {
    const auto slash = attribute_and_name.find('/');
    if (slash == std::string_view::npos) return not_there(attribute_and_name);
    const std::string name(attribute_and_name.substr(slash + 1));
    OpenFile file = open_below(runs_[run], name);
    if (!file.is_open() || !name.ends_with(".bgeo")) return not_there(name);
    HttpReply reply = text_reply(name, "");
    try {
        const auto packed = std::make_shared<const PackedParticles>(kept_.get(std::move(file), name),
                                                                    std::string(attribute_and_name.substr(0, slash)));
        reply.stream = {packed->size(), [packed](auto send) { packed->write(send); }};
    } catch (const InputError&) {
        return reply;  // empty: the page reads the file itself then, and says what it finds
    }
    return reply;
}

std::vector<std::string> ViewSite::data_paths() const {
    std::vector<std::string> paths{"/view.json", "/schema.json"};
    for (std::size_t k = 0; k < runs_.size(); ++k)
        for (const std::string& file : viewed_files(runs_[k])) paths.push_back(fmt::format("{}{}/{}", kRuns, k, file));
    return paths;
}

}  // namespace lamella
