#include <lamella/cache/part_record.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/surface/spacing.hpp>
#include <lamella/view/reply.hpp>
#include <lamella/view/run_contents.hpp>
#include <lamella/view/shown_file.hpp>
#include <lamella/view/viewed_files.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamella {

namespace {

using Json = nlohmann::ordered_json;

constexpr Real kShareOfDiagonal = 0.01f;  // the spacing of what has none

// Names in file systems need not be UTF-8.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::optional<Real> spacing_of(const ShownFile& file) {
    const auto* particles = std::get_if<ParticleSet>(&file);
    if (!particles) return std::nullopt;
    try {
        return guess_spacing(*particles).spacing;
    } catch (const InputError&) {  // a single particle, for instance
        return std::nullopt;
    }
}

std::string identity_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
    return fmt::format("{} {} {}", file.string(), size, time);
}

bool is_glob(const std::string& pattern) {
    return std::filesystem::path(pattern).filename().string().find_first_of("*?") != std::string::npos;
}

// The name of a file for the page.
std::string address_of(const std::string& pattern, PartKind kind, int frame) {
    const std::string file = file_of_frame({kind, "", pattern}, frame);
    return kind == PartKind::tetrahedra ? border_address(file) : file;
}

}  // namespace

ViewedFiles::ViewedFiles(std::string pattern, bool z_up) : pattern_(std::move(pattern)), z_up_(z_up) {
    std::vector<FileGroup> found = group_files(pattern_);
    std::size_t others = 0;
    if (is_glob(pattern_))
        others = std::erase_if(found, [](const FileGroup& g) { return !has_shown_ending(g.files.front().path); });
    if (found.empty()) throw InputError(fmt::format("{}: no file that matches has a format that is shown", pattern_));
    if (others > 0) remarks_.push_back(fmt::format("{}: files of other formats are left out", pattern_));
    for (const FileGroup& group : found) look_into(group);
    if (kinds_.empty()) throw InputError(fmt::format("{}: there is nothing to be shown", pattern_));
    const Real size = bounds_.diagonal();
    if (!(spacing_ > 0.0f)) spacing_ = size > 0.0f ? kShareOfDiagonal * size : kShareOfDiagonal;
    bounds_ = bounds_.padded(0.5f * spacing_);
}

// The first file with something in it decides what the group is; one that cannot be read is told when it is asked for,
// unless it is the only one.
void ViewedFiles::look_into(const FileGroup& group) {
    std::string problem;
    for (const FrameFile& file : group.files) try {
            const ShownFile shown = read_shown(file.path, z_up_);
            if (is_empty(shown)) continue;
            kinds_.emplace(group.address, kind_of(shown));
            bounds_.extend(bounds_of(shown));
            if (const auto spacing = spacing_of(shown)) spacing_ = std::max(spacing_, *spacing);
            return measure(group.files.back().path);
        } catch (const InputError& error) {
            if (problem.empty()) problem = error.what();
        }
    if (problem.empty()) problem = fmt::format("{}: the file is empty", group.files.front().path.string());
    if (!is_glob(pattern_)) throw InputError(problem);
    remarks_.push_back(problem);
}

void ViewedFiles::measure(const std::filesystem::path& file) {
    try {
        bounds_.extend(bounds_of(read_shown(file, z_up_)));
    } catch (const InputError&) {  // told when it is asked for
    }
}

std::vector<FileGroup> ViewedFiles::groups() const {
    std::vector<FileGroup> all = group_files(pattern_);
    std::erase_if(all, [&](const FileGroup& group) { return !kinds_.contains(group.address); });
    return all;
}

std::string ViewedFiles::pattern_of(const FileGroup& group) const {
    const PartRecord part = part_of(Stage::simulate, kinds_.at(group.address), group.address);
    const std::string ending = std::filesystem::path(part.pattern).extension().string();
    return fmt::format("files/{}{}{}", group.address, group.is_still() ? "" : ".%04d", ending);
}

std::string ViewedFiles::contents() const {
    Json sequences = Json::array();
    const std::vector<FileGroup> all = groups();
    for (const FileGroup& group : all) {
        std::vector<int> frames = frames_of(group.is_still() ? all : std::vector{group});
        sequences.push_back({{"stage", "files"},
                             {"kind", kind_name(kinds_.at(group.address))},
                             {"name", group.name},
                             {"pattern", pattern_of(group)},
                             {"frames", std::move(frames)}});
    }
    const auto point = [](const Vec3& p) { return Json{p.x(), p.y(), p.z()}; };
    return text_of({{"version", program_version()},
                    {"git_hash", git_hash()},
                    {"finished", true},
                    {"sequences", sequences},
                    {"ledgers", Json::array()},
                    {"obstacles", Json::array()},
                    {"bounds", {{"min", point(bounds_.min)}, {"max", point(bounds_.max)}}},
                    {"spacing", spacing_}});
}

std::optional<ViewedFiles::Found> ViewedFiles::find(std::string_view name) const {
    for (const FileGroup& group : groups()) {
        const PartKind kind = kinds_.at(group.address);
        const std::string pattern = pattern_of(group);
        for (const FrameFile& file : group.files)
            if (address_of(pattern, kind, file.frame) == name) return Found{file, kind};
    }
    return std::nullopt;
}

HttpReply ViewedFiles::get(std::string_view name, KeptParticles& kept) const {
    try {
        if (name == "contents.json") return text_reply(name, contents());
        const auto packed = packed_name(name);
        const auto found = find(packed ? std::string_view(packed->file) : name);
        if (!found) return not_there(name);
        if (packed) return packed_file(*found, packed->attribute, kept);
        return text_reply(name, bytes_for_page(read_shown(found->file.path, z_up_, found->kind)));
    } catch (const InputError& error) {
        return http_refusal(500, error.what());
    }
}

HttpReply ViewedFiles::packed_file(const Found& found, std::string attribute, KeptParticles& kept) const {
    const std::filesystem::path& path = found.file.path;
    if (found.kind != PartKind::particles) return not_there(path.filename().string());
    try {
        const auto read = [&] {
            const ShownFile file = read_shown(path, z_up_, found.kind);
            return ParticleParts(plain_bgeo(std::get<ParticleSet>(file), 0), path.filename().string());
        };
        return packed_reply(kept.get(identity_of(path), read), std::move(attribute));
    } catch (const InputError&) {
        return packed_reply(nullptr, "");
    }
}

std::vector<std::string> ViewedFiles::files() const {
    std::vector<std::string> names{"contents.json"};
    for (const FileGroup& group : groups())
        for (const FrameFile& file : group.files)
            names.push_back(address_of(pattern_of(group), kinds_.at(group.address), file.frame));
    return names;
}

}  // namespace lamella
