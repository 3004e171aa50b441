// The folder of a run: what is where, and run.json, through which a stage finds the one before it.
#pragma once

#include <lamella/core/real.hpp>

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
    std::vector<std::string> patterns;  // "particles/water.%04d.bgeo"
};

// run.json.
struct RunRecord {
    std::string version;
    std::string git_hash;
    std::string command_line;
    std::string scene_hash;
    std::string scene_folder;  // what file names in scene.json are relative to
    std::string isa;
    std::map<std::string, StageRecord> stages;  // simulate, surface, render
};

class RunFolder {
public:
    explicit RunFolder(std::filesystem::path root) : root_(std::move(root)) {}

    const std::filesystem::path& root() const { return root_; }
    bool exists() const;  // there is a run.json
    bool empty() const;   // no folder, or no file in it but what a killed run left under temporary names

    // Makes the folders and removes what killed runs left under temporary names.
    void open_for_writing() const;
    void clear() const;  // removes everything that a run writes, and nothing else

    // The frames of which there is a file for every pattern ("particles/water.%04d.bgeo"), in order.
    std::vector<int> frames(const std::vector<std::string>& patterns) const;

    RunRecord read_record() const;  // InputError if there is none
    void write_record(const RunRecord& record) const;

    std::filesystem::path scene() const { return root_ / "scene.json"; }
    std::filesystem::path log() const { return root_ / "log.txt"; }
    std::filesystem::path ledger(const std::string& stage) const { return root_ / ("ledger." + stage + ".jsonl"); }
    std::filesystem::path checkpoints() const { return root_ / "checkpoints"; }
    std::filesystem::path particles(const std::string& fluid, int frame) const;  // particles/water.0001.bgeo
    std::filesystem::path surface(const std::string& fluid, int frame) const;    // surface/water.0001.ply
    std::filesystem::path level_set(const std::string& fluid, int frame) const;  // surface/water.0001.vdb
    std::filesystem::path kernels(int frame) const;                              // surface/kernels.0001.bgeo
    std::filesystem::path image(int frame) const;                                // images/frame.0001.png
    std::filesystem::path film() const { return root_ / "images" / "film.mp4"; }
    std::filesystem::path sheet() const { return root_ / "images" / "sheet.png"; }

private:
    std::filesystem::path root_;
};

// "name.0001.ext"
std::string frame_name(const std::string& name, int frame, const std::string& ending);

}  // namespace lamella
