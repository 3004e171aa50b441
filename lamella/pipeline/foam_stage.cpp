#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/foam_frames.hpp>
#include <lamella/pipeline/foam_stage.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/placed_obstacles.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/surface/spacing.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kDistanceBand = 4.0f;  // spacings around obstacles in which distances are needed

WhitewaterPlace place_of(const Run& run, const Scene& scene, Assets& assets) {
    WhitewaterPlace place;
    place.domain.box = domain_box(scene);
    place.domain.periodic = periodic_box(scene);
    for (const DomainFace face : scene.domain.open) place.domain.open[static_cast<std::size_t>(face)] = true;
    for (const Shape& sink : scene.sinks) {
        const ShapeField field = shape_field(sink, simulation_origin(scene), assets, scene.particle_spacing);
        place.domain.sinks.push_back({field.bounds, field.signed_distance});
    }
    for (const PlacedObstacle& obstacle : place_obstacles(run, scene, assets, kDistanceBand * scene.particle_spacing))
        if (!std::holds_alternative<MovedBySolver>(obstacle.motion)) place.bodies.push_back(obstacle.body({}));
    return place;
}

// Around the liquid: it ends two spacings below its lowest point, seen along gravity, and its own size away elsewhere.
WhitewaterPlace place_around(const LiquidBetween& liquid, const Vec3& gravity, Real spacing) {
    WhitewaterPlace place;
    const Box3 bounds = liquid.bounds();
    if (bounds.empty()) return place;
    place.domain.box = bounds.padded(bounds.diagonal() + 2.0f * spacing);
    place.domain.open.fill(true);
    for (int a = 0; a < 3; ++a) {
        const bool main = std::abs(gravity[a]) > 0.7f * gravity.norm();
        if (main && gravity[a] < 0.0f) place.domain.box.min[a] = bounds.min[a] - 2.0f * spacing;
        if (main && gravity[a] > 0.0f) place.domain.box.max[a] = bounds.max[a] + 2.0f * spacing;
    }
    return place;
}

std::optional<int> frame_before(const std::vector<int>& frames, int frame) {
    const auto at = std::ranges::lower_bound(frames, frame);
    return at == frames.begin() ? std::nullopt : std::optional(*(at - 1));
}

std::vector<PartRecord> fluids_of(const Scene& scene, const std::vector<PartRecord>& particles) {
    std::vector<PartRecord> found;
    for (const Fluid& fluid : scene.fluids)
        std::ranges::copy_if(particles, std::back_inserter(found),
                             [&](const PartRecord& part) { return part.name == fluid.name; });
    return found;
}

// Someone else's files: what is needed of them all, and how each is read.
class FoamOfFiles {
public:
    FoamOfFiles(const Run& run, const FoamFiles& files, const FrameRange& range) : run_(run), files_(files) {
        for (const FrameFile& file : expand_sequence(files.input))
            if (!range.last || file.frame <= *range.last) paths_.emplace(file.frame, file.path);
        if (!is_pattern(files.input) || paths_.size() < 2)
            throw InputError(files.input + ": spray, foam and bubbles need a sequence of at least two frames");
        find_origin_and_spacing();
    }

    std::vector<int> frames() const {
        std::vector<int> numbers;
        for (const auto& [frame, path] : paths_) numbers.push_back(frame);
        return numbers;
    }

    FoamSource source() {
        FoamSource source;
        source.liquids = [this](int frame) { return std::vector{relative_to(origin_, read(frame))}; };
        source.place = [this](const LiquidBetween& between) -> const WhitewaterPlace& {
            const Vec3 gravity = files_.settings.gravity.value_or(WhitewaterSetup().gravity);
            return place_ = place_around(between, gravity, spacing_);
        };
        source.origin = origin_;
        source.frame_rate = files_.frame_rate;
        source.setup.spacing = spacing_;
        return source;
    }

private:
    ParticleSet read(int frame) const {
        ParticleSet set = read_particles(paths_.at(frame));
        if (files_.z_up) z_up_to_y_up(set);
        return set;
    }
    // Those of the first frame with particles are those of all.
    void find_origin_and_spacing() {
        for (const auto& [frame, path] : paths_) {
            const ParticleSet set = read(frame);
            if (set.size() == 0) continue;
            origin_ = set.origin;
            spacing_ = files_.spacing ? *files_.spacing : guess_spacing(set).spacing;
            if (run_.log) run_.log->info(fmt::format("{}: particle spacing {:.6g} m", path.string(), spacing_));
            return;
        }
        throw InputError(files_.input + ": no frame has particles");
    }

    const Run& run_;
    const FoamFiles& files_;
    std::map<int, std::filesystem::path> paths_;
    Vec3d origin_ = Vec3d::Zero();
    Real spacing_ = 0.0f;
    WhitewaterPlace place_;
};

bool is_whole(const RunFolder& folder, const std::map<int, FileSizes>& rows, int frame) {
    const auto row = rows.find(frame);
    return row != rows.end() && !row->second.empty() && folder.damaged_file(row->second).empty();
}

void refuse_settings(const FoamSettings& settings) {
    if (const auto fault = settings.fault(); !fault.name.empty())
        throw InputError(fmt::format("foam.{}: {}", fault.name, fault.sentence));
}

}  // namespace

StageResult foam_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                     const StageOptions& options) {
    const Scene& scene = *loaded.scene;
    if (!scene.foam) throw InputError("the scene has no 'foam'");
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    StageOptions from_the_first = options;
    from_the_first.frames.first = 1;
    const LaterStage stage(run, folder, Stage::foam, loaded, from_the_first,
                           [](const auto&) { return FoamFrames::parts(); });
    const std::vector<PartRecord> fluids = fluids_of(scene, stage.inputs());
    const WhitewaterPlace place = with_places(loaded, [&] { return place_of(run, scene, *loaded.assets); });
    FoamSource source;
    source.origin = simulation_origin(scene);
    source.frame_rate = scene.frame_rate;
    source.setup = {scene.particle_spacing, scene.gravity, scene.fluids.front().density,
                    static_cast<std::uint64_t>(scene.seed), place.domain.periodic};
    source.place = [&](const LiquidBetween&) -> const WhitewaterPlace& { return place; };
    source.liquids = [&](int frame) {
        std::vector<ParticleSet> liquids;
        for (const PartRecord& fluid : fluids)
            liquids.push_back(relative_to(source.origin, read_particles(folder.path(fluid, frame))));
        return liquids;
    };
    FoamFrames frames(run, *scene.foam, source, folder, loaded.hash);
    return stage.go([&](int frame) {
        const LedgerRow row = frames.write(frame, frame_before(stage.input_frames(), frame));
        return LaterStage::FrameDone{row, foam_text(row)};
    });
}

FilesResult foam_files(const Run& run, const FoamFiles& files, const StageOptions& options) {
    refuse_settings(files.settings);
    if (is_pattern(files.output) || has_particle_ending(files.output))
        throw InputError(files.output + ": spray, foam and bubbles go into a folder; give its name");
    const ThreadLimit limit(run.threads);
    const RunFolder folder(files.output);
    FoamOfFiles foam(run, files, options.frames);
    const std::vector<int> numbers = foam.frames();
    const std::vector<PartRecord> parts = FoamFrames::parts();
    const auto rows = ledger_files(folder.ledger(stage_name(Stage::foam)));
    if (!rows.empty() && !options.resume && !options.overwrite)
        throw InputError(files.output + ": there is foam in the folder already; use --resume or --overwrite");
    folder.open_for_writing(parts);
    const auto keep = [&](int frame) { return options.resume && is_whole(folder, rows, frame); };
    const Ledger ledger(folder.ledger(stage_name(Stage::foam)), keep);
    FoamFrames frames(run, files.settings, foam.source(), folder, "", files.z_up);
    FilesResult result{StageResult::done, static_cast<int>(numbers.size()), 0, files.output};
    if (run.progress) run.progress->start("foam", result.frames);
    for (std::size_t k = 0; k < numbers.size() && result.result == StageResult::done; ++k) try {
            run.throw_if_stopped();
            if (keep(numbers[k])) continue;
            LedgerRow row = frames.write(numbers[k], frame_before(numbers, numbers[k]));
            row.file_bytes = folder.file_sizes(parts, numbers[k]);
            ledger.add(row);
            if (run.progress) run.progress->advance(static_cast<int>(k) + 1, foam_text(row));
        } catch (const Stopped&) {
            result.result = StageResult::stopped;
        }
    if (run.progress) run.progress->finish();
    ledger.sort();
    return result;
}

}  // namespace lamella
