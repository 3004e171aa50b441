#include <lamella/cache/state_archive.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/vertex_normals.hpp>
#include <lamella/pipeline/tracked_sequence.hpp>
#include <lamella/surface/vertex_attributes.hpp>
#include <lamella/tracking/born_vertices.hpp>
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

}  // namespace

TrackedSequence::TrackedSequence(const TrackedParameters& parameters, Real spacing, SurfacePainter painter,
                                 std::function<void(std::string)> warn)
    : parameters_(parameters),
      spacing_(spacing),
      painter_(std::move(painter)),
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

void TrackedSequence::forget() {
    before_.reset();
    painted_.forget();
}

TrackedSequence::Frame TrackedSequence::next(ParticleSet particles, double seconds, const SurfaceWalls* walls) {
    Frame frame;
    if (particles.size() == 0) {
        forget();
        return frame;
    }
    move_to_origin(particles);
    Before now{std::move(particles), {}};
    if (paints_particles()) painted_.see(now.particles, painter_);
    now.moment = field_of_frame(parameters_.of, now.particles, spacing_);
    begins_ = !before_;
    if (before_) {
        const FrameMotion motion(before_->particles, now.particles, seconds, spacing_);
        warn_of_jump(motion, now.particles);
        begin_births(surface_.vertices());
        frame.report = surface_.advance(motion, before_->moment, now.moment);
        paint_births(now);
    } else {
        require_motion(now.particles);
        surface_.start(now.moment);
        give_start_columns(now);
    }
    frame.begins = begins_;
    if (surface_.started()) {
        velocities_ = velocities_at(now.particles, surface_.mesh().positions, spacing_);
        seconds_ = begins_ ? 0.0 : seconds;
        if (waves_) swing(frame);
        frame.mesh = written_mesh(now, walls);
        before_ = std::move(now);
    } else {
        forget();  // the last of it is gone
    }
    return frame;
}

void TrackedSequence::require_motion(const ParticleSet& particles) const {
    if (!particles.find<Vec3Column>("v") && !particles.has("id"))
        throw InputError(
            "the particles have neither velocities (v) nor ids (id); a surface that is tracked needs one of "
            "them to know where its vertices go");
}

void TrackedSequence::give_start_columns(const Before& now) {
    ElementData& vertices = surface_.vertices();
    const ColumnTable columns = columns_at(surface_.mesh().positions, now.particles);
    for (const auto& [name, column] : columns.columns()) vertices.table().columns().insert_or_assign(name, column);
    vertices.number("id");
    vertices.table().add<ScalarColumn>(TrackedSurface::kRemoved);
}

// Of matter at these places, relative to the origin of the particles.
ColumnTable TrackedSequence::columns_at(const std::vector<Vec3>& places, const ParticleSet& particles) const {
    const bool painted = !paints_particles();
    std::vector<std::string> names = parameters_.carried;
    const bool phase = painted && painter_.needs_phase() && std::ranges::find(names, "phase") == names.end();
    if (phase && !particles.has("phase"))
        throw InputError("the particles have no column 'phase', which 'surface.paint' asks for");
    if (phase) names.emplace_back("phase");
    TriangleMesh points{places, {}, {}};
    points.attributes.resize(points.vertex_count());
    if (!names.empty()) carry_columns(ParticleCloud(particles, spacing_, names), names, points);
    ColumnTable& table = points.attributes;
    auto& rest = table.add<Vec3Column>("rest");
    const Vec3 origin = particles.origin.cast<Real>();
    for (Index v = 0; v < rest.size(); ++v) rest.set(v, points.positions[static_cast<std::size_t>(v)] + origin);
    if (painted) {
        for (Vec3& p : points.positions) p += origin;
        painter_.paint(points.positions, table.find<IndexColumn>("phase"), table);
    }
    if (phase) table.remove("phase");
    return std::move(table);
}

void TrackedSequence::paint_births(const Before& now) {
    end_births(surface_.vertices(), surface_.mesh().positions,
               [&](const std::vector<Vec3>& places) { return columns_at(places, now.particles); });
}

void TrackedSequence::swing(Frame& frame) {
    if (frame.begins || waves_->size() == 0) return waves_->begin(surface_.mesh(), velocities_);
    const auto removed = surface_.vertices().table().get<ScalarColumn>(TrackedSurface::kRemoved).span();
    frame.wave_steps = waves_->advance(surface_.mesh(), surface_.log(), {removed, velocities_}, seconds_);
}

TriangleMesh TrackedSequence::written_mesh(const Before& now, const SurfaceWalls* walls) const {
    TriangleMesh mesh = surface_.mesh().to_triangle_mesh();
    mesh.attributes.columns().erase(TrackedSurface::kRemoved);
    if (waves_) waves_->raise(surface_.mesh(), mesh.positions);
    if (parameters_.mesh.normals && waves_) add_vertex_normals(mesh);
    if (parameters_.mesh.normals && !waves_) add_normals(now.moment, mesh);
    std::vector<std::string> names = fetched_columns(parameters_.mesh, now.particles);
    if (paints_particles()) {
        ParticleSet painted = now.particles;
        painted_.show(painted);
        for (const std::string& name : painted_.names()) names.push_back(name);
        carry_columns(ParticleCloud(painted, spacing_, names), names, mesh);
    } else if (!names.empty()) {
        carry_columns(ParticleCloud(now.particles, spacing_, names), names, mesh);
    }
    if (walls && parameters_.mesh.walls) end_at_walls(*walls, spacing_, mesh);
    for (Vec3& p : mesh.positions) p = (p.cast<double>() + now.particles.origin).cast<Real>();
    return mesh;
}

void TrackedSequence::warn_of_jump(const FrameMotion& motion, const ParticleSet& now) const {
    constexpr Index kJump = 2;  // times as many, or half
    const Index had = before_->particles.size(), have = now.size();
    if (!now.has("id") || !before_->particles.has("id")) {
        if (have > kJump * had || had > kJump * have)
            warn_(
                fmt::format("the number of particles jumps from {} to {}, and they have no ids: the surface may not "
                            "be able to follow",
                            had, have));
        return;
    }
    Index both = 0;
    for (Index i = 0; i < motion.size(); ++i) both += motion.track(i).first >= 0 && motion.track(i).second >= 0 ? 1 : 0;
    if (2 * both >= std::min(have, had)) return;
    warn_(fmt::format("only {} of {} particles go on from the {} of the frame before; the others fade in and out", both,
                      have, had));
}

void TrackedSequence::save(const std::filesystem::path& path, const TrackedKeys& keys) {
    StateArchive archive;
    StateSaver visit(archive);
    TrackedKeys saved_keys = keys;
    visit("keys", saved_keys);
    bool there = before_.has_value();
    visit("there", there);
    Vec3d origin = origin_.value_or(Vec3d::Zero());
    visit("origin", origin);
    if (there) {
        std::string particles = hash_of_particles(before_->particles);
        visit("particles", particles);
        visit("begins", begins_);
        visit("surface", surface_);
        LogArrays log(surface_.log());
        visit("log", log);
        visit("velocities", velocities_);
        visit("seconds", seconds_);
        Real edge = parameters_.mesh.cell * spacing_;
        visit("edge", edge);
        visit("painted", painted_);
        if (waves_) visit("waves", *waves_);
    }
    write_file(path, archive.to_bytes());
}

namespace {

// What a state file says before the surface.
struct StateHead {
    bool there = false;
    Vec3d origin = Vec3d::Zero();
    TrackedKeys keys;

    explicit StateHead(StateLoader& visit) {
        visit("keys", keys);
        visit("there", there);
        visit("origin", origin);
    }
};

void require_particles(StateLoader& visit, const std::filesystem::path& path, const ParticleSet& particles) {
    std::string hash;
    visit("particles", hash);
    if (hash != hash_of_particles(particles))
        throw InputError(path.string() +
                         ": the state was made of other particles than those of the frame; track the surface again");
}

}  // namespace

void TrackedSequence::resume(const std::filesystem::path& path, const TrackedKeys& keys, ParticleSet particles) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw InputError(
            fmt::format("{}: the file is missing; a tracked surface goes on from the frame before, whose "
                        "state is in it: begin with the first frame",
                        path.string()));
    const StateArchive archive = StateArchive::from_bytes(read_file(path), path.string());
    StateLoader visit(archive);
    const StateHead head(visit);
    if (head.keys.all != keys.all)
        throw InputError(path.string() + ": the state was made with other settings; begin with the first frame");
    forget();
    if (!head.there) return;
    origin_ = head.origin;
    move_to_origin(particles);
    require_particles(visit, path, particles);
    visit("begins", begins_);
    visit("surface", surface_);
    visit("painted", painted_);
    if (waves_) visit("waves", *waves_);
    before_.emplace(Before{std::move(particles), {}});
    before_->moment = field_of_frame(parameters_.of, before_->particles, spacing_);
}

TrackedSequence::Frame TrackedSequence::replay(const std::filesystem::path& path, const TrackedKeys& keys,
                                               ParticleSet particles, const SurfaceWalls* walls) {
    const StateArchive archive = StateArchive::from_bytes(read_file(path), path.string());
    StateLoader visit(archive);
    const StateHead head(visit);
    require_same_motion(head.keys, keys, path);
    Frame frame;
    if (!head.there) {
        forget();
        return frame;
    }
    origin_ = head.origin;
    move_to_origin(particles);
    require_particles(visit, path, particles);
    Before now{std::move(particles), {}};
    if (paints_particles()) painted_.see(now.particles, painter_);
    ElementData carried = std::exchange(surface_.vertices(), ElementData());
    visit("begins", begins_);
    visit("surface", surface_);
    LogArrays log;
    visit("log", log);
    if (begins_) {
        surface_.vertices() = ElementData();
        surface_.vertices().resize(static_cast<Index>(surface_.mesh().positions.size()));
        give_start_columns(now);
        surface_.vertices().start_log();
    } else {
        replay_log(path, log.log(path), std::move(carried), now);
    }
    frame.begins = begins_;
    visit("velocities", velocities_);
    visit("seconds", seconds_);
    if (waves_) swing(frame);
    now.moment = field_of_frame(parameters_.of, now.particles, spacing_);
    frame.mesh = written_mesh(now, walls);
    before_ = std::move(now);
    return frame;
}

// Ids tell whether the same was done to the vertices: they are given in the order in which vertices are made.
void TrackedSequence::replay_log(const std::filesystem::path& path, const CarryLog& log, ElementData carried,
                                 const Before& now) {
    const auto refuse = [&](const char* why) {
        throw InputError(fmt::format(
            "{}: the log does not go on from the frame before{}; it belongs to another run: track the surface again",
            path.string(), why));
    };
    if (!before_) refuse(", which is missing");
    const IndexColumn ids = surface_.vertices().table().get<IndexColumn>("id");
    const ScalarColumn removed = surface_.vertices().table().get<ScalarColumn>(TrackedSurface::kRemoved);
    begin_births(carried);
    carried.start_log();
    try {
        carried.replay(log);
    } catch (const InputError&) {
        refuse("");
    }
    if (!std::ranges::equal(carried.table().get<IndexColumn>("id").span(), ids.span())) refuse("");
    surface_.vertices() = std::move(carried);
    surface_.vertices().table().get<ScalarColumn>(TrackedSurface::kRemoved) = removed;
    paint_births(now);
}

}  // namespace lamella
