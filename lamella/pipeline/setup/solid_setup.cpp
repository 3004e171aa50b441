#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/grid/tabulated_distance.hpp>
#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/fracture_setup.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/setup/shape_moments.hpp>
#include <lamella/pipeline/setup/solid_setup.hpp>
#include <lamella/pipeline/setup/thin_lattice.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>
#include <lamella/solid/sampling/octree_keiser2006.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lamella {
namespace {

constexpr Real kCentre = 0.49f;      // of a spacing: a particle stands for a cell whose centre is in the shape
constexpr Real kMostOverlap = 0.3f;  // of a spacing, at the start
constexpr Real kEdges = 2.0f;        // surfels along an edge of the mesh that they are sampled on
constexpr double kMostSteps = 1e6;   // of a frame
constexpr Real kTableWidth = 0.5f;   // spacings, of tables of distances
constexpr Real kTableBand = 2.0f;    // spacings, in which they are right
constexpr double kFarOff = 0.1;      // a volume that differs so much from that of the cells is worth a word

struct Placed {
    ShapeField field;
    SolidSetup solid;
};

// Whether distances come from a formula, not from a mesh.
bool is_exact(const Shape& shape) {
    return std::visit(
        [](const auto& s) {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<S, MeshShape>)
                return false;
            else if constexpr (std::is_same_v<S, BoxShape> || std::is_same_v<S, HalfSpaceShape>)
                return true;
            else
                return placement_of(s).even();
        },
        shape);
}

std::string path_of(std::size_t k) { return fmt::format("solids[{}]", k); }

Real spacing_of(const Scene& scene, const SceneSolid& solid) { return solid.spacing.value_or(scene.particle_spacing); }

// As many cells as fit best, in the middle of the shape.
Box3 lattice_box(const Box3& bounds, Real spacing) {
    const Vec3 half = 0.5f * spacing * (bounds.size() / spacing).array().round().max(1.0f).matrix();
    return {bounds.centre() - half, bounds.centre() + half};
}

std::vector<Vec3> sample(const Scene& scene, std::size_t k, const ShapeField& field) {
    const Real d = spacing_of(scene, scene.solids[k]);
    const Box3 box = lattice_box(field.bounds, d);
    std::vector<Vec3> points =
        sample_volume([&](const Vec3& p) { return field.signed_distance(p) - kCentre * d; }, box, d);
    if (mostly_thin(points, box, d, scene.domain.periodic))
        throw SceneFault(path_of(k) + ".shape",
                         fmt::format("most of the solid is thinner than three particles of {} m, too thin to bend as "
                                     "matter does; choose a smaller 'spacing'",
                                     d));
    return points;
}

// The particles of the cells, each the middle of one of the lattice or of an octree.
std::vector<OctreeCell> cells_of(const Scene& scene, std::size_t k, const ShapeField& field,
                                 std::span<const Vec3> points) {
    const auto* octree = std::get_if<OctreeSampling>(&scene.solids[k].sampling);
    std::vector<OctreeCell> cells;
    if (!octree) {
        for (const Vec3& p : points) cells.push_back({p, 1});
        return cells;
    }
    const Real d = spacing_of(scene, scene.solids[k]);
    cells = octree_cells(points, lattice_box(field.bounds, d), d, octree->levels);
    if (cells.size() == points.size())
        throw SceneFault(path_of(k) + ".sampling",
                         fmt::format("no cell of the octree is larger than a spacing of {} m, as the solid is nowhere "
                                     "six of them thick; choose a smaller 'spacing', or 'regular'",
                                     d));
    return cells;
}

// Which part holds the particle, or -1.
Index holder_of(std::span<const ShapeField> parts, const Vec3& p) {
    for (std::size_t h = 0; h < parts.size(); ++h)
        if (parts[h].signed_distance(p) <= 0.0f) return static_cast<Index>(h);
    return -1;
}

void hold(const Scene& scene, std::size_t k, Assets& assets, SolidSetup& setup) {
    const SceneSolid& solid = scene.solids[k];
    std::vector<ShapeField> parts;
    for (const HeldShape& held : solid.held) {
        parts.push_back(shape_field(held.shape, simulation_origin(scene), assets));
        setup.held.push_back({placed_motion(scene, held.motion), held.until});
    }
    auto& holder = setup.particles.get<IndexColumn>("held");
    std::vector<Index> counts(parts.size(), 0);
    for (Index i = 0; i < setup.particles.size(); ++i) {
        holder[i] = holder_of(parts, setup.particles.positions()[i]);
        if (holder[i] >= 0) ++counts[static_cast<std::size_t>(holder[i])];
    }
    for (std::size_t h = 0; h < counts.size(); ++h)
        if (counts[h] == 0)
            throw SceneFault(fmt::format("{}.held[{}]", path_of(k), h),
                             fmt::format("no particle of '{}' lies in the shape, so it holds nothing", solid.name));
}

void refuse_many_steps(const Scene& scene, std::size_t k, const SolidSetup& setup) {
    const double steps =
        setup.matter.elastic.sound_speed(setup.matter.density) / (0.6 * setup.spacing * scene.frame_rate);
    if (steps > kMostSteps)
        throw SceneFault(path_of(k) + ".youngs_modulus",
                         fmt::format("at {} Pa, {} kg/m^3 and {} m between particles a frame of 1/{} s needs {:.2g} "
                                     "steps; at most {:.0e} are taken. A softer or heavier material, or a larger "
                                     "'spacing', needs fewer",
                                     setup.matter.elastic.youngs_modulus, setup.matter.density, setup.spacing,
                                     scene.frame_rate, steps, kMostSteps));
}

// Meshes are asked by contacts and cracks in every step.
std::function<Real(const Vec3&)> quick_distance(const Shape& shape, const ShapeField& field, Real spacing) {
    if (is_exact(shape)) return field.signed_distance;
    const auto table = std::make_shared<const TabulatedDistance>(
        field.signed_distance, field.bounds.padded(kTableBand * spacing), kTableWidth * spacing, kTableBand * spacing);
    return [table](const Vec3& x) { return (*table)(x); };
}

void fill(const SceneSolid& solid, const std::vector<OctreeCell>& cells, Real spacing, const Vec3& centre,
          ParticleSet& particles) {
    particles.resize(static_cast<Index>(cells.size()));
    for (const char* column : {"P", "v"}) particles.add<Vec3Column>(column);
    for (const char* column : {"id", "held"}) particles.add<IndexColumn>(column);
    for (Index i = 0; i < particles.size(); ++i) {
        particles.positions().set(i, cells[i].centre);
        particles.get<Vec3Column>("v").set(i, solid.velocity + cross(solid.spin, Vec3(cells[i].centre - centre)));
        particles.get<IndexColumn>("id")[i] = i;
        particles.get<IndexColumn>("held")[i] = -1;
    }
    if (std::holds_alternative<RegularSampling>(solid.sampling)) return;
    auto& edges = particles.add<ScalarColumn>("cell");
    for (Index i = 0; i < particles.size(); ++i) edges[i] = spacing * static_cast<Real>(cells[i].edge);
}

Placed placed_solid(const Run& run, const Scene& scene, std::size_t k, Assets& assets) {
    const SceneSolid& solid = scene.solids[k];
    const Vec3d origin = simulation_origin(scene);
    const std::string path = path_of(k) + ".shape";
    const SolidMoments moments = moments_of_shape(solid.shape, path, origin, assets);
    Placed placed;
    placed.field = shape_field(solid.shape, origin, assets);
    SolidSetup& setup = placed.solid;
    setup.name = solid.name;
    setup.spacing = spacing_of(scene, solid);
    const ElasticConstants elastic = blame(path_of(k) + ".stiffness", [&] {
        return elastic_constants(solid.stiffness, solid.youngs_modulus, solid.poisson_ratio);
    });
    setup.matter = {elastic, solid.density, solid.material, solid.plasticity};
    setup.friction = solid.friction;
    setup.contact_damping = solid.contact_damping;
    setup.distance = quick_distance(solid.shape, placed.field, setup.spacing);
    set_fracture(scene, k, assets, setup);
    const std::vector<Vec3> points = sample(scene, k, placed.field);
    setup.volume = static_cast<Real>(moments.volume / static_cast<double>(points.size()));
    const double cells =
        moments.volume / (std::pow(static_cast<double>(setup.spacing), 3) * static_cast<double>(points.size()));
    if (std::abs(cells - 1.0) > kFarOff)
        run.warn(
            fmt::format("solid '{}': its volume is {:.3g} times that of the cells of its {} particles; a smaller "
                        "'spacing' follows the shape better",
                        solid.name, cells, points.size()));
    fill(solid, cells_of(scene, k, placed.field, points), setup.spacing, moments.centre.cast<Real>(), setup.particles);
    hold(scene, k, assets, setup);
    refuse_many_steps(scene, k, setup);
    const auto* surfels = std::get_if<SurfelParameters>(&solid.skin);
    if (surfels) setup.surfels = *surfels;
    const Real edge = surfels ? std::min(1.0f, kEdges * surfels->spacing) * setup.spacing : setup.spacing;
    setup.mesh = shape_mesh(solid.shape, origin, assets, edge);
    return placed;
}

// What is held may stand in what holds it.
void refuse_overlap(const Scene& scene, std::size_t k, const SolidSetup& solid, const std::string& other,
                    FunctionRef<Real(const Vec3&)> distance, Real least) {
    Real deepest = 0.0f;
    for (Index i = 0; i < solid.particles.size(); ++i)
        if (solid.particles.get<IndexColumn>("held")[i] < 0)
            deepest = std::max(deepest, least - distance(solid.particles.positions()[i]));
    if (deepest > kMostOverlap * solid.spacing)
        throw SceneFault(path_of(k) + ".shape", fmt::format("'{}' overlaps {} by {:.3g} m at the start",
                                                            scene.solids[k].name, other, deepest));
}

void refuse_overlaps(const Scene& scene, std::span<const Placed> placed, const SolidSurroundings& around) {
    const BodyStates now = states_at(around.bodies, around.start);
    for (std::size_t k = 0; k < placed.size(); ++k) {
        const SolidSetup& solid = placed[k].solid;
        const auto to_wall = [&](const Vec3& p) {
            return std::min((p - around.walls.min).minCoeff(), (around.walls.max - p).minCoeff());
        };
        refuse_overlap(scene, k, solid, "a wall of the domain", to_wall, 0.5f * solid.spacing);
        for (std::size_t b = 0; b < around.bodies.size(); ++b)
            refuse_overlap(
                scene, k, solid, fmt::format("'{}'", around.bodies[b].name),
                [&](const Vec3& p) { return around.bodies[b].distance(now.of[b], p); }, 0.5f * solid.spacing);
        for (std::size_t other = 0; other < k; ++other)
            for (const auto& [one, in] : {std::pair(k, other), std::pair(other, k)})
                refuse_overlap(scene, one, placed[one].solid, fmt::format("'{}'", placed[in].solid.name),
                               placed[in].field.signed_distance, 0.0f);
    }
}

}  // namespace

SolidsSetup solids_setup(const Run& run, const Scene& scene, Assets& assets, std::vector<Body> bodies) {
    SolidsSetup setup;
    setup.bodies = std::move(bodies);
    setup.walls = walls_of(scene);
    setup.periodic = periodic_box(scene);
    setup.gravity = scene.gravity;
    setup.forces = ForceFields(scene.forces, simulation_origin(scene));
    setup.attributes = scene.output.attributes;
    setup.start = start_time(scene);
    std::vector<Placed> placed;
    for (std::size_t k = 0; k < scene.solids.size(); ++k) {
        run.throw_if_stopped();
        placed.push_back(blame(path_of(k) + ".shape", [&] { return placed_solid(run, scene, k, assets); }));
    }
    refuse_overlaps(scene, placed, setup);
    for (Placed& one : placed) setup.solids.push_back(std::move(one.solid));
    return setup;
}

}  // namespace lamella
