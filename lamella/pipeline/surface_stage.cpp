#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/io/vdb.hpp>
#include <lamella/pipeline/file_particles.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/scene_walls.hpp>
#include <lamella/pipeline/surface_sequence.hpp>
#include <lamella/pipeline/surface_stage.hpp>
#include <lamella/pipeline/tracked_stage.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/pipeline/wave_files.hpp>
#include <lamella/surface/level_set/level_set_field.hpp>
#include <lamella/surface/spacing.hpp>
#include <lamella/surface/surface_method.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

// What the surfaces of a run are made of.
struct SurfaceRun {
    const RunFolder& folder;
    const LoadedScene& loaded;
    SceneWalls walls;

    SurfaceRun(const RunFolder& run_folder, const LoadedScene& scene)
        : folder(run_folder),
          loaded(scene),
          walls(*scene.scene, *scene.assets, run_folder,
                cell_of(*scene.scene->surface) * scene.scene->particle_spacing) {}
};

// A liquid in the files of a run: its particles, and the level set of a solver that has one.
struct LiquidParts {
    PartRecord particles;
    std::optional<PartRecord> level_set;
};

std::vector<LiquidParts> liquids_of(std::span<const PartRecord> inputs) {
    std::vector<LiquidParts> liquids;
    const std::vector<PartRecord> level_sets = parts_of_kind(inputs, PartKind::level_set);
    for (const PartRecord& particles : parts_of_kind(inputs, PartKind::particles)) {
        const auto own = std::ranges::find(level_sets, particles.name, &PartRecord::name);
        liquids.push_back({particles, own == level_sets.end() ? std::nullopt : std::optional(*own)});
    }
    return liquids;
}

// The surface of a liquid in one frame.
Surface surface_of(const SurfaceRun& run, const LiquidParts& liquid, int frame, const SurfaceWalls& walls,
                   SurfaceSequence::Memory& memory) {
    const SurfaceField& field = *run.loaded.scene->surface;
    const Real spacing = run.loaded.scene->particle_spacing;
    const ParticleSet particles = read_particles(run.folder.path(liquid.particles, frame));
    if (!liquid.level_set) return reconstruct(field, particles, spacing, &memory[liquid.particles.name], &walls);
    SparseGrid distance = read_vdb(run.folder.path(*liquid.level_set, frame)).grid;
    distance.move_by(-particles.origin);
    return reconstruct_level_set(field, {std::move(distance), particles, spacing}, particles, spacing, &walls);
}

PartRecord mesh_of(const PartRecord& particles) { return part_of(Stage::surface, PartKind::mesh, particles.name); }

PartRecord level_set_of(const PartRecord& particles) {
    return part_of(Stage::surface, PartKind::level_set, particles.name);
}

PartRecord kernels_part() { return part_of(Stage::surface, PartKind::particles, "kernels"); }

std::vector<PartRecord> surface_parts(const SurfaceField& field, const std::vector<PartRecord>& inputs) {
    std::vector<PartRecord> parts;
    for (const auto& [particles, level_set] : liquids_of(inputs)) {
        if (level_set && writes_kernels(field))
            throw InputError("surface.kernels: the surface of '" + particles.name +
                             "' is a level set, which has none; leave it out");
        parts.push_back(mesh_of(particles));
        if (writes_level_set(field)) parts.push_back(level_set_of(particles));
    }
    if (writes_kernels(field)) parts.push_back(kernels_part());
    return parts;
}

void write_level_set(const std::filesystem::path& path, Surface& surface, const Vec3d& origin,
                     const Provenance& provenance) {
    surface.phi.move_by(origin);
    write_vdb(path, surface.phi, VolumeKind::level_set, provenance);
}

// All liquids of one frame; the row sums over them.
LedgerRow surface_frame(const SurfaceRun& run, const std::vector<LiquidParts>& liquids, int frame,
                        SurfaceSequence::Memory& memory) {
    const ProfileScope scope("surface");
    const RunFolder& folder = run.folder;
    const LoadedScene& loaded = run.loaded;
    const SurfaceWalls walls = run.walls.at(frame);
    const auto start = Clock::now();
    LedgerRow row;
    row.frame = frame;
    row.particles = 0;
    row.volume_m3 = row.mesh_volume_m3 = 0.0;
    ParticleSet kernels;
    for (const LiquidParts& liquid : liquids) {
        const PartRecord& particles = liquid.particles;
        Surface surface = surface_of(run, liquid, frame, walls, memory);
        write_mesh(folder.path(mesh_of(particles), frame), surface.mesh, provenance(loaded.hash));
        if (writes_level_set(*loaded.scene->surface))
            write_level_set(folder.path(level_set_of(particles), frame), surface, Vec3d::Zero(),
                            provenance(loaded.hash));
        kernels.append(surface.kernels);
        *row.particles += surface.report.particles;
        *row.volume_m3 += surface.report.particle_volume;
        *row.mesh_volume_m3 += surface.report.mesh_volume;
        row.method["vertices"] += surface.report.vertices;
        row.method["triangles"] += surface.report.triangles;
        row.method["inserted"] += surface.report.inserted;
        row.method["level_" + particles.name] = surface.report.level;
    }
    if (writes_kernels(*loaded.scene->surface))
        write_particles(folder.path(kernels_part(), frame), kernels, provenance(loaded.hash));
    row.time_s = (frame - 1) / loaded.scene->frame_rate;
    row.wall_s["surface"] = std::chrono::duration<double>(Clock::now() - start).count();
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

// The surfaces of someone else's particles, which may depend on the files before them.
class FileSurfaces {
public:
    FileSurfaces(const Run& run, const SurfaceFiles& files) : run_(run), files_(files) {
        std::map<std::string, std::vector<FrameFile>> found;
        for (const FrameFile& file : expand_sequence(files.input)) found[key_of(file.path)].push_back(file);
        for (const auto& [key, members] : found) add_series(key, members);
    }

    void write(const std::filesystem::path& in, std::filesystem::path out) {
        Series& series = series_.at(key_of(in));
        auto [surface, spacing, origin] =
            series.sequence.at(series.position(in), [&](auto& memory) { return make(series, in, memory); });
        for (Vec3& p : surface.mesh.positions) p = (p.cast<double>() + origin).cast<Real>();
        if (files_.z_up) y_up_to_z_up(surface.mesh);
        warn_of_losses(out, surface.mesh.attributes);
        write_mesh(out, surface.mesh, provenance(""), files_.z_up ? UpAxis::z : UpAxis::y);
        if (writes_kernels(files_.field)) {
            if (files_.z_up) y_up_to_z_up(surface.kernels);
            write_particles(std::filesystem::path(out).replace_extension(".kernels.bgeo"), surface.kernels,
                            provenance(""));
        }
        if (writes_level_set(files_.field))
            write_level_set(out.replace_extension(".vdb"), surface, origin, provenance(""));
    }

private:
    struct Made {
        Surface surface;
        Real spacing;
        Vec3d origin;
    };

    // Files that belong together: one spacing, and surfaces that may depend on those before.
    struct Series {
        Index position(const std::filesystem::path& in) const {
            return static_cast<Index>(std::ranges::find(files, in, &FrameFile::path) - files.begin());
        }

        std::vector<FrameFile> files;
        SequenceSpacing spacing;
        SurfaceSequence sequence;
    };

    void add_series(const std::string& key, const std::vector<FrameFile>& members) {
        const auto again = [this, key](Index k, SurfaceSequence::Memory& memory) {
            Series& own = series_.at(key);
            make(own, own.files[static_cast<std::size_t>(k)].path, memory);
        };
        series_.emplace(
            key, Series{members, SequenceSpacing(run_, members), SurfaceSequence(frames_before(files_.field), again)});
    }

    // A glob may match files that have nothing to do with one another.
    std::string key_of(const std::filesystem::path& file) const {
        const bool glob =
            std::filesystem::path(files_.input).filename().string().find_first_of("*?") != std::string::npos;
        return glob ? series_of(file) : "";
    }

    // What was asked for by name is missed where the format has no place for it.
    void warn_of_losses(const std::filesystem::path& out, const ColumnTable& columns) {
        if (std::exchange(told_losses_, true)) return;
        for (const std::string& name : columns_left_out(out, columns))
            if (name != "v")
                run_.warn(fmt::format("{}: the attribute '{}' is left out: the format has no place for it",
                                      out.string(), name));
    }

    // A frame without particles has an empty mesh. What the method says of them is told with the name of their file.
    Made make(Series& series, const std::filesystem::path& in, SurfaceSequence::Memory& memory) {
        const ParticleSet particles = read_with_notes(run_, in, files_.z_up);
        Made made{{}, files_.spacing.value_or(1.0f), particles.origin};
        try {
            if (!files_.spacing && particles.size() > 0) made.spacing = series.spacing.of(particles, in);
            if (files_.spacing && !std::exchange(compared_, true)) warn_of_spacing(particles, in);
            made.surface = reconstruct(files_.field, particles, made.spacing, &memory[""]);
        } catch (const InputError& error) {
            throw InputError(in.string() + ": " + error.what());
        }
        if (particles.size() == 0 && run_.log) run_.log->warning(in.string() + ": no particles, an empty mesh");
        return made;
    }

    // A spacing in another unit than the positions gives no error, but no surface that anyone wants.
    void warn_of_spacing(const ParticleSet& particles, const std::filesystem::path& in) const {
        constexpr double kAbsurd = 20.0;
        try {
            const double ratio = double{*files_.spacing} / guess_spacing(particles).spacing;
            if (ratio > kAbsurd || ratio < 1.0 / kAbsurd)
                run_.warn(
                    fmt::format("{}: the spacing {} m that was given is {:.3g} times the {:.3g} m that the "
                                "particles lie apart",
                                in.string(), *files_.spacing, ratio, *files_.spacing / ratio));
        } catch (const InputError&) {  // there is nothing to compare it with
        }
    }

    const Run& run_;
    const SurfaceFiles& files_;
    std::map<std::string, Series> series_;
    bool compared_ = false;
    bool told_losses_ = false;
};

void refuse_replay(const StageOptions& options) {
    if (options.replay)
        throw InputError("only a tracked surface has logs that can be replayed: say --set surface.type=tracked");
}

}  // namespace

StageResult surface_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                        const StageOptions& options) {
    if (!loaded.scene->surface) throw InputError("the scene has no 'surface'");
    if (std::holds_alternative<TrackedParameters>(*loaded.scene->surface))
        return tracked_run(run, loaded, path, options);
    refuse_replay(options);
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    const LaterStage stage(run, folder, Stage::surface, loaded, options, [&](const std::vector<PartRecord>& inputs) {
        return surface_parts(*loaded.scene->surface, inputs);
    });
    const SurfaceRun surfaces(folder, loaded);
    const std::vector<LiquidParts> liquids = liquids_of(stage.inputs());
    SurfaceSequence sequence(frames_before(*loaded.scene->surface), [&](Index k, SurfaceSequence::Memory& memory) {
        const int frame = stage.input_frames()[static_cast<std::size_t>(k)];
        const SurfaceWalls walls = surfaces.walls.at(frame);
        for (const LiquidParts& liquid : liquids) surface_of(surfaces, liquid, frame, walls, memory);
    });
    return stage.go([&](int frame) {
        const auto at = std::ranges::lower_bound(stage.input_frames(), frame);
        const auto work = [&](SurfaceSequence::Memory& memory) {
            return surface_frame(surfaces, liquids, frame, memory);
        };
        const LedgerRow row = sequence.at(static_cast<Index>(at - stage.input_frames().begin()), work);
        return LaterStage::FrameDone{row, fmt::format("{} triangles", row.method.at("triangles"))};
    });
}

FilesResult surface_files(const Run& run, const SurfaceFiles& files, const StageOptions& options) {
    if (are_tracked_frames(files.input)) return wave_files(run, files, options);
    if (std::holds_alternative<TrackedParameters>(files.field)) return tracked_files(run, files, options);
    refuse_replay(options);
    require_mesh_ending_out(files.output);
    require_up_axis(files.output, files.z_up ? UpAxis::z : UpAxis::y);
    if (writes_level_set(files.field) && files.z_up)
        throw InputError("a level set is written with y up only: leave out --up z");
    const ThreadLimit limit(run.threads);
    FileSurfaces surfaces(run, files);
    return for_each_file(
        run, "surface", files.input, files.output, options,
        [&](const std::filesystem::path& in, const std::filesystem::path& out) { surfaces.write(in, out); });
}

}  // namespace lamella
