#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/rigid_setup.hpp>
#include <lamella/pipeline/setup/shape_moments.hpp>
#include <lamella/pipeline/setup/wall_thickness.hpp>
#include <lamella/rigid/contact_skin.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_fault.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kMostOverlap = 0.05;  // of a body's size, at the start
constexpr Real kShareOfWall = 0.4f;    // the radius of a skin, of the thinnest wall
constexpr double kThinnest = 1e-3;     // of its length, that a body is
constexpr double kLightest = 0.01;     // of the liquid's density: lighter ones swing up (added_mass.hpp)

ContactSkin skin_of(const Scene& scene, const Shape& shape, const Box3& bounds, const Body& body, Assets& assets) {
    const Vec3d origin = simulation_origin(scene);
    if (const auto* ball = std::get_if<SphereShape>(&shape); ball && placement_of(*ball).even())
        return skin_of_ball((ball->centre.cast<double>() - origin).cast<Real>(), ball->radius * ball->stretch.x());
    const Real spacing = skin_spacing(bounds);
    const Real widest = skin_radius(bounds);
    const Real radius =
        std::min(widest, kShareOfWall * wall_thickness(shape, false, origin, assets, widest / kShareOfWall));
    std::vector<Vec3> points =
        std::holds_alternative<MeshShape>(shape)
            ? skin_points(shape_mesh(shape, origin, assets, spacing), spacing, static_cast<std::uint64_t>(scene.seed))
            : shape_mesh(shape, origin, assets, spacing).positions;
    return skin_inside(std::move(points), body.rest_distance, radius);
}

// What has hardly any extent across: it would turn as fast as one likes.
void refuse_sheet(const SolidMoments& moments, const std::string& path) {
    const Vec3d squares = principal_axes(moments.second).inertia;
    if (squares.minCoeff() > kThinnest * kThinnest * squares.maxCoeff()) return;
    throw SceneFault(path, fmt::format("the body is a sheet or a needle, thinner than {} of its length, and has no "
                                       "inertia to speak of",
                                       kThinnest));
}

// What liquids cannot carry.
void refuse_in_liquid(const Scene& scene, std::size_t k, const Box3& bounds, double density) {
    const std::string path = fmt::format("bodies[{}]", k);
    const Real least = 2.0f * scene.particle_spacing, thinnest = bounds.size().minCoeff();
    for (const Fluid& fluid : scene.fluids) {
        if (thinnest < least * (1.0f - 1e-5f))
            throw SceneFault(path + ".shape",
                             fmt::format("'{}' is {} m thin; in a liquid a body has at least two particle spacings, "
                                         "{} m",
                                         scene.bodies[k].name, thinnest, least));
        if (density < kLightest * static_cast<double>(fluid.density))
            throw SceneFault(
                path + (scene.bodies[k].mass ? ".mass" : ".density"),
                fmt::format("'{}' has {:.4g} kg/m^3; beside '{}' it has to have at least {:.4g} kg/m^3, a "
                            "hundredth of the liquid's, or it swings without end",
                            scene.bodies[k].name, density, fluid.name, kLightest * static_cast<double>(fluid.density)));
    }
}

// What a body carries along of each of its volume where the solver does not move it in its own solve.
double carried_mass(const Scene& scene, double density) {
    double heaviest = 0.0;
    for (const Fluid& fluid : scene.fluids) heaviest = std::max(heaviest, static_cast<double>(fluid.density));
    const double from = std::visit([](const auto& solver) { return solver.needs().carries_from; }, scene.solver);
    return density >= from * heaviest ? heaviest : 0.0;
}

RigidBody placed_body(const Scene& scene, std::size_t k, const Body& met, Assets& assets) {
    const SceneBody& given = scene.bodies[k];
    const Vec3d origin = simulation_origin(scene);
    const SolidMoments moments = moments_of_shape(given.shape, fmt::format("bodies[{}].shape", k), origin, assets);
    const Box3 bounds = shape_bounds(given.shape, origin, assets);
    const double density = given.mass ? *given.mass / moments.volume : static_cast<double>(given.density);
    refuse_sheet(moments, fmt::format("bodies[{}].shape", k));
    refuse_in_liquid(scene, k, bounds, density);
    RigidBody body = rigid_body(moments, density, skin_of(scene, given.shape, bounds, met, assets), bounds);
    if (const auto* box = std::get_if<BoxShape>(&given.shape)) body.box = box_form(*box, body.axes);
    body.friction = given.friction;
    body.restitution = given.restitution;
    body.velocity = given.velocity.cast<double>();
    body.spin = given.spin.cast<double>();
    for (const HoldTime& hold : given.held) body.holds.push_back({hold.from, hold.until});
    body.motion = placed_motion(scene, given.motion);
    for (const Lock lock : given.locked) {
        const auto axis = static_cast<std::size_t>(lock);
        (axis < 3 ? body.no_move : body.no_turn)[axis % 3] = true;
    }
    body.added_mass = carried_mass(scene, density) * moments.volume;
    return body;
}

void refuse_overlaps(const Scene& scene, const RigidSetup& setup) {
    std::vector<RigidState> states;
    BodyStates now = states_at(setup.bodies, setup.start);
    for (const RigidBody& body : setup.rigid) {
        states.push_back(state_at_start(body, setup.start));
        now.of[static_cast<std::size_t>(body.number)] = body_state(body, states.back());
    }
    const std::vector<double> none(states.size(), 0.0);
    for (const Contact& c : find_contacts({setup.bodies, setup.rigid, setup.walls}, now, states, none)) {
        const RigidBody& body = setup.rigid[static_cast<std::size_t>(c.a)];
        if (c.gap > -kMostOverlap * body.size()) continue;
        const std::string other = c.other == kDomainWalls
                                      ? "a wall of the domain"
                                      : fmt::format("'{}'", setup.bodies[static_cast<std::size_t>(c.other)].name);
        throw SceneFault(fmt::format("bodies[{}].shape", c.a),
                         fmt::format("'{}' overlaps {} by {:.3g} m at the start",
                                     scene.bodies[static_cast<std::size_t>(c.a)].name, other, -c.gap));
    }
}

}  // namespace

RigidSetup rigid_setup(const Run& run, const Scene& scene, Assets& assets, std::vector<Body> bodies) {
    RigidSetup setup;
    setup.bodies = std::move(bodies);
    setup.walls = walls_of(scene);
    setup.gravity = scene.gravity;
    setup.forces = ForceFields(scene.forces, simulation_origin(scene));
    setup.start = start_time(scene);
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
        run.throw_if_stopped();
        const std::size_t number = scene.obstacles.size() + k;
        RigidBody body = placed_body(scene, k, setup.bodies[number], assets);
        body.number = static_cast<Index>(number);
        setup.rigid.push_back(std::move(body));
    }
    refuse_overlaps(scene, setup);
    return setup;
}

}  // namespace lamella
