#include <lamella/cache/state_archive.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/pipeline/tracked/tracked_state.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/parameter_walk.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr std::size_t kNumbers = 4;  // of a step, besides its weight

std::string key_of(const TrackedParameters& parameters, Real spacing, const std::string& input) {
    return hash_text(fmt::format("{} {} {}", json_text(walk::to_json(parameters)), spacing, input));
}

// Without what does not change where vertices go.
TrackedParameters motion_of(TrackedParameters parameters) {
    parameters.carried.clear();
    parameters.paint.clear();
    parameters.coordinates.reset();
    parameters.paint_on = {};
    parameters.waves.reset();
    parameters.mesh.attributes.clear();
    parameters.mesh.normals = SurfaceMesh{}.normals;
    parameters.mesh.velocity = SurfaceMesh{}.velocity;
    parameters.mesh.walls = SurfaceMesh{}.walls;
    return parameters;
}

// The part of a TrackedSurface's state that is its mesh.
struct MeshState {
    ConnectedMesh& mesh;
    void state(StateVisitor& visit) { visit("mesh", mesh); }
};

}  // namespace

std::filesystem::path tracked_state_path(std::filesystem::path mesh) { return mesh.replace_extension(".tracked"); }

TrackedKeys::TrackedKeys(const TrackedParameters& parameters, Real spacing, const std::string& input,
                         const std::string& painted_files)
    : all(key_of(parameters, spacing, input + painted_files)), motion(key_of(motion_of(parameters), spacing, input)) {}

TrackedKeys read_tracked_keys(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        throw InputError(
            fmt::format("{}: the file is missing; the log in it is what a replay goes through: track the surface again",
                        file.string()));
    const StateArchive archive = StateArchive::from_bytes(read_file(file), file.string());
    StateLoader visit(archive);
    TrackedKeys keys;
    visit("keys", keys);
    return keys;
}

void require_same_motion(const TrackedKeys& of_file, const TrackedKeys& wanted, const std::filesystem::path& path) {
    if (of_file.motion != wanted.motion)
        throw InputError(path.string() +
                         ": the log is of another run, or of one with other settings than colours; track the surface "
                         "again");
}

std::string hash_of_particles(const ParticleSet& particles) {
    Hasher hasher;
    for (int c = 0; c < 3; ++c) hasher.update(particles.positions().component(c).span());
    hasher.update(particles.origin.data(), sizeof(Vec3d));
    if (const auto* id = particles.find<IndexColumn>("id")) hasher.update(id->span());
    return hex(hasher.digest());
}

LogArrays::LogArrays(const CarryLog& log) {
    for (const CarryLog::Step& s : log.steps) {
        steps_.insert(steps_.end(), {s.kind, s.row, s.a, s.b});
        weights_.push_back(s.t);
    }
    for (const auto& order : log.orders) {
        order_sizes_.push_back(static_cast<Index>(order.size()));
        orders_.insert(orders_.end(), order.begin(), order.end());
    }
}

CarryLog LogArrays::log(const std::filesystem::path& file) const {
    const auto require = [&](bool right) {
        if (!right) throw InputError(file.string() + ": the log of what vertices were made of is damaged");
    };
    CarryLog log;
    require(steps_.size() == kNumbers * weights_.size());
    for (std::size_t k = 0; k < weights_.size(); ++k) {
        const Index* s = steps_.data() + kNumbers * k;
        log.steps.push_back({s[0], s[1], s[2], s[3], weights_[k]});
    }
    std::size_t at = 0;
    for (const Index size : order_sizes_) {
        require(size >= 0 && at + static_cast<std::size_t>(size) <= orders_.size());
        const auto first = orders_.begin() + static_cast<std::ptrdiff_t>(at);
        log.orders.emplace_back(first, first + size);
        at += static_cast<std::size_t>(size);
    }
    require(at == orders_.size());
    return log;
}

TrackedFrame read_tracked_frame(const std::filesystem::path& path) {
    const StateArchive archive = StateArchive::from_bytes(read_file(path), path.string());
    StateLoader visit(archive);
    TrackedFrame frame;
    visit("there", frame.there);
    visit("origin", frame.origin);
    if (!frame.there) return frame;
    MeshState mesh{frame.mesh};
    LogArrays log;
    visit("surface", mesh);
    visit("log", log);
    visit("velocities", frame.velocities);
    visit("seconds", frame.seconds);
    visit("edge", frame.edge);
    frame.log = log.log(path);
    return frame;
}

}  // namespace lamella
