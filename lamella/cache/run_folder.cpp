#include <lamella/cache/run_folder.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/file_lock.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargestRecord = 1 << 20;

Json to_json(const StageRecord& stage) {
    Json parts = Json::array();
    for (const PartRecord& part : stage.parts)
        parts.push_back({{"kind", kind_name(part.kind)}, {"name", part.name}, {"pattern", part.pattern}});
    Json json{{"done", stage.done},
              {"hash", stage.hash},
              {"frames", {stage.first_frame, stage.last_frame}},
              {"parts", parts}};
    for (const auto& [name, file] : stage.files) json["files"][name] = {{"hash", file.hash}, {"bytes", file.bytes}};
    return json;
}

PartRecord part_from(const Json& json) {
    const auto word = json.at("kind").get<std::string>();
    const auto kind = kind_of_name(word);
    if (!kind) throw InputError(fmt::format("parts of the kind '{}' are not known to this version", word));
    return {*kind, json.at("name").get<std::string>(), json.at("pattern").get<std::string>()};
}

StageRecord stage_from(const Json& json) {
    StageRecord stage;
    json.at("done").get_to(stage.done);
    json.at("hash").get_to(stage.hash);
    json.at("frames").at(0).get_to(stage.first_frame);
    json.at("frames").at(1).get_to(stage.last_frame);
    if (json.contains("patterns"))  // of an earlier version
        for (const Json& pattern : json.at("patterns")) stage.parts.push_back(part_of_pattern(pattern));
    else
        for (const Json& part : json.at("parts")) stage.parts.push_back(part_from(part));
    if (json.contains("files"))
        for (const auto& [name, file] : json.at("files").items())
            stage.files[name] = {file.at("hash").get<std::string>(), file.at("bytes").get<std::uint64_t>()};
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

std::vector<int> frames_of(const fs::path& root, const PartRecord& part) {
    std::vector<int> frames;
    std::error_code error;  // a folder that is not there has no frames
    for (const auto& entry : fs::directory_iterator((root / part.pattern).parent_path(), error))
        if (const int frame = frame_of_file(part, entry.path().filename().string()); frame > 0) frames.push_back(frame);
    std::sort(frames.begin(), frames.end());
    return frames;
}

bool is_hidden(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with(kTemporaryPrefix) || name.starts_with(RunFolder("").claim("").string());
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

std::vector<std::string> all_folders() {
    std::vector<std::string> folders = part_folders();
    folders.emplace_back("probes");
    return folders;
}

}  // namespace

const StageRecord* RunRecord::find(Stage stage) const {
    const auto found = stages.find(stage_name(stage));
    return found == stages.end() ? nullptr : &found->second;
}

std::vector<PartRecord> RunRecord::parts(Stage stage, PartKind kind) const {
    const StageRecord* found = find(stage);
    return found ? parts_of_kind(found->parts, kind) : std::vector<PartRecord>();
}

bool RunFolder::exists() const { return fs::is_regular_file(root_ / "run.json"); }

bool RunFolder::empty() const {
    if (!fs::exists(root_)) return true;
    if (!fs::is_directory(root_)) return false;
    for (const auto& entry : fs::recursive_directory_iterator(root_))
        if (!entry.is_directory() && !is_hidden(entry.path())) return false;
    return true;
}

void RunFolder::open_for_writing(const std::vector<PartRecord>& parts) const {
    make_folder(checkpoints());
    for (const PartRecord& part : parts) make_folder(path(part, 1).parent_path());
    for (const std::string& folder : all_folders()) remove_temporary_files(root_ / folder);
    remove_temporary_files(checkpoints());
    remove_temporary_files(root_);
}

// Checkpoints go first, so that no run is resumed whose frames are gone.
void RunFolder::clear() const {
    if (exists()) write_record({});
    fs::remove_all(checkpoints());
    for (const std::string& folder : all_folders()) fs::remove_all(root_ / folder);
    for (const int frame : frames({poses_part()})) fs::remove(path(poses_part(), frame));
    for (const Stage stage : kStages) fs::remove(ledger(stage_name(stage)));
    for (const fs::path& file : {scene(), log()}) fs::remove(file);
}

double RunFolder::bytes() const {
    double sum = 0.0;
    std::vector<std::string> folders = all_folders();
    folders.push_back(checkpoints().filename().string());
    for (const std::string& folder : folders) {
        std::error_code error;  // of a folder that is not there, or a file that has just gone
        for (const auto& entry : fs::recursive_directory_iterator(root_ / folder, error))
            if (const auto size = entry.file_size(error); !error) sum += static_cast<double>(size);
    }
    return sum;
}

std::vector<int> RunFolder::frames(const std::vector<PartRecord>& parts) const {
    std::vector<int> common;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::vector<int> there = frames_of(root_, parts[k]);
        if (k == 0) common = there;
        std::erase_if(common, [&](int frame) { return !std::binary_search(there.begin(), there.end(), frame); });
    }
    return common;
}

FileSizes RunFolder::file_sizes(const std::vector<PartRecord>& parts, int frame) const {
    FileSizes sizes;
    for (const PartRecord& part : parts) {
        const std::string file = file_of_frame(part, frame);
        sizes[file] = static_cast<long>(fs::file_size(root_ / file));
    }
    return sizes;
}

std::string RunFolder::damaged_file(const FileSizes& files) const {
    for (const auto& [file, size] : files) {
        std::error_code error;
        if (fs::file_size(root_ / file, error) != static_cast<std::uintmax_t>(size) || error) return file;
    }
    return "";
}

fs::path RunFolder::kept_file(const std::string& name) const {
    fs::path kept = kept_files();
    for (const fs::path& step : fs::path(name).lexically_normal().relative_path())
        if (!step.empty() && step != ".") kept /= step == ".." ? "__" : step;
    return kept;
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

void RunFolder::update_record(FunctionRef<void(RunRecord&)> change) const {
    const LockFile lock(claim("record"), LockFile::When::later);
    RunRecord record = exists() ? read_record() : RunRecord();
    change(record);
    write_record(record);
}

std::string frame_name(const std::string& name, int frame, const std::string& ending) {
    return fmt::format("{}.{:04d}.{}", name, frame, ending);
}

}  // namespace lamella
