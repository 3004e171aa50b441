#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/view/border_ply.hpp>
#include <lamella/view/reply.hpp>
#include <lamella/view/run_contents.hpp>
#include <lamella/view/viewed_run.hpp>

namespace lamella {

namespace {

constexpr std::string_view kObstacles = "obstacles/";
constexpr std::string_view kPly = ".ply";

// What stands between the two, or nothing.
std::optional<std::string_view> between(std::string_view name, std::string_view start, std::string_view end) {
    if (name.size() < start.size() + end.size() || !name.starts_with(start) || !name.ends_with(end))
        return std::nullopt;
    return name.substr(start.size(), name.size() - start.size() - end.size());
}

}  // namespace

ViewedRun::ViewedRun(std::filesystem::path folder) : folder_(std::move(folder)) { RunFolder(folder_).read_record(); }

HttpReply ViewedRun::get(std::string_view name, KeptParticles& kept) const {
    if (name == "contents.json") return text_reply(name, contents_json(folder_));
    if (const auto obstacle = between(name, kObstacles, kPly)) {
        std::string ply = obstacle_ply(folder_, *obstacle);
        return ply.empty() ? not_there(name) : text_reply(name, std::move(ply));
    }
    if (const auto tets = between(name, kBorders, kPly)) return border(*tets);
    if (const auto packed = packed_name(name)) return packed_file(packed->attribute, packed->file, kept);
    HttpReply reply;
    reply.type = media_type(name);
    reply.file = open_below(folder_, name);
    return reply.file.is_open() ? std::move(reply) : not_there(name);
}

HttpReply ViewedRun::border(std::string_view name) const {
    const OpenFile file = open_below(folder_, name);
    if (!file.is_open() || !has_tet_ending(name)) return not_there(name);
    try {
        return text_reply(kPly, border_ply(parse_tets(read_bytes(file, std::string(name)), name)));
    } catch (const InputError& error) {
        return http_refusal(500, error.what());
    }
}

HttpReply ViewedRun::packed_file(std::string_view attribute, const std::string& name, KeptParticles& kept) const {
    OpenFile file = open_below(folder_, name);
    if (!file.is_open() || !name.ends_with(".bgeo")) return not_there(name);
    try {
        return packed_reply(kept.get(std::move(file), name), std::string(attribute));
    } catch (const InputError&) {
        return packed_reply(nullptr, "");
    }
}

std::vector<std::string> ViewedRun::files() const { return viewed_files(folder_); }

}  // namespace lamella
