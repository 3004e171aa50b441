#include <lamella/cache/run_folder.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::array kFolders{"particles", "surface", "images", "checkpoints"};
// run.json is the last: as long as it is there the folder can be cleared again.
constexpr std::array kFiles{"scene.json",          "log.txt", "ledger.simulate.jsonl", "ledger.surface.jsonl",
                            "ledger.render.jsonl", "run.json"};
constexpr std::string_view kNumber = "%04d";
constexpr std::uint64_t kLargestRecord = 1 << 20;

Json to_json(const StageRecord& stage) {
    return {{"done", stage.done},
            {"hash", stage.hash},
            {"frames", {stage.first_frame, stage.last_frame}},
            {"patterns", stage.patterns}};
}

StageRecord stage_from(const Json& json) {
    StageRecord stage;
    json.at("done").get_to(stage.done);
    json.at("hash").get_to(stage.hash);
    json.at("frames").at(0).get_to(stage.first_frame);
    json.at("frames").at(1).get_to(stage.last_frame);
    json.at("patterns").get_to(stage.patterns);
    return stage;
}

RunRecord record_from(const Json& json) {
    RunRecord record;
    json.at("version").get_to(record.version);
    json.at("git_hash").get_to(record.git_hash);
    json.at("command_line").get_to(record.command_line);
    json.at("scene_hash").get_to(record.scene_hash);
    json.at("scene_folder").get_to(record.scene_folder);
    json.at("isa").get_to(record.isa);
    for (const auto& [name, stage] : json.at("stages").items()) record.stages[name] = stage_from(stage);
    return record;
}

// The number in a name that is `before`, at least four digits and `after`; 0 for other names.
int frame_between(std::string_view name, std::string_view before, std::string_view after) {
    if (name.size() < before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) return 0;
    const std::string_view digits = name.substr(before.size(), name.size() - before.size() - after.size());
    int frame = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), frame);
    return error == std::errc{} && fmt::format("{:04d}", frame) == digits ? frame : 0;
}

std::vector<int> frames_of(const fs::path& root, const std::string& pattern) {
    const fs::path path = root / pattern;
    const std::string name = path.filename().string();
    const auto at = name.find(kNumber);
    std::vector<int> frames;
    if (at == std::string::npos || !fs::is_directory(path.parent_path())) return frames;
    for (const auto& entry : fs::directory_iterator(path.parent_path()))
        if (const int frame = frame_between(entry.path().filename().string(), std::string_view(name).substr(0, at),
                                            std::string_view(name).substr(at + kNumber.size()));
            frame > 0)
            frames.push_back(frame);
    std::sort(frames.begin(), frames.end());
    return frames;
}

}  // namespace

bool RunFolder::exists() const { return fs::is_regular_file(root_ / "run.json"); }

bool RunFolder::empty() const {
    if (!fs::exists(root_)) return true;
    if (!fs::is_directory(root_)) return false;
    for (const auto& entry : fs::recursive_directory_iterator(root_))
        if (!entry.is_directory() && !entry.path().filename().string().starts_with(kTemporaryPrefix)) return false;
    return true;
}

void RunFolder::open_for_writing() const {
    std::error_code error;
    for (const char* folder : kFolders) {
        fs::create_directories(root_ / folder, error);
        if (error)
            throw RunError(
                fmt::format("{}: the folder cannot be made ({})", (root_ / folder).string(), error.message()));
        remove_temporary_files(root_ / folder);
    }
    remove_temporary_files(root_);
}

void RunFolder::clear() const {
    for (const char* folder : kFolders) fs::remove_all(root_ / folder);
    for (const char* file : kFiles) fs::remove(root_ / file);
}

std::vector<int> RunFolder::frames(const std::vector<std::string>& patterns) const {
    std::vector<int> common;
    for (std::size_t k = 0; k < patterns.size(); ++k) {
        const std::vector<int> there = frames_of(root_, patterns[k]);
        if (k == 0) common = there;
        std::erase_if(common, [&](int frame) { return !std::binary_search(there.begin(), there.end(), frame); });
    }
    return common;
}

RunRecord RunFolder::read_record() const {
    const fs::path path = root_ / "run.json";
    if (!exists()) throw InputError(root_.string() + ": this is no run folder (there is no run.json)");
    try {
        return record_from(Json::parse(read_file(path, kLargestRecord)));
    } catch (const nlohmann::json::exception& error) {
        throw InputError(path.string() + ": the record of the run is damaged");
    }
}

void RunFolder::write_record(const RunRecord& record) const {
    Json stages = Json::object();
    for (const auto& [name, stage] : record.stages) stages[name] = to_json(stage);
    const Json json{{"version", record.version},
                    {"git_hash", record.git_hash},
                    {"command_line", record.command_line},
                    {"scene_hash", record.scene_hash},
                    {"scene_folder", record.scene_folder},
                    {"isa", record.isa},
                    {"stages", stages}};
    write_file(root_ / "run.json", json.dump(2) + "\n");
}

fs::path RunFolder::particles(const std::string& fluid, int frame) const {
    return root_ / "particles" / frame_name(fluid, frame, "bgeo");
}
fs::path RunFolder::surface(const std::string& fluid, int frame) const {
    return root_ / "surface" / frame_name(fluid, frame, "ply");
}
fs::path RunFolder::level_set(const std::string& fluid, int frame) const {
    return root_ / "surface" / frame_name(fluid, frame, "vdb");
}
fs::path RunFolder::kernels(int frame) const { return root_ / "surface" / frame_name("kernels", frame, "bgeo"); }
fs::path RunFolder::image(int frame) const { return root_ / "images" / frame_name("frame", frame, "png"); }

std::string frame_name(const std::string& name, int frame, const std::string& ending) {
    return fmt::format("{}.{:04d}.{}", name, frame, ending);
}

}  // namespace lamella
