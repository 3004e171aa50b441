#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/file_materials.hpp>
#include <lamella/pipeline/frame_bodies.hpp>
#include <lamella/pipeline/frame_subject.hpp>
#include <lamella/pipeline/framing.hpp>
#include <lamella/pipeline/kept_files.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/render/container_mesh.hpp>
#include <lamella/render/farthest_drawn.hpp>
#include <lamella/render/film.hpp>
#include <lamella/render/render_frame.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <chrono>
#include <map>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

// What the camera is fitted to, the same for every frame: the domain, but against gravity only as high as
// the liquid and the obstacles are at the start.
Box3 subject_bounds(const Scene& scene, Assets& assets) {
    const Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    Box3 start;
    const auto extend = [&](const Shape& shape) {
        const Box3 box = intersection(shape_bounds(shape, Vec3d::Zero(), assets), domain);
        if (!box.empty()) start.extend(box);
    };
    for (const Fluid& fluid : scene.fluids) {
        for (const FluidShape& filled : fluid.shapes) extend(filled.shape);
        for (const Emitter& emitter : fluid.emitters)
            std::visit(Overloaded{[&](const DiscEmitter& disc) { start.extend(disc.centre); },
                                  [&](const VolumeEmitter& volume) { extend(volume.shape); }},
                       emitter.method);
    }
    for (const SceneSolid& solid : scene.solids) extend(solid.shape);
    for (const Obstacle& solid : solids_of(scene))
        if (!solid.inverted) extend(solid.shape);
    Box3 bounds = domain;
    if (start.empty()) return bounds;
    for (int a = 0; a < 3; ++a) {
        if (scene.gravity[a] < 0.0f) bounds.max[a] = std::min(start.max[a], domain.max[a]);
        if (scene.gravity[a] > 0.0f) bounds.min[a] = std::max(start.min[a], domain.min[a]);
    }
    return bounds;
}

constexpr Real kOverlap = 1.0f / 3.0f;  // of glass and the liquid at it, in spacings

// The closed walls of the domain without its top, as high as the subject.
TriangleMesh container_of(const Scene& scene, const ContainerSettings& container, const Box3& subject) {
    Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    domain.max.y() = subject.max.y();
    std::array<bool, 6> walls{};
    for (int side = 0; side < 6; ++side)
        walls[static_cast<std::size_t>(side)] = side != 3 && is_wall(scene.domain, side / 2, side % 2);
    const auto* glass = std::get_if<GlassMaterial>(&container.material);
    const Real overlap = kOverlap * scene.particle_spacing;
    return container_mesh(domain, walls, container.thickness.value_or(domain.size().maxCoeff() / 60.0f),
                          glass ? glass->overlap.value_or(overlap) : 0.0f);
}

// The container, whose walls are laid out with the overlap already.
Material container_material(const ContainerSettings& container) {
    Material material = container.material;
    if (auto* glass = std::get_if<GlassMaterial>(&material)) glass->overlap = 0.0f;
    return material;
}

// The pictures of a run; positions are the scene's own. `frames` are all that there are.
class FramePainter {
public:
    FramePainter(const RunFolder& folder, const Scene& scene, Assets& assets, const std::vector<int>& frames)
        : folder_(folder),
          scene_(scene),
          frames_(frames),
          parts_(drawn_parts(folder.read_record(), scene)),
          bounds_(subject_bounds(scene, assets)),
          environments_(environments_of(*scene.render, assets)),
          textures_(textures_of(*scene.render, assets)) {
        for (const Obstacle& solid : solids_of(scene))
            if (!solid.inverted && !parts_.has_mesh(solid.name))
                rest_meshes_.emplace_back(solid, drawn_mesh(solid.shape, scene, assets));
        if (const auto& container = scene.render->container) {
            container_ = container_of(scene, *container, bounds_);
            container_material_ = container_material(*container);
            bounds_.extend(lamella::bounds(container_));
        }
        extend_by_solids();
    }

    RenderedFrame paint(int frame, const Run& run) {
        FrameSubject parts(0.5f * scene_.particle_spacing);
        read(frame, parts, [](const DrawnPart&) { return true; });
        RenderSubject& subject = parts.subject();
        if (!container_.empty())
            subject.surfaces.push_back({&container_, "container", false, false, &container_material_});
        subject.bounds = bounds_;
        subject.view = view_of(frame);
        subject.environments = environments_;
        subject.textures = textures_;
        subject.overlap = scene_.fluids.empty() ? 0.0f : kOverlap * scene_.particle_spacing;
        subject.frame = frame;
        subject.frame_time = static_cast<Real>(1.0 / scene_.frame_rate);
        return render_frame(*scene_.render, subject, run);
    }

private:
    template <class Wanted>
    void read(int frame, FrameSubject& parts, const Wanted& wanted) const {
        for (const DrawnPart& part : parts_.parts)
            if (wanted(part)) add(part, frame, parts);
        const FrameBodies bodies(scene_, frame, parts_.poses ? folder_.path(*parts_.poses, frame) : "");
        for (const auto& [solid, mesh] : rest_meshes_) parts.add_solid(solid.name, bodies.placed(solid, mesh));
    }

    void add(const DrawnPart& part, int frame, FrameSubject& parts) const {
        const std::filesystem::path path = folder_.path(part.record, frame);
        if (part.is_whitewater)
            parts.add_whitewater(part.record.name, path);
        else
            parts.add(part.record.kind, part.record.name, part.is_fluid, path);
    }

    // Matter that the scene's domain does not hold, as it is in the first frame.
    void extend_by_solids() {
        FrameSubject parts(0.5f * scene_.particle_spacing);
        read(frames_.front(), parts, [](const DrawnPart& part) { return !part.is_fluid && !part.is_whitewater; });
        if (!parts.bounds().empty()) bounds_.extend(parts.bounds());
    }

    // Empty for a camera that does not follow; it does not follow spray. Every file is read for it once more.
    Box3 view_of(int frame) {
        if (!scene_.render->camera.follow) return {};
        const auto reach = static_cast<int>(std::lround(*scene_.render->camera.follow * scene_.frame_rate));
        for (const int other : frames_) {
            if (std::abs(other - frame) > 2 * reach || boxes_.contains(other)) continue;
            FrameSubject parts(0.5f * scene_.particle_spacing);
            read(other, parts, [](const DrawnPart& part) { return !part.is_whitewater; });
            boxes_[other] = parts.bounds();
        }
        return smoothed_box(boxes_, frame, reach);
    }

    const RunFolder& folder_;
    const Scene& scene_;
    std::vector<int> frames_;
    DrawnParts parts_;
    Box3 bounds_;
    Environments environments_;
    Textures textures_;
    std::vector<std::pair<Obstacle, TriangleMesh>> rest_meshes_;
    TriangleMesh container_;
    Material container_material_;
    std::map<int, Box3> boxes_;  // of what is drawn, by frame, where the camera follows it
};

// The rays of all pictures so far, and the time that those took.
struct RenderCost {
    RayReport rays;
    double seconds = 0.0;

    void add(const RayReport& more, double more_seconds) {
        rays.add(more);
        seconds += more_seconds;
    }
    std::string text() const {
        return fmt::format(
            "render: {:.3g} million rays, {:.3g} million a second while tracing; {:.0f} % of {:.3g} s in Embree",
            1e-6 * static_cast<double>(rays.ray_count()), 1e-6 * rays.rays_per_second(),
            100.0 * rays.embree_seconds() / seconds, seconds);
    }
};

// Says what the pictures cost, if there were any.
void report(const Run& run, const RenderCost& cost) {
    if (run.log && cost.seconds > 0.0) run.log->info(cost.text());
}

LedgerRow render_one(const Run& run, const RunFolder& folder, FramePainter& painter, int frame, RenderCost& total) {
    const ProfileScope scope("render");
    const auto start = Clock::now();
    const RenderedFrame rendered = painter.paint(frame, run);
    write_png(folder.path(picture_part(), frame), rendered.picture);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    total.add(rendered.rays, seconds);
    LedgerRow row;
    row.frame = frame;
    row.wall_s["render"] = seconds;
    row.method["rays"] = static_cast<double>(rendered.rays.ray_count());
    row.method["rays_per_s"] = rendered.rays.rays_per_second();
    row.method["embree_share"] = rendered.rays.embree_seconds() / seconds;
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

// How many frames follow one another from the first on.
std::size_t frames_without_gap(const std::vector<int>& frames) {
    std::size_t n = 1;
    while (n < frames.size() && frames[n] == frames[n - 1] + 1) ++n;
    return n;
}

// From all pictures that are there, up to the first gap. A film that cannot be made is a warning: the
// pictures are there.
void make_film(const Run& run, const RunFolder& folder, const Scene& scene, const std::vector<int>& frames) {
    const Real rate = scene.render->film_rate.value_or(static_cast<Real>(scene.frame_rate));
    const std::size_t count = frames_without_gap(frames);
    if (count < frames.size() && run.log)
        run.log->warning(fmt::format("{}: the pictures have a gap after frame {}; the film ends there",
                                     folder.film().string(), frames[count - 1]));
    try {
        const std::filesystem::path pattern = folder.root() / picture_part().pattern;
        write_film(
            {pattern.parent_path(), pattern.filename().string(), frames.front(), static_cast<Index>(count), rate},
            folder.film(), run);
    } catch (const RunError& error) {
        if (run.log) run.log->warning(error.what());
    }
}

// Half spaces have no end and are drawn as far as the domain goes.
void check_sizes(const Scene& scene, Assets& assets) {
    for (std::size_t k = 0; k < scene.obstacles.size(); ++k) {
        const Shape& shape = scene.obstacles[k].shape;
        if (std::holds_alternative<HalfSpaceShape>(shape)) continue;
        const Box3 box = shape_bounds(shape, Vec3d::Zero(), assets);
        const Real farthest = box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff();
        if (!(farthest <= kFarthestDrawn))
            throw SceneFault(fmt::format("obstacles[{}].shape", k),
                             fmt::format("it reaches {:.3g} m away, too far to be drawn; at most {:.0e} m can be, and "
                                         "without 'render' nothing is",
                                         farthest, kFarthestDrawn));
    }
}

// Of a camera whose place is given and that looks at the subject's centre.
void check_direction(const Scene& scene, Assets& assets) {
    const CameraSettings& camera = scene.render->camera;
    if (!camera.position || camera.look_at) return;
    const Vec3 forward = subject_bounds(scene, assets).centre() - *camera.position;
    if (cross(forward.stableNormalized(), camera.up.stableNormalized()).norm() < 1e-5f)
        throw SceneFault("render.camera.position",
                         "from here the camera looks at the subject's centre along its 'up'; choose another 'up', or a "
                         "'look_at'");
}

}  // namespace

void check_pictures(const Scene& scene, Assets& assets) {
    if (!scene.render) return;
    check_sizes(scene, assets);
    check_direction(scene, assets);
}

StageResult render_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                       const StageOptions& options) {
    const Scene& scene = *loaded.scene;
    if (!scene.render) throw InputError("the scene has no 'render'");
    if (scene.render->show == Show::surface && !scene.surface && !scene.fluids.empty())
        throw InputError("the scene shows its surface but has no 'surface'; set render.show to \"particles\"");
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    with_places(loaded, [&] {
        read_meshes(run, scene, *loaded.assets, MeshUse::pictures);
        picture_files(*scene.render, *loaded.assets);
    });
    refuse_changed_files(folder, *loaded.assets);
    const LaterStage stage(run, folder, Stage::render, loaded, options,
                           [](const auto&) { return std::vector{picture_part()}; });
    FramePainter painter(folder, scene, *loaded.assets, stage.input_frames());
    RenderCost cost;
    const StageResult result = stage.go([&](int frame) {
        return LaterStage::FrameDone{render_one(run, folder, painter, frame, cost), fmt::format("frame {}", frame)};
    });
    report(run, cost);
    if (result == StageResult::done) make_film(run, folder, scene, stage.frames_on_disk());
    return result;
}

FilesResult render_files(const Run& run, const RenderFiles& files, const StageOptions& options) {
    if (std::filesystem::path(files.output).extension() != ".png")
        throw InputError(files.output + ": pictures are written as .png; choose a name with that ending");
    const ThreadLimit limit(run.threads);
    const RenderSettings& settings = files.settings;
    if (settings.container)
        throw InputError(
            "render.container: files have no domain whose walls could be drawn; give the container as a mesh");
    Assets assets;
    const Environments environments = environments_of(settings, assets);
    const Textures textures = textures_of(settings, assets);
    const FileMaterials materials(settings, files.input);
    std::map<std::string, Box3> bounds;  // of the first file of each series: the camera stands still
    Index frame = 0;
    RenderCost cost;
    const auto work = [&](const std::filesystem::path& in, const std::filesystem::path& out) {
        const auto start = Clock::now();
        FrameSubject part;
        const PartKind kind = kind_of_file(in, settings.show);
        // Particles that have no speed, which nobody asked for, are painted in their own colour.
        const bool must_have_colours = settings.colour_by != RenderSettings().colour_by;
        part.add(kind, "", kind != PartKind::particles || must_have_colours, in, files.z_up);
        RenderSubject& subject = part.subject();
        subject.bounds = bounds.try_emplace(series_of(in), part.bounds()).first->second;
        if (settings.camera.follow) subject.view = part.bounds();
        subject.environments = environments;
        subject.textures = textures;
        subject.frame = ++frame;
        subject.frame_time = 1.0f / settings.film_rate.value_or(24.0f);
        const RenderedFrame rendered = render_frame(materials.settings_of(in, kind), subject, run);
        write_png(out, rendered.picture);
        cost.add(rendered.rays, std::chrono::duration<double>(Clock::now() - start).count());
    };
    FilesResult result = for_each_file(run, "render", files.input, files.output, options, work);
    report(run, cost);
    return result;
}

}  // namespace lamella
