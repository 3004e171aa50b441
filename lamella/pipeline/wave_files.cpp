#include <lamella/cache/state_archive.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/later_stage.hpp>
#include <lamella/pipeline/tracked/tracked_state.hpp>
#include <lamella/pipeline/version.hpp>
#include <lamella/pipeline/wave_files.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/tracking/waves/surface_waves.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lamella {
namespace {

const WaveParameters& waves_of(const SurfaceFiles& files) {
    const auto* tracked = std::get_if<TrackedParameters>(&files.field);
    if (!tracked || !tracked->waves)
        throw InputError(files.input +
                         ": frames of a tracked surface get waves, but there is no surface.waves; say --set "
                         "'surface={\"type\":\"tracked\",\"waves\":{}}'");
    return *tracked->waves;
}

std::filesystem::path state_path(std::filesystem::path mesh) { return mesh.replace_extension(".waves"); }

// The frames of one sequence.
class WaveFiles {
public:
    explicit WaveFiles(const SurfaceFiles& files)
        : files_(files), parameters_(waves_of(files)), pairs_(file_pairs(files.input, files.output)) {
        key_ = hash_text(json_text(walk::to_json(parameters_)));
    }

    void write(const std::filesystem::path& in, const std::filesystem::path& out) {
        const TrackedFrame now = read_tracked_frame(in);
        const auto at = std::ranges::find(pairs_, in, &FilePair::input);
        go_back(static_cast<std::size_t>(at - pairs_.begin()), now);
        TriangleMesh mesh;
        if (now.there) {
            swing(in, now);
            mesh = raised(now);
        } else {
            waves_.reset();
        }
        save(out);
        if (files_.z_up) y_up_to_z_up(mesh);
        write_mesh(out, mesh, provenance(""), files_.z_up ? UpAxis::z : UpAxis::y);
        last_ = at->frame;
    }

private:
    // Brings the waves to the frame before; without one, or where the mesh begins, there are none.
    void go_back(std::size_t at, const TrackedFrame& now) {
        if (last_ && *last_ == pairs_[at].frame - 1) return;
        waves_.reset();
        if (at == 0 || pairs_[at - 1].frame != pairs_[at].frame - 1 || !now.there || now.seconds <= 0.0) return;
        const std::filesystem::path path = state_path(pairs_[at - 1].output);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored))
            throw InputError(
                fmt::format("{}: the file is missing; waves go on from the frame before, whose state is in it: begin "
                            "with the first frame",
                            path.string()));
        const StateArchive archive = StateArchive::from_bytes(read_file(path), path.string());
        StateLoader visit(archive);
        std::string key;
        bool there = false;
        visit("key", key);
        visit("there", there);
        if (key != key_)
            throw InputError(path.string() + ": the waves were made with other settings; begin with the first frame");
        if (!there) return;
        waves_.emplace(parameters_, now.edge);
        visit("waves", *waves_);
    }

    void swing(const std::filesystem::path& in, const TrackedFrame& now) {
        if (!waves_ || now.seconds <= 0.0) {
            waves_.emplace(parameters_, now.edge);
            return waves_->begin(now.mesh, now.velocities);
        }
        const auto* removed = now.mesh.vertices.table().find<ScalarColumn>(TrackedSurface::kRemoved);
        if (!removed)
            throw InputError(fmt::format("{}: the file has no column '{}', which excites waves: track the surface anew",
                                         in.string(), TrackedSurface::kRemoved));
        waves_->advance(now.mesh, now.log, {removed->span(), now.velocities}, now.seconds);
    }

    TriangleMesh raised(const TrackedFrame& now) const {
        TriangleMesh mesh = now.mesh.to_triangle_mesh();
        mesh.attributes.columns().erase(TrackedSurface::kRemoved);
        waves_->raise(now.mesh, mesh.positions);
        add_vertex_normals(mesh);
        for (Vec3& p : mesh.positions) p = (p.cast<double>() + now.origin).cast<Real>();
        return mesh;
    }

    void save(const std::filesystem::path& out) {
        StateArchive archive;
        StateSaver visit(archive);
        visit("key", key_);
        bool there = waves_.has_value();
        visit("there", there);
        if (there) visit("waves", *waves_);
        write_file(state_path(out), archive.to_bytes());
    }

    const SurfaceFiles& files_;
    const WaveParameters& parameters_;
    std::vector<FilePair> pairs_;
    std::string key_;
    std::optional<SurfaceWaves> waves_;
    std::optional<int> last_;  // the frame that was done last
};

}  // namespace

bool are_tracked_frames(const std::string& input) { return std::filesystem::path(input).extension() == ".tracked"; }

FilesResult wave_files(const Run& run, const SurfaceFiles& files, const StageOptions& options) {
    waves_of(files);
    require_mesh_ending_out(files.output);
    require_up_axis(files.output, files.z_up ? UpAxis::z : UpAxis::y);
    const ThreadLimit limit(run.threads);
    WaveFiles waves(files);
    return for_each_file(
        run, "surface", files.input, files.output, options,
        [&](const std::filesystem::path& in, const std::filesystem::path& out) { waves.write(in, out); });
}

}  // namespace lamella
