#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/progress.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/shape_field.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/sph/sph_time_step.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <thread>

namespace lamella {
namespace {

// Measured: docs/performance.md, "What a run costs".
constexpr double kProgramBytes = 40e6;
constexpr double kBytesPerSphParticle = 210.0;  // besides its list of neighbours
constexpr double kBytesPerNeighbour = 2.6;      // packs of eight in 20 bytes, the last one not full
constexpr double kBytesPerBoundaryParticle = 130.0;
constexpr double kBytesPerFlipParticle = 140.0;
constexpr double kBytesPerAffineVelocity = 70.0;
constexpr double kBytesPerSheetParticle = 60.0;           // of springs and sheets
constexpr double kDiskBytesPerParticle = 30.0;            // one particle in one frame
constexpr double kCheckpointBytesPerParticle = 2 * 46.0;  // two checkpoints are kept
constexpr double kDiskBytesPerCell = 790.0;  // of a frame's surface; N particles have about N^(2/3) / cell^2 cells
constexpr double kDiskBytesPerPixel = 1.8;
constexpr double kCoreSecondsPerParticleStep = 0.6e-6;
constexpr double kCoreSecondsPerParticleIteration = 0.16e-6;  // of a pressure solve
constexpr double kCoreSecondsPerFlipStep = 0.8e-6;            // and particle
constexpr double kCoreSecondsPerPrescribedStep = 2e-6;        // with springs and sheets
constexpr double kExpectedIterations = 10.0;                  // in a step, of all solves
constexpr double kMostParticles = 2e9;
constexpr std::uintmax_t kLargestFileToCount = 200'000'000;
constexpr double kLeastBytesPerParticle = 12.0;

// The share of a coarse lattice over the bounds that lies in the shape, times the bounds.
double volume(const Shape& shape, const Scene& scene) {
    constexpr int kSamples = 24;
    const ShapeField field = shape_field(shape, simulation_origin(scene), scene.particle_spacing);
    const Box3 domain = domain_box(scene);
    const Box3 bounds{field.bounds.min.cwiseMax(domain.min), field.bounds.max.cwiseMin(domain.max)};
    if (bounds.empty()) return 0.0;
    int inside = 0;
    for (int k = 0; k < kSamples * kSamples * kSamples; ++k) {
        const Vec3i cell(k % kSamples, k / kSamples % kSamples, k / (kSamples * kSamples));
        const Vec3 middle = (cell.cast<Real>().array() + 0.5f) / kSamples;
        const Vec3 p = bounds.min + bounds.size().cwiseProduct(middle);
        inside += field.signed_distance(p) < 0.0f ? 1 : 0;
    }
    return bounds.size().cast<double>().prod() * inside / (kSamples * kSamples * kSamples);
}

double emitted_volume(const DiscEmitter& disc, double seconds, const Scene&) {
    return std::numbers::pi * disc.radius * disc.radius * disc.speed * seconds;
}

// The filling, and what follows it through the same cross-section.
double emitted_volume(const VolumeEmitter& emitter, double seconds, const Scene& scene) {
    const Box3 bounds = intersection(shape_bounds(emitter.shape, simulation_origin(scene)), domain_box(scene));
    const double length = bounds.size().dot(emitter.velocity.normalized().cwiseAbs());
    return seconds > 0.0 ? volume(emitter.shape, scene) * (1.0 + emitter.velocity.norm() * seconds / length) : 0.0;
}

double emitted_volume(const Emitter& emitter, double duration, const Scene& scene) {
    return std::visit(
        [&](const auto& e) { return emitted_volume(e, std::max(std::min(e.stop, duration) - e.start, 0.0), scene); },
        emitter);
}

// The particles of a file, or at most so many where reading it would take long.
double particles_of_file(const ParticleSource& source, const std::string& fluid) {
    const std::filesystem::path path = source_file(source, fluid);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error || size <= kLargestFileToCount) return read_particles(path).size();
    return static_cast<double>(size) / kLeastBytesPerParticle;
}

// At the start, and what emitters add.
double liquid_particles(const Scene& scene, double duration) {
    const double d = scene.particle_spacing;
    double liquid = 0.0, read = 0.0;
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) {
        const Fluid& fluid = scene.fluids[f];
        for (const FluidShape& shape : fluid.shapes) liquid += volume(shape.shape, scene);
        for (const Emitter& emitter : fluid.emitters) liquid += emitted_volume(emitter, duration, scene);
        if (fluid.particles)
            read += blame(fmt::format("fluids[{}].particles.file", f),
                          [&] { return particles_of_file(*fluid.particles, fluid.name); });
    }
    return liquid / (d * d * d) + read;
}

double boundary_particles(const Scene& scene) {
    const auto area = [](const Vec3& s) {
        const Vec3d d = s.cast<double>();
        return 2.0 * (d.x() * d.y() + d.y() * d.z() + d.z() * d.x());
    };
    double sum = area(domain_box(scene).size());
    for (const Obstacle& obstacle : scene.obstacles) {
        const Box3 bounds = shape_bounds(obstacle.shape, simulation_origin(scene));
        if (std::isfinite(bounds.diagonal())) sum += area(bounds.size());
    }
    return sum / (static_cast<double>(scene.particle_spacing) * scene.particle_spacing);
}

double surface_bytes(const SurfaceField& surface, double particles) {
    const double cell = std::visit([](const auto& field) { return field.mesh.cell; }, surface);
    return kDiskBytesPerCell * std::pow(particles, 2.0 / 3.0) / (cell * cell);
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
    for (const Stage stage : {Stage::simulate, Stage::surface, Stage::render}) {
        const auto found = stages.find(stage_name(stage));
        if (found == stages.end()) continue;
        const auto there = static_cast<double>(folder.frames(found->second.parts).size());
        left -= e.stage_disk_bytes[static_cast<std::size_t>(stage)] * std::min(there / e.frames, 1.0);
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

// Of computing for each particle and each second of liquid. Speeds are half of what falling through the whole
// scene gives.
double core_seconds_per_particle_second(const SphParameters& sph, const Scene& scene) {
    const double d = scene.particle_spacing;
    const double speed = expected_speed(scene);
    if (const auto* wcsph = std::get_if<WcsphParameters>(&sph.pressure)) {
        const double sound = (wcsph->max_speed > 0.0f ? wcsph->max_speed : speed) / std::sqrt(wcsph->density_variation);
        return kCoreSecondsPerParticleStep * sound / (sph.cfl * sph.support * d);
    }
    const double tension = tension_step(sph.surface_tension, scene.fluids.front().density, d);
    const double longest = tension > 0.0 ? std::min<double>(tension, sph.max_step) : sph.max_step;
    const double step = std::min(longest, sph.cfl * d / (0.5 * speed));
    return (kCoreSecondsPerParticleStep + kExpectedIterations * kCoreSecondsPerParticleIteration) / step;
}
double core_seconds_per_particle_second(const PrescribedParameters& prescribed, const Scene&) {
    return kCoreSecondsPerPrescribedStep / prescribed.max_step;
}
double core_seconds_per_particle_second(const FlipParameters& flip, const Scene& scene) {
    const double cell = 2.0 * scene.particle_spacing;
    return kCoreSecondsPerFlipStep / std::min(flip.max_step, flip.cfl * cell / (0.5 * expected_speed(scene)));
}

double memory_bytes(const SphParameters& sph, const Scene& scene, double particles) {
    const double neighbours = 4.0 / 3.0 * std::numbers::pi * std::pow(sph.support, 3);
    return (kBytesPerSphParticle + kBytesPerNeighbour * neighbours) * particles +
           kBytesPerBoundaryParticle * boundary_particles(scene);
}
double memory_bytes(const PrescribedParameters&, const Scene&, double particles) {
    return (kBytesPerFlipParticle + kBytesPerSheetParticle) * particles;
}
double memory_bytes(const FlipParameters& flip, const Scene&, double particles) {
    const bool affine = std::holds_alternative<ApicTransfer>(flip.transfer);
    const bool sheets =
        !std::holds_alternative<NoSheets>(flip.sheets) || !std::holds_alternative<NoSprings>(flip.springs);
    return (kBytesPerFlipParticle + (affine ? kBytesPerAffineVelocity : 0.0) +
            (sheets ? kBytesPerSheetParticle : 0.0)) *
           particles;
}

}  // namespace

Estimate estimate(const Scene& scene, Index frames, int threads) {
    const double duration = (frames - 1) / scene.frame_rate;
    const double cores = threads > 0 ? threads : std::max(std::thread::hardware_concurrency(), 1u);

    Estimate e;
    e.frames = frames;
    e.particles = liquid_particles(scene, duration);
    e.memory_bytes =
        kProgramBytes + std::visit([&](const auto& s) { return memory_bytes(s, scene, e.particles); }, scene.solver);
    e.stage_disk_bytes[0] = (kDiskBytesPerParticle * frames + kCheckpointBytesPerParticle) * e.particles;
    if (scene.surface) e.stage_disk_bytes[1] = surface_bytes(*scene.surface, e.particles) * frames;
    if (scene.render) e.stage_disk_bytes[2] = kDiskBytesPerPixel * scene.render->width * scene.render->height * frames;
    const double seconds =
        std::visit([&](const auto& solver) { return core_seconds_per_particle_second(solver, scene); }, scene.solver);
    e.seconds = seconds * e.particles * duration / cores;
    return e;
}

std::string estimate_text(const Estimate& e) {
    return fmt::format(
        "about {:.0f} particles, {} frames; the simulation needs about {} of memory and {}, the files of all stages "
        "about {} of disk",
        e.particles, e.frames, bytes_text(e.memory_bytes), duration_text(e.seconds), bytes_text(e.disk_bytes()));
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
