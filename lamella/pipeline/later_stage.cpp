#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/tracked/surface_painter.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamella {
namespace {

bool holds(const std::vector<int>& sorted, int frame) {
    return std::binary_search(sorted.begin(), sorted.end(), frame);
}

// The stage whose files this one reads.
Stage input_of(Stage stage, const Scene& scene) {
    const bool reads_surfaces = stage == Stage::render && scene.render->show == Show::surface && scene.surface;
    return reads_surfaces ? Stage::surface : Stage::simulate;
}

// What it reads of them: of bodies alone, where they are.
PartKind kind_of_input(Stage input, const Scene& scene) {
    if (scene.fluids.empty()) return scene.solids.empty() ? PartKind::poses : PartKind::particles;
    return input == Stage::surface ? PartKind::mesh : PartKind::particles;
}

// Pictures show spray, foam and bubbles where there are any.
std::vector<PartRecord> foam_shown_by(Stage stage, const RunRecord& record) {
    return stage == Stage::render ? record.parts(Stage::foam, PartKind::particles) : std::vector<PartRecord>();
}

StageRecord input_record(const RunRecord& record, Stage input, const RunFolder& folder) {
    const StageRecord* found = record.find(input);
    if (!found)
        throw InputError(fmt::format("{}: the stage {} has not been run", folder.root().string(), stage_name(input)));
    return *found;
}

// Of what decides the output of the stage: what it reads, the scene's key of its name, and the files named there.
std::string stage_hash(Stage stage, const LoadedScene& loaded, const StageRecord& input, const FileRecords& files) {
    const auto scene = nlohmann::ordered_json::parse(loaded.canonical_json);
    std::string hashes;
    for (const auto& [name, file] : files) hashes += file.hash;
    return hash_text(input.hash + scene.at(stage_name(stage)).dump() + hashes);
}

// Surfaces are those of level sets where the liquid has some, unless they are tracked.
std::vector<PartRecord> level_sets_read_by(Stage stage, const Scene& scene, const StageRecord& input) {
    const bool reads = stage == Stage::surface && !std::holds_alternative<TrackedParameters>(*scene.surface);
    return reads ? parts_of_kind(input.parts, PartKind::level_set) : std::vector<PartRecord>();
}

}  // namespace

LaterStage::LaterStage(const Run& run, const RunFolder& folder, Stage stage, const LoadedScene& loaded,
                       const StageOptions& options, const Outputs& outputs)
    : run_(run), folder_(folder), stage_(stage), claim_(run, folder, stage, options.command_line) {
    const RunRecord record = folder.read_record();
    refuse_another_scene(loaded);
    const Stage before = input_of(stage, *loaded.scene);
    const StageRecord input = input_record(record, before, folder);
    inputs_ = parts_of_kind(input.parts, kind_of_input(before, *loaded.scene));
    const std::vector<PartRecord> foam = foam_shown_by(stage, record);
    inputs_.insert(inputs_.end(), foam.begin(), foam.end());
    std::ranges::copy(level_sets_read_by(stage, *loaded.scene, input), std::back_inserter(inputs_));
    parts_ = outputs(inputs_);
    there_ = frames_on_disk();
    const StageRecord* own = record.find(stage);
    const std::string hash_before = own ? own->hash : "";
    if (stage == Stage::render) files_ = picture_files(*loaded.scene->render, *loaded.assets);
    if (stage == Stage::surface) files_ = paint_files(*loaded.scene->surface, *loaded.assets);
    hash_ = stage_hash(stage, loaded, input, files_);
    if (!foam.empty()) hash_ = hash_text(hash_ + record.find(Stage::foam)->hash);
    choose_frames(input, options.frames);
    if (!options.overwrite) {
        refuse_what_is_there(hash_before, options);
        std::erase_if(to_do_, [whole = whole_frames()](int frame) { return holds(whole, frame); });
    }
    mark_mixture(hash_before);
    folder.open_for_writing(parts_);
}

// Between the stages of one command another one may have begun the run anew.
void LaterStage::refuse_another_scene(const LoadedScene& loaded) const {
    if (scene_of_run(folder_.root(), {}).hash != loaded.hash)
        throw InputError(folder_.root().string() + ": the run was made from another scene in the meantime");
}

// Those whose files are as their row in the ledger says: it is written after them.
std::vector<int> LaterStage::whole_frames() const {
    const std::map<int, FileSizes> rows = ledger_files(folder_.ledger(stage_name(stage_)));
    std::vector<int> whole = there_;
    std::erase_if(whole, [&](int frame) {
        const auto row = rows.find(frame);
        return row == rows.end() || !folder_.damaged_file(row->second).empty();
    });
    return whole;
}

// A finished stage has said how far it went; of one that was stopped every file that is there is whole.
void LaterStage::choose_frames(const StageRecord& input, const FrameRange& range) {
    input_frames_ = folder_.frames(inputs_);
    std::erase_if(input_frames_, [&](int frame) { return input.done && frame > input.last_frame; });
    to_do_ = input_frames_;
    std::erase_if(to_do_, [&](int frame) { return !range.contains(frame); });
    if (to_do_.empty())
        throw InputError(folder_.root().string() + ": the run folder holds no frames to " + stage_name(stage_));
}

void LaterStage::refuse_what_is_there(const std::string& hash_before, const StageOptions& options) const {
    const auto refuse = [&](const char* why) {
        throw InputError(fmt::format("{}: the stage {} {}", folder_.root().string(), stage_name(stage_), why));
    };
    const bool asked_for = std::any_of(to_do_.begin(), to_do_.end(), [&](int frame) { return holds(there_, frame); });
    if (asked_for && !options.resume) refuse("is there already; use --resume or --overwrite");
    if (!there_.empty() && hash_before != hash_)
        refuse(stage_ == Stage::render
                   ? "was made with other settings, surfaces, foam, environments or textures; use --overwrite"
                   : "was made with other settings; use --overwrite");
}

// When frames of other settings stay beside the new ones, the stage has the settings of neither, so that
// nothing later takes them for one.
void LaterStage::mark_mixture(const std::string& hash_before) {
    const auto stays = [&](int frame) { return !holds(to_do_, frame); };
    if (hash_before == hash_ || std::none_of(there_.begin(), there_.end(), stays)) return;
    hash_ = hash_text(hash_before + hash_);
    if (run_.log)
        run_.log->warning(fmt::format("{}: frames of the stage {} that were made with other settings stay as they are",
                                      folder_.root().string(), stage_name(stage_)));
}

StageResult LaterStage::go(const std::function<FrameDone(int)>& work) const {
    const std::string name = stage_name(stage_);
    remove_outputs();
    record(false);
    const Ledger ledger(folder_.ledger(name), [&](int frame) { return !holds(to_do_, frame); });
    if (run_.progress) run_.progress->start(name, static_cast<int>(to_do_.size()));
    StageResult result = StageResult::done;
    for (std::size_t k = 0; k < to_do_.size(); ++k) {
        if (run_.should_stop()) {
            result = StageResult::stopped;
            break;
        }
        try {
            FrameDone frame = work(to_do_[k]);
            frame.row.file_bytes = folder_.file_sizes(parts_, to_do_[k]);
            ledger.add(frame.row);
            if (run_.progress) run_.progress->advance(static_cast<int>(k) + 1, frame.detail);
        } catch (const Stopped&) {
            result = StageResult::stopped;
            break;
        }
    }
    if (run_.progress) run_.progress->finish();
    ledger.sort();
    record(result == StageResult::done);
    return result;
}

// So that a run that is killed leaves no frame of the old settings under the new record.
void LaterStage::remove_outputs() const {
    for (int frame : to_do_)
        for (const PartRecord& part : parts_) std::filesystem::remove(folder_.path(part, frame));
}

void LaterStage::record(bool done) const {
    const std::vector<int> frames = frames_on_disk();
    StageRecord stage{done, hash_, 1, 0, parts_, files_};
    if (!frames.empty()) std::tie(stage.first_frame, stage.last_frame) = std::pair(frames.front(), frames.back());
    folder_.update_record([&](RunRecord& record) { record.stages[stage_name(stage_)] = stage; });
}

}  // namespace lamella
