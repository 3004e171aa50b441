#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/pipeline/file_particles.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/scene_walls.hpp>
#include <lamella/pipeline/tracked_sequence.hpp>
#include <lamella/pipeline/tracked_stage.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/parameter_walk.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

const TrackedParameters& tracked_of(const SurfaceField& field) { return std::get<TrackedParameters>(field); }

// Of the files that colours come from.
std::string text_of(const FileRecords& files) {
    std::string text;
    for (const auto& [name, file] : files) text += ' ' + file.hash;
    return text;
}

// A replay is for frames that are there.
StageOptions replaces_frames(StageOptions options) {
    options.overwrite = options.overwrite || (options.replay && !options.resume);
    return options;
}

void require_known_settings(const TrackedParameters& parameters) {
    const auto* mesh = parameters.coordinates ? std::get_if<MeshCoordinates>(&*parameters.coordinates) : nullptr;
    if (mesh && !mesh->file)
        throw InputError("'surface.coordinates': files are poured from no mesh; give its 'file' or another type");
    if (const auto fault = parameters.fault(); !fault.name.empty()) throw InputError(fault.sentence);
}

// Waves can be put on frames that were tracked before, but not on meshes that know nothing of the frame before.
void require_no_meshes(const SurfaceFiles& files) {
    if (!tracked_of(files.field).waves) return;
    const std::filesystem::path first = file_pairs(files.input, files.output).front().input;
    if (!has_mesh_ending(first)) return;
    const bool mesh = [&] {
        try {
            return !read_mesh(first).triangles.empty();
        } catch (const InputError&) {
            return false;  // particles, or a file that is told when its turn comes
        }
    }();
    if (mesh)
        throw InputError(fmt::format(
            "{}: waves do not run on meshes alone; they are put on the state files (.tracked) beside those of a "
            "tracked surface, or on particles",
            first.string()));
}

// All liquids of a run.
class TrackedRun {
public:
    TrackedRun(const Run& run, const RunFolder& folder, const LoadedScene& loaded, const LaterStage& stage,
               bool replays)
        : run_(run),
          folder_(folder),
          loaded_(loaded),
          stage_(stage),
          replays_(replays),
          parameters_(tracked_of(*loaded.scene->surface)),
          spacing_(loaded.scene->particle_spacing),
          keys_(parameters_, spacing_, loaded.hash, text_of(paint_files(*loaded.scene->surface, *loaded.assets))),
          walls_(*loaded.scene, *loaded.assets, folder, parameters_.mesh.cell * spacing_) {}

    // Before the meshes that are there are taken away.
    void require_logs(const FrameRange& frames) const {
        for (const int frame : stage_.input_frames())
            for (const PartRecord& particles : stage_.inputs()) {
                if (!frames.contains(frame)) continue;
                const std::filesystem::path state = tracked_state_path(folder_.path(mesh_of(particles), frame));
                require_same_motion(read_tracked_keys(state), keys_, state);
            }
    }

    LaterStage::FrameDone frame(int frame) {
        const ProfileScope scope("surface");
        const auto start = Clock::now();
        row_ = {};
        row_.frame = frame;
        row_.particles = 0;
        row_.volume_m3 = row_.mesh_volume_m3 = 0.0;
        const SurfaceWalls walls = walls_.at(frame);
        for (const PartRecord& particles : stage_.inputs()) track(particles, frame, walls);
        row_.time_s = (frame - 1) / loaded_.scene->frame_rate;
        row_.wall_s["surface"] = std::chrono::duration<double>(Clock::now() - start).count();
        row_.peak_rss_bytes = peak_memory_bytes();
        last_ = frame;
        return {row_, fmt::format("{} triangles", row_.method.at("triangles"))};
    }

private:
    static PartRecord mesh_of(const PartRecord& particles) {
        return part_of(Stage::surface, PartKind::mesh, particles.name);
    }

    TrackedSequence& sequence_of(const PartRecord& particles) {
        const auto warn = [this](const std::string& sentence) { run_.warn(sentence); };
        const auto found = sequences_.find(particles.name);
        if (found != sequences_.end()) return found->second;
        return sequences_.try_emplace(particles.name, parameters_, spacing_, painter_of(particles.name), warn)
            .first->second;
    }

    SurfacePainter painter_of(const std::string& name) const {
        return with_places(loaded_, [&] {
            const auto fluid = std::ranges::find(loaded_.scene->fluids, name, &Fluid::name);
            const auto poured = fluid == loaded_.scene->fluids.end() ? std::vector<NamedMesh>()
                                                                     : poured_meshes(*fluid, *loaded_.assets);
            return SurfacePainter(parameters_, name, poured, *loaded_.assets);
        });
    }

    // Brings the sequence to the frame before.
    void go_back(TrackedSequence& sequence, const PartRecord& particles, int frame) {
        const std::vector<int>& there = stage_.input_frames();
        if (last_ == frame - 1) return;
        sequence.forget();
        if (frame == there.front()) return;
        if (!std::ranges::binary_search(there, frame - 1)) {
            if (!replays_)
                run_.warn(fmt::format("frame {} is missing: the surface of {} begins anew with frame {}", frame - 1,
                                      particles.name, frame));
            return;
        }
        sequence.resume(tracked_state_path(folder_.path(mesh_of(particles), frame - 1)), keys_,
                        read_particles(folder_.path(particles, frame - 1)));
    }

    void track(const PartRecord& particles, int frame, const SurfaceWalls& walls) {
        TrackedSequence& sequence = sequence_of(particles);
        go_back(sequence, particles, frame);
        const ParticleSet now = read_particles(folder_.path(particles, frame));
        const std::filesystem::path mesh = folder_.path(mesh_of(particles), frame), state = tracked_state_path(mesh);
        const TrackedSequence::Frame made = replays_ ? sequence.replay(state, keys_, now, &walls)
                                                     : sequence.next(now, 1.0 / loaded_.scene->frame_rate, &walls);
        sequence.save(state, keys_);
        write_mesh(mesh, made.mesh, provenance(loaded_.hash));
        enter(now, made);
    }

    void enter(const ParticleSet& particles, const TrackedSequence::Frame& made) {
        const double d = spacing_;
        *row_.particles += particles.size();
        *row_.volume_m3 += whole_particles(total_units(particles)) * d * d * d;
        *row_.mesh_volume_m3 += enclosed_volume(made.mesh);
        row_.method["vertices"] += made.mesh.vertex_count();
        row_.method["triangles"] += made.mesh.triangle_count();
        if (replays_) {
            row_.method["replayed"] = 1;
            return;
        }
        row_.method["sub_steps"] += made.report.sub_steps;
        row_.method["failed_projections"] += made.report.failed;
        row_.method["repairs"] += made.report.repairs;
        row_.method["repaired_vertices"] += made.report.repaired_vertices;
        row_.method["replaced_meshes"] += made.report.replaced;
        row_.method["meshes_begun"] += made.begins ? 1 : 0;
        row_.method["splits"] += made.report.remeshed.splits;
        row_.method["collapses"] += made.report.remeshed.collapses;
        if (parameters_.waves) row_.method["wave_steps"] += made.wave_steps;
        row_.method["pinches"] += made.report.remeshed.pinches;
    }

    const Run& run_;
    const RunFolder& folder_;
    const LoadedScene& loaded_;
    const LaterStage& stage_;
    bool replays_;
    const TrackedParameters& parameters_;
    Real spacing_;
    TrackedKeys keys_;
    SceneWalls walls_;
    std::map<std::string, TrackedSequence> sequences_;  // by the name of the liquid
    int last_ = 0;                                      // the frame that was done last
    LedgerRow row_;
};

// Sequences of someone else's files.
class TrackedFiles {
public:
    TrackedFiles(const Run& run, const SurfaceFiles& files, bool replays)
        : run_(run),
          files_(files),
          replays_(replays),
          parameters_(tracked_of(files.field)),
          painted_files_(text_of(paint_files(files.field, assets_))),
          pairs_(file_pairs(files.input, files.output)) {}

    // A file that fails is remembered: the surface begins anew behind it.
    void write(const std::filesystem::path& in, const std::filesystem::path& out) {
        failed_.insert(in);
        track(in, out);
        failed_.erase(in);
    }

private:
    void track(const std::filesystem::path& in, const std::filesystem::path& out) {
        Series& series = series_of_file(in);
        const auto at = std::ranges::find(series.pairs, in, &FilePair::input);
        go_back(series, static_cast<std::size_t>(at - series.pairs.begin()));
        ParticleSet now = read_with_notes(run_, in, files_.z_up);
        if (now.size() == 0) run_.warn(in.string() + ": no particles, an empty mesh");
        try {
            const double seconds = series.before ? seconds_from(*series.before, now) : 0.0;
            ParticleSet kept = now;
            const std::filesystem::path state = tracked_state_path(out);
            if (replays_) require_same_motion(read_tracked_keys(state), series.keys, state);
            TrackedSequence::Frame made = replays_ ? series.sequence->replay(state, series.keys, std::move(now))
                                                   : series.sequence->next(std::move(now), seconds);
            series.sequence->save(state, series.keys);
            if (files_.z_up) y_up_to_z_up(made.mesh);
            write_mesh(out, made.mesh, provenance(""), files_.z_up ? UpAxis::z : UpAxis::y);
            series.before = std::move(kept);
            series.last = at->frame;
            if (made.report.replaced > 0)
                run_.warn(fmt::format("{}: the mesh could not follow the surface and was replaced", in.string()));
        } catch (const InputError& error) {
            throw InputError(in.string() + ": " + error.what());
        }
    }

    struct Series {
        std::vector<FilePair> pairs;
        TrackedKeys keys;
        std::optional<TrackedSequence> sequence;
        std::optional<ParticleSet> before;  // of the frame that was done last
        int last = 0;
    };

    Series& series_of_file(const std::filesystem::path& in) {
        const auto [at, made] = series_.try_emplace(series_of(in));
        Series& series = at->second;
        if (!made) return series;
        for (const FilePair& pair : pairs_)
            if (series_of(pair.input) == at->first) series.pairs.push_back(pair);
        const Real spacing = files_.spacing ? *files_.spacing : guessed_spacing(series);
        series.keys = TrackedKeys(parameters_, spacing, files_.z_up ? "z" : "y", painted_files_);
        const auto warn = [this](const std::string& sentence) { run_.warn(sentence); };
        series.sequence.emplace(parameters_, spacing, SurfacePainter(parameters_, series_name(in), {}, assets_), warn);
        return series;
    }

    // Of the first file with particles: the same whichever files are asked for.
    Real guessed_spacing(const Series& series) const {
        for (const FilePair& pair : series.pairs) try {
                const ParticleSet particles = read_particles(pair.input);
                if (particles.size() > 0)
                    return SequenceSpacing(run_, {{pair.frame, pair.input}}).of(particles, pair.input);
            } catch (const InputError&) {  // that frame is told when its turn comes
            }
        return 1.0f;
    }

    void go_back(Series& series, std::size_t at) {
        const FilePair& now = series.pairs[at];
        if (series.before && series.last == now.frame - 1) return;
        series.sequence->forget();
        series.before.reset();
        if (at == 0) return;
        const FilePair& before = series.pairs[at - 1];
        if (before.frame != now.frame - 1) {
            run_.warn(fmt::format("{}: the frame before is missing: the surface begins anew", now.input.string()));
            return;
        }
        if (failed_.contains(before.input)) {
            run_.warn(
                fmt::format("{}: the frame before could not be done: the surface begins anew", now.input.string()));
            return;
        }
        series.before = read_with_notes(run_, before.input, files_.z_up);
        series.sequence->resume(tracked_state_path(before.output), series.keys, *series.before);
        series.last = before.frame;
    }

    double seconds_from(const ParticleSet& before, const ParticleSet& now) const {
        constexpr double kUsual = 24.0;
        if (parameters_.file_rate > 0.0f) return 1.0 / parameters_.file_rate;
        return seconds_between(before, now).value_or(1.0 / kUsual);
    }

    const Run& run_;
    const SurfaceFiles& files_;
    bool replays_;
    const TrackedParameters& parameters_;
    Assets assets_;
    std::string painted_files_;
    std::vector<FilePair> pairs_;
    std::map<std::string, Series> series_;
    std::set<std::filesystem::path> failed_;
};

}  // namespace

StageResult tracked_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                        const StageOptions& options) {
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    const LaterStage stage(run, folder, Stage::surface, loaded, replaces_frames(options),
                           [](const std::vector<PartRecord>& inputs) {
                               std::vector<PartRecord> parts;
                               for (const PartRecord& particles : inputs)
                                   parts.push_back(part_of(Stage::surface, PartKind::mesh, particles.name));
                               return parts;
                           });
    TrackedRun tracked(run, folder, loaded, stage, options.replay);
    if (options.replay) tracked.require_logs(options.frames);
    return stage.go([&](int frame) { return tracked.frame(frame); });
}

FilesResult tracked_files(const Run& run, const SurfaceFiles& files, const StageOptions& options) {
    require_known_settings(tracked_of(files.field));
    require_mesh_ending_out(files.output);
    require_up_axis(files.output, files.z_up ? UpAxis::z : UpAxis::y);
    require_no_meshes(files);
    const ThreadLimit limit(run.threads);
    TrackedFiles tracked(run, files, options.replay);
    return for_each_file(
        run, "surface", files.input, files.output, replaces_frames(options),
        [&](const std::filesystem::path& in, const std::filesystem::path& out) { tracked.write(in, out); });
}

}  // namespace lamella
