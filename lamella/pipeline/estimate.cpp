#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/progress.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/setup/expected_liquid.hpp>
#include <lamella/pipeline/setup/expected_solids.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <cmath>
#include <thread>

namespace lamella {
namespace {

// Measured: docs/performance.md, "What a run costs". Solvers say themselves what they need.
constexpr double kProgramBytes = 40e6;
constexpr double kDiskBytesPerParticle = 30.0;            // one particle in one frame
constexpr double kCheckpointBytesPerParticle = 2 * 46.0;  // two checkpoints are kept
constexpr double kDiskBytesPerCell = 790.0;  // of a frame's surface; N particles have about N^(2/3) / cell^2 cells
constexpr double kDiskBytesPerPixel = 1.8;
constexpr double kSecondsPerWrittenParticle = 1.5e-6;   // packed and written, once a frame; core seconds, as below
constexpr double kSecondsPerSurface = 0.012;            // of a frame, however few particles it has
constexpr double kSecondsPerSurfacedParticle = 2.1e-6;  // of a frame
constexpr double kSecondsPerCell = 2.7e-5;              // of a frame's surface
constexpr double kSecondsPerPicture = 0.25;             // the caustics of liquids
constexpr double kSecondsPerPixel = 0.7e-6;             // the denoiser and the file
constexpr double kSecondsPerPath = 1.0e-6;
constexpr double kSecondsPerPathInContainer = 2.2e-6;  // through its walls, both ways at each
constexpr double kFoamPerParticle = 1.0;               // spray, foam and bubbles, of a run that splashes as the demo
constexpr double kSecondsPerFoamedParticle = 6.0e-6;   // of a frame
constexpr double kSecondsPerBody = 0.015;              // of a rigid body, a second of its motion, on one core
constexpr double kBytesPerSolidParticle = 520.0;
constexpr double kSecondsPerBentArea = 1.5e-4;  // of a squared spacing of what bends, in a step
constexpr double kMostParticles = 2e9;

template <class Chosen>
double area_of_solids(const Scene& scene, Assets& assets, Chosen&& chosen) {
    double sum = 0.0;
    for (const Obstacle& solid : solids_of(scene))
        if (chosen(solid)) sum += area_of(shape_bounds(solid.shape, simulation_origin(scene), assets), scene);
    return sum;
}

double area_of_walls_and_solids(const Scene& scene, Assets& assets) {
    return area_of(domain_box(scene), scene) + area_of_solids(scene, assets, [](const Obstacle&) { return true; });
}

// Core seconds of a step for meshes that bend: solvers that measure the walls of bodies follow them node by node.
double cost_of_bending(const Scene& scene, Assets& assets) {
    const LiquidNeeds needs =
        std::visit([](const SolverParameters auto& solver) { return solver.needs(); }, scene.solver);
    if (!(needs.thin_wall > 0.0f)) return 0.0;
    return kSecondsPerBentArea * area_of_solids(scene, assets, [](const Obstacle& solid) { return solid.bends(); });
}

double surface_bytes(const SurfaceField& surface, double particles) {
    const double cell = std::visit([](const auto& field) { return field.mesh.cell; }, surface);
    return kDiskBytesPerCell * std::pow(particles, 2.0 / 3.0) / (cell * cell);
}

// Core seconds of a frame: what every particle costs, and what the cells at the surface do.
double surface_seconds(const SurfaceField& surface, double particles) {
    const SurfaceMesh& mesh = std::visit([](const auto& field) -> const SurfaceMesh& { return field.mesh; }, surface);
    const double cells = std::pow(particles, 2.0 / 3.0) / (mesh.cell * mesh.cell);
    return kSecondsPerSurface + kSecondsPerSurfacedParticle * particles + kSecondsPerCell * cells;
}

// Core seconds of a picture.
double picture_seconds(const RenderSettings& render) {
    const double pixels = static_cast<double>(render.width) * render.height;
    const double light = render.show == Show::surface ? kSecondsPerPicture : 0.0;
    const double path = render.container ? kSecondsPerPathInContainer : kSecondsPerPath;
    return light + pixels * (kSecondsPerPixel + path * render.samples);
}

std::string bytes_text(double bytes) {
    if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
    if (bytes < 1e9) return fmt::format("{:.0f} MB", bytes / 1e6);
    return bytes < 1e12 ? fmt::format("{:.1f} GB", bytes / 1e9) : fmt::format("{:.0f} TB", bytes / 1e12);
}

// What a run folder holds; nothing where there is none or its record cannot be read.
std::map<std::string, StageRecord> stages_of(const RunFolder& folder) {
    try {
        return folder.exists() ? folder.read_record().stages : std::map<std::string, StageRecord>{};
    } catch (const InputError&) {
        return {};
    }
}

// For the frames that are not there yet.
double disk_bytes_to_come(const Estimate& e, const RunFolder& folder) {
    double left = e.disk_bytes();
    const auto stages = stages_of(folder);
    for (const Stage stage : kStages) {
        const auto found = stages.find(stage_name(stage));
        if (found == stages.end()) continue;
        const auto there = static_cast<double>(folder.frames(found->second.parts).size());
        left -= e.disk_bytes_of(stage) * std::min(there / e.frames, 1.0);
    }
    return left;
}

std::filesystem::path nearest_existing(const std::filesystem::path& folder) {
    std::filesystem::path existing = std::filesystem::absolute(folder);
    while (!std::filesystem::exists(existing) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    return existing;
}

[[noreturn]] void too_large(const std::string& sentence) { throw SceneFault("particle_spacing", sentence); }

// `cleared` bytes will be free besides those that are.
void refuse_if_disk_too_small(double bytes, double cleared, const std::filesystem::path& folder) {
    const std::filesystem::path existing = nearest_existing(folder);
    std::error_code error;
    const auto space = std::filesystem::space(existing, error);
    const double free = static_cast<double>(space.available) + cleared;
    if (!error && bytes > free)
        too_large(
            fmt::format("the frames need about {} of disk and {} are free in {}. Increase it or write "
                        "fewer frames",
                        bytes_text(bytes), bytes_text(free), existing.string()));
}

RunCost cost_of_run(const Scene& scene, Assets& assets, double particles) {
    LiquidOutline outline = liquid_outline(scene, assets, particles);
    outline.solid_area = std::max(area_of_walls_and_solids(scene, assets), 1.0);
    return std::visit([&](const SolverParameters auto& solver) { return solver.cost(outline); }, scene.solver);
}

}  // namespace

Estimate estimate(const Scene& scene, Assets& assets, Index last_frame, int threads) {
    const double end = (last_frame - 1) / scene.frame_rate, duration = std::max(end - start_time(scene), 0.0);
    const double cores = threads > 0 ? threads : std::max(std::thread::hardware_concurrency(), 1u);

    Estimate e;
    e.frames = std::max(last_frame - first_frame(scene) + 1, 1);
    const ExpectedParticles particles = expected_particles(scene, assets, end);
    e.particles = particles.at_end;
    e.mean_particles = particles.mean;
    const RunCost cost = cost_of_run(scene, assets, e.mean_particles);
    e.memory_bytes = kProgramBytes + cost.of_step.bytes * e.particles +
                     cost.bytes_per_area * area_of_walls_and_solids(scene, assets);
    const ExpectedSolids solids = expected_solids(scene, assets);
    const double solid_points = solids.particles + solids.surfels;  // that are written
    e.memory_bytes += kBytesPerSolidParticle * solid_points;
    e.disk_bytes_of(Stage::simulate) =
        (kDiskBytesPerParticle * e.frames + kCheckpointBytesPerParticle) * (e.particles + solid_points);
    for (const auto& [name, file] : assets.files()) e.disk_bytes_of(Stage::simulate) += static_cast<double>(file.bytes);
    e.seconds_of(Stage::simulate) =
        (solids.core_seconds * duration + solids.core_seconds_a_frame * e.frames) / cores +
        cost.core_seconds_per_second() * std::max(e.mean_particles, 1.0) * duration / cores +
        cost_of_bending(scene, assets) * duration / cost.step / cores +
        kSecondsPerWrittenParticle * (e.mean_particles + solid_points) * e.frames +
        kSecondsPerBody * static_cast<double>(scene.bodies.size()) * duration;
    e.seconds_if_broken = solids.core_seconds_of_cracks * duration / cores;
    e.particles += solids.particles;
    e.mean_particles += solids.particles;
    if (scene.surface) {
        e.disk_bytes_of(Stage::surface) = surface_bytes(*scene.surface, e.particles) * e.frames;
        e.seconds_of(Stage::surface) = surface_seconds(*scene.surface, e.mean_particles) * e.frames / cores;
    }
    if (scene.foam) {
        e.disk_bytes_of(Stage::foam) = kFoamPerParticle * kDiskBytesPerParticle * e.particles * e.frames;
        e.seconds_of(Stage::foam) = kSecondsPerFoamedParticle * e.mean_particles * e.frames / cores;
    }
    if (scene.render) {
        e.disk_bytes_of(Stage::render) = kDiskBytesPerPixel * scene.render->width * scene.render->height * e.frames;
        e.seconds_of(Stage::render) = picture_seconds(*scene.render) * e.frames / cores;
    }
    return e;
}

std::string estimate_text(const Estimate& e) {
    std::string times;
    for (const Stage stage : kStages)
        if (const double seconds = e.seconds_of(stage); stage == Stage::simulate || seconds > 0.0)
            times += fmt::format("{}{} about {}", times.empty() ? "" : ", ", stage_name(stage), duration_text(seconds));
    const std::string broken = e.seconds_if_broken > 0.0
                                   ? fmt::format(
                                         "; up to {} more where solids break all through, which nobody knows "
                                         "beforehand",
                                         duration_text(e.seconds_if_broken))
                                   : "";
    return fmt::format("about {:.0f} particles, {} frames; {}{}; about {} of memory and {} of disk for all files",
                       e.particles, e.frames, times, broken, bytes_text(e.memory_bytes), bytes_text(e.disk_bytes()));
}

void refuse_if_too_large(const Estimate& e, const std::filesystem::path& path, Begin begin) {
    const RunFolder folder(path);
    if (!(e.particles <= kMostParticles))
        too_large(fmt::format("the scene has about {:.3g} particles; at most {:.0e} are possible. Increase it",
                              e.particles, kMostParticles));
    const auto memory = static_cast<double>(available_memory_bytes());
    if (memory > 0.0 && e.memory_bytes > memory)
        too_large(fmt::format("the simulation needs about {} of memory and {} are available. Increase it",
                              bytes_text(e.memory_bytes), bytes_text(memory)));
    if (begin == Begin::anew)
        refuse_if_disk_too_small(e.disk_bytes(), folder.bytes(), path);
    else
        refuse_if_disk_too_small(disk_bytes_to_come(e, folder), 0.0, path);
}

}  // namespace lamella
