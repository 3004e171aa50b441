#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/io/vdb.hpp>
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
    ParticleSet kernels;
    for (const Fluid& fluid : loaded.scene.fluids) {
        const ParticleSet particles = read_particles(folder.particles(fluid.name, frame));
        const Surface surface = reconstruct(*loaded.scene.surface, particles, loaded.scene.particle_spacing);
        write_mesh(folder.surface(fluid.name, frame), surface.mesh, provenance(loaded.hash));
        kernels.append(surface.kernels);
        *row.particles += surface.report.particles;
        *row.volume_m3 += surface.report.particle_volume;
        *row.mesh_volume_m3 += surface.report.mesh_volume;
        row.method["vertices"] += surface.report.vertices;
        row.method["triangles"] += surface.report.triangles;
        row.method["inserted"] += surface.report.inserted;
    }
    if (writes_kernels(*loaded.scene.surface)) write_particles(folder.kernels(frame), kernels, provenance(loaded.hash));
    row.time_s = (frame - 1) / loaded.scene.frame_rate;
    row.wall_s["surface"] = std::chrono::duration<double>(Clock::now() - start).count();
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

// The spacing of files that do not say it: frames of one sequence must not each have their own, or the surface
// would breathe. It is that of the first frame with particles.
class SequenceSpacing {
public:
    SequenceSpacing(const Run& run, std::string input) : run_(run), input_(std::move(input)) {}

    Real of(const ParticleSet& particles, const std::filesystem::path& path) {
        const SpacingGuess own = guess_spacing(particles);
        if (own.source != SpacingSource::positions || !is_pattern(input_)) return told(own.spacing, path);
        if (!common_) common_ = told(first_guess(own.spacing), path);
        return *common_;
    }

private:
    Real told(Real spacing, const std::filesystem::path& path) const {
        if (run_.log) run_.log->info(fmt::format("{}: particle spacing {:.6g} m", path.string(), spacing));
        return spacing;
    }
    Real first_guess(Real otherwise) const {
        for (const FrameFile& file : expand_sequence(input_)) try {
                const ParticleSet particles = read_particles(file.path);
                if (particles.size() > 0) return guess_spacing(particles).spacing;
            } catch (const InputError&) {  // that frame is told when its turn comes
            }
        return otherwise;
    }

    const Run& run_;
    std::string input_;
    std::optional<Real> common_;
};

// phi as other programs want a level set: negative inside, in metres, though a distance only in size.
void write_level_set(const std::filesystem::path& path, Surface& surface, Real spacing, const Vec3d& origin) {
    surface.phi.map_values([&](float phi) { return spacing * (surface.iso - phi); });
    surface.phi.move_by(origin);
    write_vdb(path, surface.phi, VolumeKind::level_set, provenance(""));
}

ParticleSet read_with_notes(const Run& run, const SurfaceFiles& files, const std::filesystem::path& path) {
    ReadNotes notes;
    ParticleSet particles = read_particles(path, &notes);
    if (run.log)
        for (const std::string& note : notes) run.log->warning(path.string() + ": " + note);
    if (files.z_up) z_up_to_y_up(particles);
    return particles;
}

// The surface of someone else's particles; a frame without any has an empty mesh. What the method says of
// them is told with the name of their file.
void surface_file(const Run& run, const SurfaceFiles& files, SequenceSpacing& guess, const std::filesystem::path& in,
                  std::filesystem::path out) {
    const ParticleSet particles = read_with_notes(run, files, in);
    Surface surface;
    Real spacing = files.spacing.value_or(1.0f);
    try {
        if (!files.spacing && particles.size() > 0) spacing = guess.of(particles, in);
        surface = reconstruct(files.field, particles, spacing);
    } catch (const InputError& error) {
        throw InputError(in.string() + ": " + error.what());
    }
    if (particles.size() == 0 && run.log) run.log->warning(in.string() + ": no particles, an empty mesh");
    for (Vec3& p : surface.mesh.positions) p = (p.cast<double>() + particles.origin).cast<Real>();
    if (files.z_up) y_up_to_z_up(surface.mesh);
    write_mesh(out, surface.mesh, provenance(""));
    if (writes_kernels(files.field)) {
        if (files.z_up) y_up_to_z_up(surface.kernels);
        write_particles(std::filesystem::path(out).replace_extension(".kernels.bgeo"), surface.kernels, provenance(""));
    }
    if (files.level_set) write_level_set(out.replace_extension(".vdb"), surface, spacing, particles.origin);
}

}  // namespace

StageResult surface_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& path,
                        const StageOptions& options) {
    if (!loaded.scene.surface) throw InputError("the scene has no 'surface'");
    const ThreadLimit limit(run.threads);
    const RunFolder folder(path);
    std::vector<std::string> patterns;
    for (const Fluid& fluid : loaded.scene.fluids) patterns.push_back("surface/" + fluid.name + ".%04d.ply");
    if (writes_kernels(*loaded.scene.surface)) patterns.emplace_back("surface/kernels.%04d.bgeo");
    return LaterStage(run, folder, Stage::surface, loaded, options, patterns).go([&](int frame) {
        const LedgerRow row = surface_frame(folder, loaded, frame);
        return LaterStage::FrameDone{row, fmt::format("{} triangles", row.method.at("triangles"))};
    });
}

FilesResult surface_files(const Run& run, const SurfaceFiles& files, const StageOptions& options) {
    require_mesh_ending_out(files.output);
    if (files.level_set && files.z_up) throw InputError("a level set is written with y up only: leave out --up z");
    const ThreadLimit limit(run.threads);
    SequenceSpacing guess(run, files.input);
    return for_each_file(run, "surface", files.input, files.output, options,
                         [&](const std::filesystem::path& in, const std::filesystem::path& out) {
                             surface_file(run, files, guess, in, out);
                         });
}

}  // namespace lamella
