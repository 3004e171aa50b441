#include <lamella/cache/checkpoint.hpp>
#include <lamella/cache/probe_file.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/frame_output.hpp>
#include <lamella/pipeline/kept_files.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/resume_point.hpp>
#include <lamella/pipeline/scene_remarks.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

// Refuses what is no place for a run.
void refuse_foreign_folder(const RunFolder& folder) {
    if (std::filesystem::exists(folder.root()) && !std::filesystem::is_directory(folder.root()))
        throw InputError(folder.root().string() + ": this is a file; a run needs a folder of its own");
    if (!folder.empty() && !folder.exists())
        throw InputError(folder.root().string() + ": the folder is not empty and holds no run; choose another");
}

void refuse_another_scene(const RunFolder& folder, const RunRecord& record, const LoadedScene& loaded) {
    const std::string sentence = folder.root().string() + ": the run was made from another scene";
    if (!std::filesystem::exists(folder.scene())) {  // killed before it was written
        if (record.scene_hash != loaded.hash) throw InputError(sentence);
        return;
    }
    // Read anew, so that parameters which came after the run was made have their defaults.
    const LoadedScene before = read_scene_of_run(folder.root());
    if (before.hash == loaded.hash) return;
    const auto difference = first_difference(before.canonical_json, loaded.canonical_json);
    throw InputError(sentence + (difference ? fmt::format("; '{}' was {} and is now {}", difference->path,
                                                          difference->first, difference->second)
                                            : ""));
}

// What was read for the simulation.
FileRecords simulated_files(const LoadedScene& loaded) {
    FileRecords files = loaded.assets->files();
    if (loaded.scene->render)
        walk::for_each_file(*loaded.scene->render, [&](const InputFile& file) { files.erase(file.name); });
    return files;
}

// A run does not go on from other files than it began with.
void refuse_other_files(const RunFolder& folder, const FileRecords& now) {
    const RunRecord record = folder.read_record();
    const StageRecord* stage = record.find(Stage::simulate);
    if (!stage) return;
    if (stage->files.empty()) return;  // of an earlier version
    FileRecords all = now;
    all.insert(stage->files.begin(), stage->files.end());
    for (const auto& [name, file] : all)
        if (!now.contains(name) || !stage->files.contains(name) || now.at(name) != stage->files.at(name))
            throw InputError(fmt::format("{}: '{}' has changed since the run began; start anew with --overwrite",
                                         folder.root().string(), name));
}

// Whether the run begins at its first frame, over what is there. Refuses a run that must not be changed.
Begin how_to_begin(const RunFolder& folder, const LoadedScene& loaded, const StageOptions& options) {
    if (!folder.exists() || options.overwrite) return Begin::anew;
    if (!options.resume)
        throw InputError(folder.root().string() +
                         ": the folder holds a run; go on with --resume or start anew with --overwrite");
    const RunRecord record = folder.read_record();
    if (record.scene_hash.empty()) return Begin::anew;  // killed while it was cleared
    refuse_another_scene(folder, record, loaded);
    return Begin::on;
}

// A run that is cleared away has no writers.
struct ClaimsToClear {
    StageClaim surface;
    StageClaim foam;
    StageClaim render;

    ClaimsToClear(const RunFolder& folder, const std::string& command_line)
        : surface({}, folder, Stage::surface, command_line),
          foam({}, folder, Stage::foam, command_line),
          render({}, folder, Stage::render, command_line) {}
};

// Checkpoints of another build may go on with other bits.
std::string build_name() { return program_version() + " " + git_hash(); }

// A simulation with its files: frames, ledger, checkpoints, the record of the run.
class SimulateStage {
public:
    SimulateStage(const Run& run, const LoadedScene& loaded, const RunFolder& folder, const StageOptions& options,
                  World world)
        : run_(run),
          loaded_(loaded),
          scene_(*loaded.scene),
          files_(simulated_files(loaded)),
          folder_(folder),
          options_(options),
          last_frame_(options.frames.last.value_or(scene_.frames)),
          simulation_(scene_, std::move(world)) {}

    StageResult go() {
        write_record(false);
        keep_files(folder_, *loaded_.assets);
        if (options_.resume) restore();
        const Ledger ledger(folder_.ledger("simulate"), simulation_.frame());
        open_probe_files();
        if (run_.progress) run_.progress->start("simulate", last_frame_);
        while (simulation_.frame() < last_frame_) {
            const auto start = Clock::now();
            if (!simulation_.finish_next_frame(run_)) return stop();
            wall_seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
            output(ledger);
            if (run_.should_stop()) return stop();
        }
        if (run_.progress) run_.progress->finish();
        save_checkpoint();
        write_record(true);
        return StageResult::done;
    }

    std::vector<PartRecord> parts() const {
        std::vector<PartRecord> records;
        for (const FramePart& part : simulation_.parts()) records.push_back(record_of(part));
        if (!simulation_.world().bodies().empty()) records.push_back(poses_part());
        return records;
    }

private:
    FileSizes write_parts(int frame) const {
        std::vector<PartRecord> written;
        for (const FramePart& part : simulation_.parts()) {
            write_part(folder_, part, simulation_.origin(), frame, provenance(loaded_.hash));
            written.push_back(record_of(part));
        }
        if (!simulation_.poses().empty()) {
            const double time = simulation_.world().time();
            write_poses(folder_.path(poses_part(), frame), {frame, time, simulation_.poses(), simulation_.contacts()});
            written.push_back(poses_part());
        }
        return folder_.file_sizes(written, frame);
    }

    void output(const Ledger& ledger) {
        const ProfileScope scope("write frame");
        const int frame = simulation_.frame();
        LedgerRow row = simulation_.take_row();
        row.wall_s["simulate"] = std::exchange(wall_seconds_, 0.0);
        if (options_.frames.contains(frame)) row.file_bytes = write_parts(frame);
        add_probe_rows();
        ledger.add(row);
        warn_of_losses(row);
        warn_of_failed_solves(row);
        if (frame % scene_.output.checkpoint_every == 0) save_checkpoint();
        if (run_.progress) run_.progress->advance(frame, fmt::format("{} particles", row.particles.value_or(0)));
    }

    void warn_of_losses(const LedgerRow& row) {
        if (row.mass_removed_kg.value_or(0.0) > 0.0 && !std::exchange(warned_of_losses_, true))
            run_.warn(
                fmt::format("frame {}: {:.3g} kg of liquid passed through walls and are removed; the liquid is faster "
                            "than the solver expects",
                            row.frame, *row.mass_removed_kg));
    }

    // Once a frame; the solver goes on with shorter steps.
    void warn_of_failed_solves(const LedgerRow& row) const {
        for (const auto& [solve, iterations] : row.iterations) {
            const auto failures = row.method.find("unconverged_" + solve);
            if (failures == row.method.end() || failures->second == 0.0) continue;
            run_.warn(
                fmt::format("frame {}: the {} solve did not converge in {} of {} steps; going on with shorter ones",
                            row.frame, solve, failures->second, row.steps.value_or(0)));
        }
    }

    // Before the first frame nothing is kept.
    void open_probe_files() {
        const double until = simulation_.has_begun() ? simulation_.world().time() : -1.0;
        for (const ProbeTable& table : simulation_.take_probe_tables())
            probe_files_.emplace_back(folder_.probe(table.name), table.columns, until);
    }

    void add_probe_rows() {
        const std::vector<ProbeTable> tables = simulation_.take_probe_tables();
        for (std::size_t k = 0; k < tables.size(); ++k) probe_files_[k].add(tables[k].rows);
    }

    StageResult stop() {
        if (run_.progress) run_.progress->finish();
        add_probe_rows();
        save_checkpoint();
        write_record(false);
        return StageResult::stopped;
    }

    void save_checkpoint() {
        Checkpoint checkpoint{0, 0.0, loaded_.hash, build_name(), isa_level(), {}};
        simulation_.save(checkpoint);
        write_checkpoint(folder_.checkpoints(), checkpoint);
    }

    void restore() {
        const FoundCheckpoint found = resume_point(folder_, first_frame(scene_), options_.frames);
        for (const std::string& warning : found.warnings) run_.warn(warning);
        if (!found.checkpoint) return;
        const Checkpoint& checkpoint = *found.checkpoint;
        if (checkpoint.scene_hash != loaded_.hash)
            throw InputError(folder_.root().string() + ": its checkpoint belongs to another scene");
        if (checkpoint.isa != isa_level() || checkpoint.version != build_name())
            run_.warn(fmt::format("the checkpoint was written by version {} for {}; the bits may differ from here on",
                                  checkpoint.version, checkpoint.isa));
        simulation_.load(checkpoint);
        if (run_.log) run_.log->info(fmt::format("going on after frame {}", simulation_.frame()));
    }

    void write_record(bool done) const {
        folder_.update_record([&](RunRecord& record) {
            record.version = program_version();
            record.git_hash = git_hash();
            record.command_line = options_.command_line;
            record.scene_hash = loaded_.hash;
            record.scene_folder = loaded_.folder.empty() ? "" : std::filesystem::absolute(loaded_.folder).string();
            record.isa = isa_level();
            record.stages[stage_name(Stage::simulate)] = {
                done,    loaded_.hash, std::max(options_.frames.first, first_frame(scene_)), simulation_.frame(),
                parts(), files_};
        });
        write_file(folder_.scene(), loaded_.canonical_json);
    }

    const Run& run_;
    const LoadedScene& loaded_;
    const Scene& scene_;
    FileRecords files_;  // that the simulation starts from
    const RunFolder& folder_;
    const StageOptions& options_;
    int last_frame_;
    Simulation simulation_;
    std::vector<ProbeFile> probe_files_;
    double wall_seconds_ = 0.0;
    bool warned_of_losses_ = false;
};

// Nothing that is there is touched before everything that can fail has been done. Stopped while it is set up, a run
// leaves its folder as it was.
StageResult set_up_and_go(const Run& run, const LoadedScene& loaded, const RunFolder& folder,
                          const StageOptions& options, const WorldMaker& make) try {
    refuse_foreign_folder(folder);
    const StageClaim claim(run, folder, Stage::simulate, options.command_line);
    const Begin begin = how_to_begin(folder, loaded, options);
    std::optional<ClaimsToClear> others;
    if (begin == Begin::anew) others.emplace(folder, options.command_line);
    const Scene& scene = *loaded.scene;
    read_meshes(run, scene, *loaded.assets);
    read_picture_files(scene, *loaded.assets);
    check_pictures(scene, *loaded.assets);
    for (const std::string& remark : scene_remarks(loaded)) run.warn(remark);
    const Estimate cost = estimate(scene, *loaded.assets, options.frames.last.value_or(scene.frames), run.threads);
    refuse_if_too_large(cost, folder.root(), begin);
    if (run.log) run.log->info(estimate_text(cost));
    SimulateStage stage(run, loaded, folder, options, make(run, scene, *loaded.assets));
    run.throw_if_stopped();
    if (begin == Begin::on) refuse_other_files(folder, simulated_files(loaded));
    if (begin == Begin::anew) folder.clear();
    others.reset();
    folder.open_for_writing(stage.parts());
    return stage.go();
} catch (const Stopped&) {
    return StageResult::stopped;
}

}  // namespace

StageResult simulate(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                     const StageOptions& options, const WorldMaker& make) {
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    return with_places(loaded, [&] { return set_up_and_go(run, loaded, folder, options, make); });
}

}  // namespace lamella
