#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/pipeline/later_stage.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Of what decides the output of the stage: the simulation, and the scene's keys of this stage and those
// between.
std::string stage_hash(Stage stage, const LoadedScene& loaded) {
    const auto scene = nlohmann::ordered_json::parse(loaded.canonical_json);
    std::string text = loaded.hash;
    if (scene.contains("surface")) text += scene["surface"].dump();
    if (stage == Stage::render && scene.contains("render")) text += scene["render"].dump();
    return hash_text(text);
}

// Frames whose particle files are there for every fluid.
std::vector<int> simulated_frames(const RunFolder& folder, const Scene& scene, const FrameRange& range) {
    std::vector<int> frames;
    const int last = range.last.value_or(scene.frames);
    for (int frame = range.first; frame <= last; ++frame)
        if (std::all_of(scene.fluids.begin(), scene.fluids.end(),
                        [&](const Fluid& f) { return std::filesystem::exists(folder.particles(f.name, frame)); }))
            frames.push_back(frame);
    return frames;
}

}  // namespace

LaterStage::LaterStage(const RunFolder& folder, Stage stage, const LoadedScene& loaded, const StageOptions& options,
                       const std::function<bool(int)>& is_done)
    : folder_(folder), stage_(stage), hash_(stage_hash(stage, loaded)) {
    const std::string name = folder.root().string();
    all_ = simulated_frames(folder, loaded.scene, options.frames);
    if (all_.empty()) throw InputError(name + ": the run folder holds no frames to " + stage_name(stage));
    const RunRecord record = folder.read_record();
    const auto before = record.stages.find(stage_name(stage));
    const bool there = before != record.stages.end() && std::any_of(all_.begin(), all_.end(), is_done);
    if (there && !options.overwrite) {
        if (!options.resume)
            throw InputError(
                fmt::format("{}: the stage {} is there already; use --resume or --overwrite", name, stage_name(stage)));
        if (before->second.hash != hash_)
            throw InputError(
                fmt::format("{}: the stage {} was made with other settings; use --overwrite", name, stage_name(stage)));
    }
    for (int frame : all_)
        if (!there || options.overwrite || !is_done(frame)) to_do_.push_back(frame);
    folder.open_for_writing();
}

void LaterStage::record(bool done, std::vector<std::string> patterns) const {
    RunRecord record = folder_.read_record();
    record.stages[stage_name(stage_)] = {done, hash_, all_.front(), all_.back(), std::move(patterns)};
    folder_.write_record(record);
}

}  // namespace lamella
