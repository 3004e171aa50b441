#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/surface_stage.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/surface/spacing.hpp>
#include <lamella/surface/surface_method.hpp>

#include <fmt/format.h>

#include <chrono>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

// All fluids of one frame; the row sums over them.
LedgerRow surface_frame(const RunFolder& folder, const LoadedScene& loaded, int frame) {
    const ProfileScope scope("surface");
    const auto start = Clock::now();
    LedgerRow row;
    row.frame = frame;
    row.particles = 0;
    row.volume_m3 = row.mesh_volume_m3 = 0.0;
    for (const Fluid& fluid : loaded.scene.fluids) {
        const ParticleSet particles = read_particles(folder.particles(fluid.name, frame));
        const Surface surface = reconstruct(*loaded.scene.surface, particles, loaded.scene.particle_spacing);
        write_mesh(folder.surface(fluid.name, frame), surface.mesh, provenance(loaded.hash));
        *row.particles += surface.report.particles;
        *row.volume_m3 += surface.report.particle_volume;
        *row.mesh_volume_m3 += surface.report.mesh_volume;
        row.method["vertices"] += surface.report.vertices;
        row.method["triangles"] += surface.report.triangles;
    }
    row.time_s = (frame - 1) / loaded.scene.frame_rate;
    row.wall_s["surface"] = std::chrono::duration<double>(Clock::now() - start).count();
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

// The mesh of someone else's particles. What the method says of them is told with the name of their file.
TriangleMesh surface_of_particles(const Run& run, const SurfaceFiles& files, const ParticleSet& particles,
                                  const std::filesystem::path& path) try {
    Real spacing = files.spacing.value_or(0.0f);
    if (!files.spacing) {
        spacing = guess_spacing(particles).spacing;
        if (run.log) run.log->info(fmt::format("{}: particle spacing {:.6g} m", path.string(), spacing));
    }
    Surface surface = reconstruct(files.field, particles, spacing);
    for (Vec3& p : surface.mesh.positions) p = (p.cast<double>() + particles.origin).cast<Real>();
    if (files.z_up) y_up_to_z_up(surface.mesh);
    return std::move(surface.mesh);
} catch (const InputError& error) {
    throw InputError(path.string() + ": " + error.what());
}

TriangleMesh surface_of_file(const Run& run, const SurfaceFiles& files, const std::filesystem::path& path) {
    ReadNotes notes;
    ParticleSet particles = read_particles(path, &notes);
    if (run.log)
        for (const std::string& note : notes) run.log->warning(path.string() + ": " + note);
    if (files.z_up) z_up_to_y_up(particles);
    return surface_of_particles(run, files, particles, path);
}

}  // namespace

StageResult surface_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                        const StageOptions& options) {
    if (!loaded.scene.surface) throw InputError("the scene has no 'surface'");
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    std::vector<std::string> patterns;
    for (const Fluid& fluid : loaded.scene.fluids) patterns.push_back("surface/" + fluid.name + ".%04d.ply");
    return LaterStage(run, folder, Stage::surface, loaded, options, patterns).go([&](int frame) {
        const LedgerRow row = surface_frame(folder, loaded, frame);
        return LaterStage::FrameDone{row, fmt::format("{} triangles", row.method.at("triangles"))};
    });
}

FilesResult surface_files(const Run& run, const SurfaceFiles& files, const StageOptions& options) {
    require_mesh_ending_out(files.output);
    const ThreadLimit limit(run.threads);
    return for_each_file(run, "surface", files.input, files.output, options,
                         [&](const std::filesystem::path& in, const std::filesystem::path& out) {
                             write_mesh(out, surface_of_file(run, files, in), provenance(""));
                         });
}

}  // namespace lamella
