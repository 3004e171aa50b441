#include <lamella/cache/part_record.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace lamella {
namespace {

constexpr std::string_view kNumber = "%04d";
constexpr const char* kSurfaceFolder = "surface";
constexpr const char* kFoamFolder = "foam";

struct Place {
    PartKind kind;
    const char* folder;
    const char* ending;
};
constexpr std::array kPlaces{
    Place{PartKind::particles, "particles", "bgeo"},
    Place{PartKind::surfels, "surfels", "bgeo"},
    Place{PartKind::mesh, "meshes", "ply"},
    Place{PartKind::tetrahedra, "tets", "vtu"},
    Place{PartKind::strands, "strands", "bgeo"},
    Place{PartKind::level_set, "level_sets", "vdb"},
    Place{PartKind::poses, "", "json"},
    Place{PartKind::picture, "images", "png"},
};
static_assert(kPlaces.size() == enum_words<PartKind>.size());

const Place& place_of(PartKind kind) { return *std::ranges::find(kPlaces, kind, &Place::kind); }

// The surface stage has one folder, where the ending tells the kind.
PartKind kind_of(const std::string& folder, const std::string& ending) {
    const auto place = std::ranges::find_if(kPlaces, [&](const Place& p) {
        return ending == p.ending && (folder == p.folder || folder == kSurfaceFolder);
    });
    return place == kPlaces.end() ? PartKind::particles : place->kind;
}

}  // namespace

const char* stage_name(Stage stage) {
    constexpr std::array names{"simulate", "surface", "foam", "render"};
    static_assert(names.size() == std::size(kStages));
    return names[static_cast<std::size_t>(stage)];
}

const char* kind_name(PartKind kind) { return enum_words<PartKind>[static_cast<std::size_t>(kind)]; }

std::optional<PartKind> kind_of_name(std::string_view name) {
    const auto& words = enum_words<PartKind>;
    const auto at = std::ranges::find(words, name);
    return at == words.end() ? std::nullopt : std::optional(static_cast<PartKind>(at - words.begin()));
}

PartRecord part_of(Stage stage, PartKind kind, const std::string& name) {
    const Place& place = place_of(kind);
    const std::filesystem::path folder = stage == Stage::surface ? kSurfaceFolder
                                         : stage == Stage::foam  ? kFoamFolder
                                                                 : place.folder;
    return {kind, name, (folder / fmt::format("{}.{}.{}", name, kNumber, place.ending)).string()};
}

PartRecord part_of_pattern(const std::string& pattern) {
    const std::filesystem::path path(pattern);
    const std::string file = path.filename().string();
    const std::string ending = path.extension().string();
    return {kind_of(path.parent_path().string(), ending.empty() ? "" : ending.substr(1)),
            file.substr(0, file.find(fmt::format(".{}", kNumber))), pattern};
}

PartRecord poses_part() { return part_of(Stage::simulate, PartKind::poses, "bodies"); }

PartRecord picture_part() { return part_of(Stage::render, PartKind::picture, "frame"); }

std::vector<PartRecord> parts_of_kind(std::span<const PartRecord> parts, PartKind kind) {
    std::vector<PartRecord> found;
    std::ranges::copy_if(parts, std::back_inserter(found), [&](const PartRecord& part) { return part.kind == kind; });
    return found;
}

std::vector<std::string> part_folders() {
    std::vector<std::string> folders{kSurfaceFolder, kFoamFolder};
    for (const Place& place : kPlaces)
        if (*place.folder) folders.emplace_back(place.folder);
    return folders;
}

std::string file_of_frame(const PartRecord& part, int frame) {
    std::string file = part.pattern;
    const auto at = file.rfind(kNumber);
    return at == std::string::npos ? file : file.replace(at, kNumber.size(), fmt::format("{:04d}", frame));
}

int frame_of_file(const PartRecord& part, std::string_view file_name) {
    const std::string pattern = std::filesystem::path(part.pattern).filename().string();
    const auto at = pattern.rfind(kNumber);
    if (at == std::string::npos) return 0;
    const std::string_view before = std::string_view(pattern).substr(0, at);
    const std::string_view after = std::string_view(pattern).substr(at + kNumber.size());
    if (file_name.size() < before.size() + after.size() || !file_name.starts_with(before) ||
        !file_name.ends_with(after))
        return 0;
    const std::string_view digits = file_name.substr(before.size(), file_name.size() - before.size() - after.size());
    int frame = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), frame);
    return error == std::errc{} && fmt::format("{:04d}", frame) == digits ? frame : 0;
}

}  // namespace lamella
