// The parts that a frame is made of: which stage wrote them, of what kind they are, and in which files they lie. Here
// alone it is decided how those files are named.
#pragma once

#include <lamella/matter/part_kind.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

enum class Stage { simulate, surface, foam, render };
inline constexpr Stage kStages[] = {Stage::simulate, Stage::surface, Stage::foam, Stage::render};
const char* stage_name(Stage stage);
const char* kind_name(PartKind kind);
std::optional<PartKind> kind_of_name(std::string_view name);

// What run.json says of a part. The pattern is relative to the run folder: "particles/water.%04d.bgeo".
struct PartRecord {
    PartKind kind = PartKind::particles;
    std::string name;
    std::string pattern;

    bool operator==(const PartRecord&) const = default;
};

// Where a stage puts a part: a folder for each kind of what is simulated, one for all that the surface stage writes,
// and one for all that the foam stage does.
PartRecord part_of(Stage stage, PartKind kind, const std::string& name);

// The part of a pattern that stands alone, as earlier versions wrote them.
PartRecord part_of_pattern(const std::string& pattern);

// The bodies of a frame, and its picture.
PartRecord poses_part();
PartRecord picture_part();

std::vector<PartRecord> parts_of_kind(std::span<const PartRecord> parts, PartKind kind);

// Every folder that parts may lie in.
std::vector<std::string> part_folders();

// The file of a frame, relative to the run folder; and the number in the name of such a file, 0 for other names.
std::string file_of_frame(const PartRecord& part, int frame);
int frame_of_file(const PartRecord& part, std::string_view file_name);

}  // namespace lamella
