// The folder of a run: what is where, and run.json, through which a stage finds the one before it.
//
// Several processes may work in it, one a stage (stage_claim.hpp). It can be read at any moment, and whenever a writer
// is killed it is one that --resume or --overwrite goes on with: run.json is the first file to come and the last to go.
#pragma once

#include <lamella/cache/file_record.hpp>
#include <lamella/cache/part_record.hpp>
#include <lamella/core/function_ref.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lamella {

// What run.json says of one stage.
struct StageRecord {
    bool done = false;
    std::string hash;  // of what decides its output
    int first_frame = 1;
    int last_frame = 0;
    std::vector<PartRecord> parts;
    FileRecords files;  // that it has read besides frames
};

// run.json.
struct RunRecord {
    std::string version;
    std::string git_hash;
    std::string command_line;
    std::string scene_hash;
    std::string scene_folder;  // what file names in scene.json are relative to, where there is no copy
    std::string isa;
    std::map<std::string, StageRecord> stages;  // simulate, surface, foam, render

    const StageRecord* find(Stage stage) const;  // null where it has not been run
    std::vector<PartRecord> parts(Stage stage, PartKind kind) const;
};

// Files, relative to the run folder, and how many bytes they have.
using FileSizes = std::map<std::string, long>;

class RunFolder {
public:
    explicit RunFolder(std::filesystem::path root) : root_(std::move(root)) {}

    const std::filesystem::path& root() const { return root_; }
    bool exists() const;  // there is a run.json
    bool empty() const;   // no folder, or no file in it but temporary ones and claims

    // Makes the folders of these parts and removes what killed runs left under temporary names.
    void open_for_writing(const std::vector<PartRecord>& parts) const;
    // Removes everything that a run writes, and nothing else. Only run.json stays, and says that no stage has been run;
    // so do the copies of files, which the next run may start from.
    void clear() const;
    double bytes() const;  // of what clear() removes, apart from some small files

    // The frames of which every part has a file, in order.
    std::vector<int> frames(const std::vector<PartRecord>& parts) const;
    std::filesystem::path path(const PartRecord& part, int frame) const { return root_ / file_of_frame(part, frame); }
    FileSizes file_sizes(const std::vector<PartRecord>& parts, int frame) const;
    // Of these files one that is not there or has another size; empty where all are whole.
    std::string damaged_file(const FileSizes& files) const;

    RunRecord read_record() const;  // InputError if there is none
    void write_record(const RunRecord& record) const;
    // Reads the record (a new one where there is none), changes it and writes it, so that no other process does so
    // in between.
    void update_record(FunctionRef<void(RunRecord&)> change) const;

    std::filesystem::path scene() const { return root_ / "scene.json"; }
    std::filesystem::path log() const { return root_ / "log.txt"; }
    std::filesystem::path ledger(const std::string& stage) const { return root_ / ("ledger." + stage + ".jsonl"); }
    std::filesystem::path probe(const std::string& name) const { return root_ / "probes" / (name + ".csv"); }
    // The copies of the files that the scene names, and the one of that name: relative names keep their place below the
    // folder, what lies above the scene or anywhere else comes into folders of its own.
    std::filesystem::path kept_files() const { return root_ / "files"; }
    std::filesystem::path kept_file(const std::string& name) const;
    std::filesystem::path checkpoints() const { return root_ / "checkpoints"; }
    std::filesystem::path claim(const std::string& what) const { return root_ / (".claim-" + what); }
    std::filesystem::path film() const { return path(picture_part(), 1).replace_filename("film.mp4"); }
    std::filesystem::path sheet() const { return path(picture_part(), 1).replace_filename("sheet.png"); }

private:
    std::filesystem::path root_;
};

// "name.0001.ext"
std::string frame_name(const std::string& name, int frame, const std::string& ending);

}  // namespace lamella
