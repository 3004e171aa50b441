#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/coupling/tension_mesh.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/matter/probes.hpp>
#include <lamella/particles/close_pairs.hpp>
#include <lamella/pipeline/setup/body_skins.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/nozzles.hpp>
#include <lamella/pipeline/setup/wall_thickness.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/scene/scene_shapes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lamella {
namespace {

// Fills shapes one after another: a shape holds no particle where an obstacle or an earlier shape is.
class Filler {
public:
    Filler(const Run& run, const Scene& scene, Assets& assets, const std::vector<PlacedObstacle>& obstacles,
           Real start_jitter)
        : run_(run),
          scene_(scene),
          assets_(assets),
          obstacles_(obstacles),
          start_jitter_(start_jitter),
          origin_(simulation_origin(scene)) {}

    // Returns how many particles the shape holds.
    Index fill(const FluidShape& shape, Index phase, ParticleSet& particles) {
        const Index before = particles.size();
        const ShapeField field = shape_field(shape.shape, origin_, assets_, scene_.particle_spacing);
        const Box3 bounds = intersection(field.bounds, domain_box(scene_));
        if (!bounds.empty()) {
            const auto free_distance = [&](const Vec3& p) { return distance(field, p); };
            const Jitter jitter{shape.jitter == 0.0f ? start_jitter_ : shape.jitter,
                                static_cast<std::uint64_t>(scene_.seed) + filled_.size()};
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
            if (auto* id = particles.find<IndexColumn>("id")) (*id)[i] = -1;
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
    Assets& assets_;
    const std::vector<PlacedObstacle>& obstacles_;
    Real start_jitter_;
    Vec3d origin_;
    std::vector<ShapeField> filled_;
};

// The ids that a file gives its particles; one that stands twice, or none, is an InputError.
const IndexColumn& kept_ids(const ParticleSet& read, const ParticleSet& particles, const std::string& file) {
    const auto* own = read.find<IndexColumn>("id");
    if (!own) throw InputError(file + ": its particles have no ids to keep; leave out 'keep_ids'");
    std::vector<Index> all(own->span().begin(), own->span().end());
    for (const Index before : particles.get<IndexColumn>("id").span())
        if (before >= 0) all.push_back(before);
    std::ranges::sort(all);
    if (!all.empty() && all.front() < 0)
        throw InputError(fmt::format("{}: a particle has the id {}", file, all.front()));
    const auto twice = std::ranges::adjacent_find(all);
    if (twice != all.end()) throw InputError(fmt::format("{}: two particles have the id {}", file, *twice));
    return *own;
}

// Particles of someone else's file, as far as they lie in the domain and in no solid.
void add_file(const Run& run, const Scene& scene, Assets& assets, const Fluid& fluid, Index phase,
              const std::vector<PlacedObstacle>& obstacles, ParticleSet& particles) {
    const InputFile file = source_file(*fluid.particles, fluid.name);
    const auto kept = source_particles(file, assets);
    assets.forget<ParticleSet>(file.path.string());
    const ParticleSet& read = *kept;
    const auto* velocity = read.find<Vec3Column>("v");
    auto* ids = particles.find<IndexColumn>("id");
    const IndexColumn* own = fluid.particles->keep_ids ? &kept_ids(read, particles, file.path.string()) : nullptr;
    const Vec3 shift = (read.origin - simulation_origin(scene)).cast<Real>();
    const Box3 domain = domain_box(scene);
    Index left_out = 0;
    for (Index i = 0; i < read.size(); ++i) {
        const Vec3 p = read.positions()[i] + shift;
        if (!domain.contains(p) || distance_to_solids(obstacles, p) <= 0.0f) {
            ++left_out;
            continue;
        }
        Filler::add({p}, velocity ? (*velocity)[i] : Vec3::Zero().eval(), phase, particles);
        if (own) (*ids)[particles.size() - 1] = (*own)[i];
    }
    if (left_out > 0)
        run.warn(fmt::format("{}: {} of {} particles lie outside the domain or in an obstacle and are left out",
                             file.path.string(), left_out, read.size()));
}

// Shapes do not overlap, but files and jittered particles may.
void warn_of_close_particles(const Run& run, const LiquidSetup& setup) {
    const Index close = count_close(setup.particles.positions(), 0.5f * setup.spacing, setup.domain.periodic);
    if (close > 0)
        run.warn(
            fmt::format("{} of {} particles start closer than half a spacing to another: the pressure will drive "
                        "them apart violently",
                        close, setup.particles.size()));
}

// As the solver meets them: with samples as far as those can ever come near the liquid, where it asks for them.
std::vector<Body> bodies_of(const Run& run, const Scene& scene, Assets& assets,
                            const std::vector<PlacedObstacle>& obstacles, Real sample_reach) {
    std::vector<Body> bodies;
    const std::vector<Obstacle> solids = solids_of(scene);
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
        run.throw_if_stopped();
        const Real reach = sample_reach * scene.particle_spacing + obstacles[k].path;
        std::vector<Vec3> samples;
        if (sample_reach > 0.0f)
            samples = blame(path_of_solid(scene, k) + ".shape", [&] {
                return boundary_points(solids[k].shape, simulation_origin(scene), assets, obstacles[k].inverted,
                                       scene.particle_spacing, domain_box(scene).padded(reach),
                                       static_cast<std::uint64_t>(scene.seed));
            });
        bodies.push_back(obstacles[k].body(std::move(samples)));
    }
    return bodies;
}

// Everything but the matter.
LiquidSetup empty_setup(const Scene& scene) {
    LiquidSetup setup;
    setup.origin = simulation_origin(scene);
    setup.spacing = scene.particle_spacing;
    setup.materials = materials_of(scene);
    setup.gravity = scene.gravity;
    setup.forces = ForceFields(scene.forces, simulation_origin(scene));
    setup.domain.box = domain_box(scene);
    setup.domain.periodic = periodic_box(scene);
    for (DomainFace face : scene.domain.open) setup.domain.open[static_cast<std::size_t>(face)] = true;
    setup.expected_speed = expected_speed(scene);
    setup.attributes = scene.output.attributes;
    setup.probed = needs_of(scene.output.probes);
    setup.carried_surface = make_tension_mesh;
    setup.names.clear();
    for (const Fluid& fluid : scene.fluids) setup.names.push_back(fluid.name);
    for (const char* name : {"P", "v"}) setup.particles.add<Vec3Column>(name);
    setup.particles.add<IndexColumn>("phase");
    const auto keeps_ids = [](const Fluid& fluid) { return fluid.particles && fluid.particles->keep_ids; };
    if (std::ranges::any_of(scene.fluids, keeps_ids)) setup.particles.add<IndexColumn>("id");  // -1: none yet
    return setup;
}

// Particles in its shapes and from its file, and where it comes in.
void add_fluid(const Run& run, const Scene& scene, std::size_t f, Assets& assets,
               const std::vector<PlacedObstacle>& obstacles, Filler& filler, LiquidSetup& setup) {
    const Fluid& fluid = scene.fluids[f];
    const auto phase = static_cast<Index>(f);
    const std::string path = fmt::format("fluids[{}]", f);
    for (std::size_t k = 0; k < fluid.shapes.size(); ++k)
        if (blame(fmt::format("{}.shapes[{}]", path, k),
                  [&] { return filler.fill(fluid.shapes[k], phase, setup.particles); }) == 0)
            run.warn(
                fmt::format("fluids[{}].shapes[{}] holds no particle: it is too small, or an earlier shape or "
                            "an obstacle is there",
                            fluid.name, k));
    if (fluid.particles)
        blame(path + ".particles.file",
              [&] { add_file(run, scene, assets, fluid, phase, obstacles, setup.particles); });
    for (std::size_t k = 0; k < fluid.emitters.size(); ++k) {
        LiquidSource& source = setup.sources.emplace_back();
        source.phase = phase;
        source.nozzle = blame(fmt::format("{}.emitters[{}]", path, k),
                              [&] { return placed_nozzle(run, scene, assets, fluid.emitters[k], obstacles); });
        if (start_time(scene) > 0.0) source.until = start_time(scene);  // the liquid that it has let in is there
    }
}

}  // namespace

InputFile source_file(const ParticleSource& source, const std::string& fluid) {
    if (!std::filesystem::is_directory(source.file.path)) return source.file;
    const RunFolder folder(source.file.path);
    const PartRecord particles = part_of(Stage::simulate, PartKind::particles, fluid);
    const int frame = source.frame.value_or(1);
    InputFile file(source.file.name + "/" + file_of_frame(particles, frame));
    file.path = folder.path(particles, frame);
    return file;
}

std::shared_ptr<const ParticleSet> source_particles(const InputFile& file, Assets& assets) {
    return assets.once<ParticleSet>(file.path.string(), [&] { return parse_particles(assets.read(file), file.path); });
}

Vec3d simulation_origin(const Scene& scene) { return scene.domain.min; }

Box3 domain_box(const Scene& scene) { return {Vec3::Zero(), (scene.domain.max - scene.domain.min).cast<Real>()}; }

PeriodicBox periodic_box(const Scene& scene) { return {scene.domain.periodic, Vec3::Zero(), domain_box(scene).max}; }

double start_time(const Scene& scene) { return (first_frame(scene) - 1) / scene.frame_rate; }

PhaseMaterials materials_of(const Scene& scene) {
    PhaseMaterials materials;
    for (const Fluid& fluid : scene.fluids) materials.push_back({fluid.density, fluid.viscosity});
    return materials;
}

Real expected_speed(const Scene& scene) {
    Real initial = 0.0f;
    for (const Fluid& fluid : scene.fluids) {
        for (const FluidShape& shape : fluid.shapes) initial = std::max(initial, shape.velocity.norm());
        for (const Emitter& emitter : fluid.emitters) initial = std::max(initial, emitted_speed(scene, emitter));
    }
    for (const Obstacle& obstacle : scene.obstacles)
        initial = std::max(initial, keyframe_speed(scene, obstacle.motion));
    for (const SceneBody& body : scene.bodies)
        initial = std::max({initial, body.velocity.norm(), keyframe_speed(scene, body.motion)});
    const Real fall = domain_box(scene).size().dot(scene.gravity.cwiseAbs());  // |g| times the height
    return std::max(std::sqrt(initial * initial + 2.0f * fall), 0.1f);
}

LiquidSetup liquid_setup(const Run& run, const Scene& scene, Assets& assets) {
    const LiquidNeeds needs =
        std::visit([](const SolverParameters auto& solver) { return solver.needs(); }, scene.solver);
    const std::vector<PlacedObstacle> obstacles =
        place_obstacles(run, scene, assets, needs.distance_band * scene.particle_spacing);
    LiquidSetup setup = empty_setup(scene);
    if (needs.sample_reach > 0.0f) setup.walls = domain_walls(scene.domain, scene.particle_spacing);
    setup.bodies = bodies_of(run, scene, assets, obstacles, needs.sample_reach);
    if (needs.skins) setup.skins = body_skins(scene, assets, obstacles);
    measure_walls(run, scene, assets, needs, setup.bodies);
    Filler filler(run, scene, assets, obstacles, needs.start_jitter);
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) add_fluid(run, scene, f, assets, obstacles, filler, setup);
    for (const Shape& sink : scene.sinks) {
        const ShapeField field = shape_field(sink, simulation_origin(scene), assets, scene.particle_spacing);
        setup.domain.sinks.push_back({field.bounds, field.signed_distance});
    }
    if (setup.particles.size() == 0 && setup.sources.empty() && !scene.fluids.empty())
        throw SceneFault("particle_spacing",
                         fmt::format("no particle fits into the fluids at a spacing of {} m", scene.particle_spacing));
    warn_of_close_particles(run, setup);
    return setup;
}

}  // namespace lamella
