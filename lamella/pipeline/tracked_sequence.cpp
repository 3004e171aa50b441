#include <lamella/cache/state_archive.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/pipeline/tracked_sequence.hpp>
#include <lamella/surface/vertex_attributes.hpp>
#include <lamella/tracking/motion/particle_moves.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lamella {
namespace {

TrackingSettings settings_of(const TrackedParameters& parameters) {
    TrackingSettings settings;
    settings.edge = parameters.mesh.cell;
    settings.step = parameters.step;
    return settings;
}

// What the vertices get anew in every frame: v where the particles have it.
std::vector<std::string> fetched_columns(const SurfaceMesh& settings, const ParticleSet& particles) {
    std::vector<std::string> names = settings.attributes;
    if (settings.velocity && particles.find<Vec3Column>("v")) names.emplace_back("v");
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

void add_normals(const FieldMoment& moment, TriangleMesh& mesh) {
    const std::vector<FieldSample> samples = moment.field->samples(mesh.positions);
    Vec3Column gradients;
    gradients.resize(mesh.vertex_count());
    for (Index v = 0; v < gradients.size(); ++v) gradients.set(v, samples[static_cast<std::size_t>(v)].gradient);
    set_normals(std::move(gradients), mesh);
}

// Vertices behind walls are moved to them, and have the walls' normals there.
void end_at_walls(const SurfaceWalls& walls, Real spacing, TriangleMesh& mesh) {
    constexpr Real kOnWall = 1e-3f, kStep = 0.01f;  // spacings
    move_before_walls(walls, spacing, mesh);
    auto* normals = mesh.attributes.find<Vec3Column>("N");
    if (!normals) return;
    parallel_for("normals at walls", mesh.vertex_count(), [&](Index v) {
        if (walls.distance(mesh.positions[v]) < kOnWall * spacing)
            normals->set(v, -walls.away(mesh.positions[v], kStep * spacing));
    });
}

// Of the particles around the vertices; none where they have none.
std::vector<Vec3> velocities_at(const ParticleSet& particles, std::span<const Vec3> vertices, Real spacing) {
    const auto* v = particles.find<Vec3Column>("v");
    if (!v || vertices.empty()) return {};
    ScalarColumn shares;
    shares.resize(particles.size());
    std::fill(shares.span().begin(), shares.span().end(), 1.0f);
    std::vector<Vec3> velocities(vertices.size());
    ParticleMoves(particles.positions(), *v, shares, spacing).at(vertices, velocities);
    return velocities;
}

// The log of a frame as flat arrays.
struct LogArrays {
    explicit LogArrays(const CarryLog& log) {
        for (const CarryLog::Step& s : log.steps) {
            steps.insert(steps.end(), {s.kind, s.row, s.a, s.b});
            weights.push_back(s.t);
        }
        for (const auto& order : log.orders) {
            order_sizes.push_back(static_cast<Index>(order.size()));
            orders.insert(orders.end(), order.begin(), order.end());
        }
    }
    LogArrays() = default;
    CarryLog log() const {
        CarryLog log;
        for (std::size_t k = 0; k < weights.size(); ++k)
            log.steps.push_back(
                {steps.at(4 * k), steps.at(4 * k + 1), steps.at(4 * k + 2), steps.at(4 * k + 3), weights[k]});
        auto next = orders.begin();
        for (const Index size : order_sizes) {
            log.orders.emplace_back(next, next + size);
            next += size;
        }
        return log;
    }
    void state(StateVisitor& visit) {
        visit("steps", steps);
        visit("weights", weights);
        visit("order_sizes", order_sizes);
        visit("orders", orders);
    }

    std::vector<Index> steps, order_sizes, orders;
    std::vector<Real> weights;
};

// The part of a TrackedSurface's state that is its mesh.
struct MeshState {
    ConnectedMesh& mesh;
    void state(StateVisitor& visit) { visit("mesh", mesh); }
};

}  // namespace

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
    frame.log = log.log();
    return frame;
}

std::filesystem::path tracked_state_path(std::filesystem::path mesh) { return mesh.replace_extension(".tracked"); }

TrackedSequence::TrackedSequence(const TrackedParameters& parameters, Real spacing,
                                 std::function<void(std::string)> warn)
    : parameters_(parameters),
      spacing_(spacing),
      warn_(std::move(warn)),
      surface_(parameters.of, settings_of(parameters), spacing) {
    if (parameters.waves) waves_.emplace(*parameters.waves, parameters.mesh.cell * spacing);
}

void TrackedSequence::move_to_origin(ParticleSet& particles) {
    if (!origin_) origin_ = particles.origin;
    const Vec3 shift = (particles.origin - *origin_).cast<Real>();
    particles.origin = *origin_;
    if (shift == Vec3::Zero()) return;
    auto& x = particles.positions();
    for (Index i = 0; i < x.size(); ++i) x.set(i, x[i] + shift);
}

TrackedSequence::Frame TrackedSequence::next(ParticleSet particles, double seconds, const SurfaceWalls* walls) {
    Frame frame;
    if (particles.size() == 0) {
        forget();
        return frame;
    }
    move_to_origin(particles);
    Before now{std::move(particles), {}};
    now.moment = field_of_frame(parameters_.of, now.particles, spacing_);
    if (before_) {
        const FrameMotion motion(before_->particles, now.particles, seconds, spacing_);
        warn_of_jump(motion, now.particles);
        frame.report = surface_.advance(motion, before_->moment, now.moment);
    } else {
        begin(now);
        frame.begins = true;
    }
    velocities_ = velocities_at(now.particles, surface_.mesh().positions, spacing_);
    seconds_ = frame.begins ? 0.0 : seconds;
    if (waves_) swing(seconds, frame);
    frame.mesh = written_mesh(now, walls);
    before_ = std::move(now);
    if (!surface_.started()) forget();  // the last of it is gone
    return frame;
}

void TrackedSequence::begin(const Before& now) {
    if (!now.particles.find<Vec3Column>("v") && !now.particles.has("id"))
        throw InputError(
            "the particles have neither velocities (v) nor ids (id); a surface that is tracked needs one of "
            "them to know where its vertices go");
    surface_.start(now.moment);
    ElementData& vertices = surface_.vertices();
    TriangleMesh plain = surface_.mesh().to_triangle_mesh();
    if (!parameters_.carried.empty())
        carry_columns(ParticleCloud(now.particles, spacing_, parameters_.carried), parameters_.carried, plain);
    for (auto& [name, column] : plain.attributes.columns()) vertices.table().columns().insert_or_assign(name, column);
    vertices.number("id");
    vertices.table().add<ScalarColumn>(TrackedSurface::kRemoved);
    auto& rest = vertices.table().add<Vec3Column>("rest");
    const Vec3 origin = now.particles.origin.cast<Real>();
    for (Index v = 0; v < rest.size(); ++v) rest.set(v, surface_.mesh().positions[v] + origin);
}

void TrackedSequence::swing(double seconds, Frame& frame) {
    if (frame.begins || waves_->size() == 0) return waves_->begin(surface_.mesh(), velocities_);
    const auto removed = surface_.vertices().table().get<ScalarColumn>(TrackedSurface::kRemoved).span();
    frame.wave_steps = waves_->advance(surface_.mesh(), surface_.log(), {removed, velocities_}, seconds);
}

TriangleMesh TrackedSequence::written_mesh(const Before& now, const SurfaceWalls* walls) const {
    TriangleMesh mesh = surface_.mesh().to_triangle_mesh();
    mesh.attributes.columns().erase(TrackedSurface::kRemoved);
    if (waves_) waves_->raise(surface_.mesh(), mesh.positions);
    if (parameters_.mesh.normals && waves_) add_vertex_normals(mesh);
    if (parameters_.mesh.normals && !waves_) add_normals(now.moment, mesh);
    if (const auto names = fetched_columns(parameters_.mesh, now.particles); !names.empty())
        carry_columns(ParticleCloud(now.particles, spacing_, names), names, mesh);
    if (walls && parameters_.mesh.walls) end_at_walls(*walls, spacing_, mesh);
    for (Vec3& p : mesh.positions) p = (p.cast<double>() + now.particles.origin).cast<Real>();
    return mesh;
}

void TrackedSequence::warn_of_jump(const FrameMotion& motion, const ParticleSet& now) const {
    Index both = 0;
    for (Index i = 0; i < motion.size(); ++i) both += motion.track(i).first >= 0 && motion.track(i).second >= 0 ? 1 : 0;
    const Index fewer = std::min(now.size(), before_->particles.size());
    if (!now.has("id") || !before_->particles.has("id") || 2 * both >= fewer) return;
    warn_(fmt::format("only {} of {} particles go on from the {} of the frame before; the others fade in and out", both,
                      now.size(), before_->particles.size()));
}

void TrackedSequence::save(const std::filesystem::path& path, const std::string& key) {
    StateArchive archive;
    StateSaver visit(archive);
    std::string saved_key = key;
    visit("key", saved_key);
    bool there = before_.has_value();
    visit("there", there);
    Vec3d origin = origin_.value_or(Vec3d::Zero());
    visit("origin", origin);
    if (there) {
        visit("surface", surface_);
        LogArrays log(surface_.log());
        visit("log", log);
        visit("velocities", velocities_);
        visit("seconds", seconds_);
        Real edge = parameters_.mesh.cell * spacing_;
        visit("edge", edge);
        if (waves_) visit("waves", *waves_);
    }
    write_file(path, archive.to_bytes());
}

void TrackedSequence::resume(const std::filesystem::path& path, const std::string& key, ParticleSet particles) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw InputError(
            fmt::format("{}: the file is missing; a tracked surface goes on from the frame before, whose "
                        "state is in it: begin with the first frame",
                        path.string()));
    const StateArchive archive = StateArchive::from_bytes(read_file(path), path.string());
    StateLoader visit(archive);
    std::string saved_key;
    bool there = false;
    Vec3d origin;
    visit("key", saved_key);
    if (saved_key != key)
        throw InputError(path.string() + ": the state was made with other settings; begin with the first frame");
    visit("there", there);
    visit("origin", origin);
    forget();
    if (!there) return;
    origin_ = origin;
    visit("surface", surface_);
    if (waves_) visit("waves", *waves_);
    move_to_origin(particles);
    before_.emplace(Before{std::move(particles), {}});
    before_->moment = field_of_frame(parameters_.of, before_->particles, spacing_);
}

}  // namespace lamella
