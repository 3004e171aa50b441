#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/pipeline/domain_walls.hpp>
#include <lamella/pipeline/emitter_remark.hpp>
#include <lamella/pipeline/liquid_setup.hpp>
#include <lamella/pipeline/shape_field.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

// The solid of an obstacle at the start, and of its images along periodic axes.
struct PlacedObstacle {
    std::string name;
    ShapeField field;
    bool inverted;
    PeriodicBox periodic;

    Real distance(const Vec3& p) const {
        Real nearest = std::numeric_limits<Real>::infinity();
        for (int image = 0; image < 27; ++image) {
            Vec3 shift;
            bool exists = true;
            for (int a = 0, rest = image; a < 3; ++a, rest /= 3) {
                shift[a] = static_cast<Real>(rest % 3 - 1) * periodic.period[a];
                exists &= rest % 3 == 1 || periodic.axes[a];
            }
            if (exists) nearest = std::min(nearest, field.signed_distance(p + shift));
        }
        return inverted ? -nearest : nearest;
    }
};

Real distance_to_solids(const std::vector<PlacedObstacle>& obstacles, const Vec3& p) {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const PlacedObstacle& obstacle : obstacles) nearest = std::min(nearest, obstacle.distance(p));
    return nearest;
}

void warn(const Run& run, const std::string& message) {
    if (run.log) run.log->warning(message);
}

Box3 intersection(const Box3& a, const Box3& b) { return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)}; }

// Fills shapes one after another: a shape holds no particle where an obstacle or an earlier shape is.
class Filler {
public:
    Filler(const Run& run, const Scene& scene, const std::vector<PlacedObstacle>& obstacles)
        : run_(run), scene_(scene), obstacles_(obstacles), origin_(simulation_origin(scene)) {}

    // Returns how many particles the shape holds.
    Index fill(const FluidShape& shape, Index phase, ParticleSet& particles) {
        const Index before = particles.size();
        const ShapeField field = shape_field(shape.shape, origin_, scene_.particle_spacing);
        const Box3 bounds = intersection(field.bounds, domain_box(scene_));
        if (!bounds.empty()) {
            const auto free_distance = [&](const Vec3& p) { return distance(field, p); };
            const Jitter jitter{shape.jitter, static_cast<std::uint64_t>(scene_.seed) + filled_.size()};
            add(sample_volume(free_distance, bounds, scene_.particle_spacing, shape.lattice, jitter), shape.velocity,
                phase, particles);
        }
        filled_.push_back(field);
        return particles.size() - before;
    }

    static void add(const std::vector<Vec3>& points, const Vec3& velocity, Index phase, ParticleSet& particles) {
        const Index first = particles.size();
        particles.resize(first + static_cast<Index>(points.size()));
        for (Index i = first; i < particles.size(); ++i) {
            particles.positions().set(i, points[i - first]);
            particles.get<Vec3Column>("v").set(i, velocity);
            particles.get<IndexColumn>("phase")[i] = phase;
        }
    }

private:
    Real distance(const ShapeField& field, const Vec3& p) const {
        run_.throw_if_stopped();
        Real d = field.signed_distance(p);
        for (const ShapeField& earlier : filled_) d = std::max(d, -earlier.signed_distance(p));
        return std::max(d, -distance_to_solids(obstacles_, p));
    }

    const Run& run_;
    const Scene& scene_;
    const std::vector<PlacedObstacle>& obstacles_;
    Vec3d origin_;
    std::vector<ShapeField> filled_;
};

// Particles of someone else's file, as far as they lie in the domain and in no solid.
void add_file(const Run& run, const Scene& scene, const Fluid& fluid, Index phase,
              const std::vector<PlacedObstacle>& obstacles, ParticleSet& particles) {
    const auto path = source_file(*fluid.particles, fluid.name);
    const ParticleSet read = read_particles(path);
    const auto* velocity = read.find<Vec3Column>("v");
    const Vec3 shift = (read.origin - simulation_origin(scene)).cast<Real>();
    const Box3 domain = domain_box(scene);
    Index left_out = 0;
    for (Index i = 0; i < read.size(); ++i) {
        const Vec3 p = read.positions()[i] + shift;
        if (domain.contains(p) && distance_to_solids(obstacles, p) > 0.0f)
            Filler::add({p}, velocity ? (*velocity)[i] : Vec3::Zero().eval(), phase, particles);
        else
            ++left_out;
    }
    if (left_out > 0)
        warn(run, fmt::format("{}: {} of {} particles lie outside the domain or in an obstacle and are left out",
                              path.string(), left_out, read.size()));
}

Emitter moved(Emitter emitter, const Vec3d& origin) {
    std::visit([&](auto& e) { e.centre = (e.centre.template cast<double>() - origin).template cast<Real>(); }, emitter);
    return emitter;
}

Motion moved(Motion motion, const Vec3d& origin) {
    motion.pivot = (motion.pivot.cast<double>() - origin).cast<Real>();
    return motion;
}

// How far a point of the obstacle within the domain moves at most between two keys.
Real path_to_key(const Scene& scene, const Obstacle& obstacle, std::size_t key) {
    constexpr Real kRadians = std::numbers::pi_v<Real> / 180.0f;
    const Box3 domain{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()};
    const Keyframe& from = obstacle.motion.keys[key - 1];
    const Keyframe& to = obstacle.motion.keys[key];
    const Real arm = domain.diagonal() + (domain.centre() - obstacle.motion.pivot).norm();
    return (to.translation - from.translation).norm() + kRadians * (to.rotation - from.rotation).norm() * arm;
}

Real obstacle_speed(const Scene& scene, const Obstacle& obstacle) {
    const auto& keys = obstacle.motion.keys;
    Real fastest = 0.0f;
    for (std::size_t k = 1; k < keys.size(); ++k)
        fastest = std::max(fastest, path_to_key(scene, obstacle, k) / (keys[k].time - keys[k - 1].time));
    return fastest;
}

// Everything of a resting or moving obstacle that can ever come near the liquid.
Box3 obstacle_reach(const Scene& scene, const Obstacle& obstacle, Real support) {
    Real path = 0.0f;
    for (std::size_t k = 1; k < obstacle.motion.keys.size(); ++k) path += path_to_key(scene, obstacle, k);
    return domain_box(scene).padded(support + path);
}

std::vector<PlacedObstacle> place_obstacles(const Run& run, const Scene& scene, SphSetup& setup) {
    const Vec3d origin = simulation_origin(scene);
    const Real support = setup.parameters.support * scene.particle_spacing;
    std::vector<PlacedObstacle> placed;
    for (const Obstacle& obstacle : scene.obstacles) {
        run.throw_if_stopped();
        const Motion motion = moved(obstacle.motion, origin);
        ShapeField field = shape_field(obstacle.shape, origin, scene.particle_spacing);
        run.throw_if_stopped();
        if (!field.remarks.empty()) warn(run, fmt::format("obstacle '{}': {}", obstacle.name, field.remarks));
        setup.bodies.push_back(
            {boundary_points(obstacle.shape, origin, obstacle.inverted, scene.particle_spacing,
                             obstacle_reach(scene, obstacle, support), static_cast<std::uint64_t>(scene.seed)),
             obstacle.friction, motion});
        const auto start = [field, pose = motion.at(0.0)](const Vec3& p) {
            return field.signed_distance(pose.apply_inverse(p));
        };
        placed.push_back({obstacle.name, {start, field.bounds, ""}, obstacle.inverted, setup.domain.periodic});
    }
    return placed;
}

void refuse_buried(const Emitter& emitter, const std::vector<PlacedObstacle>& obstacles) {
    const Vec3 nozzle = std::visit([](const auto& e) { return e.centre; }, emitter);
    for (const PlacedObstacle& obstacle : obstacles)
        if (obstacle.distance(nozzle) < 0.0f)
            throw InputError(fmt::format("the nozzle lies inside the obstacle '{}'", obstacle.name));
}

// Shapes do not overlap, but files and jittered particles may.
void warn_of_close_particles(const Run& run, const SphSetup& setup) {
    const Index close = count_close(setup.particles.positions(), 0.5f * setup.spacing, setup.domain.periodic);
    if (close > 0)
        warn(run, fmt::format("{} of {} particles start closer than half a spacing to another: the pressure will drive "
                              "them apart violently",
                              close, setup.particles.size()));
}

}  // namespace

std::filesystem::path source_file(const ParticleSource& source, const std::string& fluid) {
    if (!std::filesystem::is_directory(source.file)) return source.file;
    const RunFolder folder(source.file);
    const std::vector<int> frames = folder.frames({"particles/" + fluid + ".%04d.bgeo"});
    return folder.particles(fluid, source.frame.value_or(frames.empty() ? 1 : frames.back()));
}

Vec3d simulation_origin(const Scene& scene) { return scene.domain.min; }

Box3 domain_box(const Scene& scene) { return {Vec3::Zero(), (scene.domain.max - scene.domain.min).cast<Real>()}; }

Real expected_speed(const Scene& scene) {
    Real initial = 0.0f;
    for (const Fluid& fluid : scene.fluids) {
        for (const FluidShape& shape : fluid.shapes) initial = std::max(initial, shape.velocity.norm());
        for (const Emitter& emitter : fluid.emitters)
            initial = std::max(initial, std::visit([](const auto& e) { return e.speed; }, emitter));
    }
    for (const Obstacle& obstacle : scene.obstacles) initial = std::max(initial, obstacle_speed(scene, obstacle));
    const Real fall = domain_box(scene).size().dot(scene.gravity.cwiseAbs());  // |g| times the height
    return std::max(std::sqrt(initial * initial + 2.0f * fall), 0.1f);
}

SphSetup liquid_setup(const Run& run, const Scene& scene) {
    SphSetup setup;
    setup.parameters = std::get<SphParameters>(scene.solver);
    setup.spacing = scene.particle_spacing;
    setup.density = scene.fluids.front().density;
    setup.viscosity = scene.fluids.front().viscosity;
    setup.gravity = scene.gravity;
    setup.domain.box = domain_box(scene);
    setup.domain.periodic = {scene.domain.periodic, Vec3::Zero(), setup.domain.box.max};
    for (DomainFace face : scene.domain.open) setup.domain.open[static_cast<std::size_t>(face)] = true;
    setup.expected_speed = expected_speed(scene);
    setup.bodies.push_back({domain_walls(scene.domain, scene.particle_spacing), 0.0f, {}});
    const auto obstacles = place_obstacles(run, scene, setup);
    run.throw_if_stopped();

    for (const char* name : {"P", "v"}) setup.particles.add<Vec3Column>(name);
    setup.particles.add<IndexColumn>("phase");
    Filler filler(run, scene, obstacles);
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) {
        const Fluid& fluid = scene.fluids[f];
        const auto phase = static_cast<Index>(f);
        const std::string path = fmt::format("fluids[{}]", f);
        for (std::size_t k = 0; k < fluid.shapes.size(); ++k)
            if (blame(fmt::format("{}.shapes[{}]", path, k),
                      [&] { return filler.fill(fluid.shapes[k], phase, setup.particles); }) == 0)
                warn(run,
                     fmt::format("fluids[{}].shapes[{}] holds no particle: it is too small, or an earlier shape or "
                                 "an obstacle is there",
                                 fluid.name, k));
        if (fluid.particles)
            blame(path + ".particles.file", [&] { add_file(run, scene, fluid, phase, obstacles, setup.particles); });
        for (std::size_t k = 0; k < fluid.emitters.size(); ++k) {
            const Emitter emitter = moved(fluid.emitters[k], simulation_origin(scene));
            setup.emitters.push_back(emitter);
            setup.emitter_phases.push_back(phase);
            blame(fmt::format("{}.emitters[{}]", path, k), [&] { refuse_buried(emitter, obstacles); });
            const std::string remark = emitter_remark(fluid.emitters[k], scene.domain, scene.particle_spacing);
            if (!remark.empty()) warn(run, fmt::format("fluids[{}].emitters[{}]: {}", fluid.name, k, remark));
        }
    }
    if (setup.particles.size() == 0 && setup.emitters.empty())
        throw SceneFault("particle_spacing",
                         fmt::format("no particle fits into the fluids at a spacing of {} m", scene.particle_spacing));
    warn_of_close_particles(run, setup);
    return setup;
}

}  // namespace lamella
