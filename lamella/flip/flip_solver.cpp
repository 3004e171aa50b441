#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/body_forces.hpp>
#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/grid_forces.hpp>
#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/eulerian/nozzle_mouths.hpp>
#include <lamella/eulerian/solid_slide.hpp>
#include <lamella/flip/cell_viscosity.hpp>
#include <lamella/flip/flip_solver.hpp>
#include <lamella/flip/liquid_cells_ando2011.hpp>
#include <lamella/flip/overrun_particles.hpp>
#include <lamella/flip/solid_contact.hpp>
#include <lamella/flip/stray_particles.hpp>
#include <lamella/flip/stuck_particles_ando2011.hpp>
#include <lamella/flip/surface_curvature.hpp>
#include <lamella/flip/swept_contact.hpp>
#include <lamella/matter/liquid_output.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kCellWidth = 2.0;    // spacings
constexpr Real kClosest = 0.1f;       // spacings between a particle and a solid
constexpr Real kFilmDistance = 2.0f;  // spacings from a solid within which liquid is a film on it and no sheet
constexpr Index kExtrapolatedLayers = 2;
constexpr double kViscosityTolerance = 1e-4;  // of the change of the velocity
constexpr Index kViscosityIterations = 500;
constexpr double kLeastViscosity = 1e-3;  // mu dt / (rho cell^2): that of water is far below what the transfers smear
constexpr double kThick = 0.1;            // the same: from here on viscosity holds the outermost particles

GridWalls walls_of(const LiquidDomain& domain) {
    GridWalls walls{domain.box, domain.open};
    for (std::size_t face = 0; face < 6; ++face) walls.open[face] |= domain.periodic.axes[face / 2];
    return walls;
}

}  // namespace

FlipSolver::FlipSolver(FlipSetup setup)
    : setup_(std::move(setup)),
      density_(common_density(setup_.materials)),
      cell_(kCellWidth * setup_.spacing),
      particles_(std::move(setup_.particles)),
      inventory_(setup_.domain, setup_.sources, setup_.spacing, setup_.names.size(), particles_),
      cells_(NeighbourGrid::with_cells(cell_, setup_.domain.periodic)),
      solids_(walls_of(setup_.domain), std::move(setup_.bodies), cell_),
      sheets_(setup_.parameters.springs, setup_.parameters.sheets, setup_.spacing),
      projection_(setup_.parameters.tolerance, setup_.parameters.max_iterations),
      viscosity_(kViscosityTolerance, kViscosityIterations) {
    solids_.keep_films_on_floors(setup_.gravity);
    for (const char* column : {"P", "v"}) particles_.add<Vec3Column>(column);
    for (const char* column : {"density", "filling"}) particles_.add<ScalarColumn>(column);
    add_columns(setup_.parameters.transfer, particles_);
    particles_.add<IndexColumn>("phase");
    for (const char* solve : {"pressure", "viscosity"}) report_.solves[solve] = {};
    report_.counts["wall_contacts"] = 0;
    if (setup_.parameters.stuck_particles == StuckParticles::reposition) report_.counts["repositioned"] = 0;
    sheets_.add_columns(particles_);
    sheets_.note(report_);
    reach_frame(0.0, states_at(solids_.bodies(), 0.0));
}

void FlipSolver::reach_frame(double time, const BodyStates& now) {
    time_ = time;
    sort_particles();
    measure_density(cells_, setup_.spacing, density_, particles_);
    const ParticleTiles tiles(cells_, cell_);
    solids_.update(tiles.tiles, tiles.around, now);
    const auto stuck = stuck_particles(tiles, solids_, setup_.gravity, particles_);
    report_.counts["stuck"] = static_cast<std::int64_t>(stuck.size());
}

void FlipSolver::sort_particles() {
    inventory_.add_emitted(particles_, time_);
    cells_.build(particles_);
}

// Springs and sheets, and the filling of all particles.
void FlipSolver::keep_even_and_whole(double dt, const BodyStates& now) {
    if (!sheets_.has_springs() && !sheets_.has_sheets()) {
        measure_filling(cells_, setup_.spacing, particles_);
        return;
    }
    const ParticleTiles tiles(cells_, cell_);
    solids_.update_distances(tiles.tiles, now);
    const PlacesBefore places(solids_, particles_, setup_.domain.periodic);
    sheets_.apply(cells_, dt, near_solids(tiles, solids_, kFilmDistance * setup_.spacing, particles_), particles_,
                  inventory_);
    sheets_.note(report_);
    cells_.build(particles_);
    if (solids_.thin_walls().none()) return;
    stop_at_thin_walls(ParticleTiles(cells_, cell_), solids_, now, places, kClosest * setup_.spacing, particles_);
    cells_.build(particles_);
}

double FlipSolver::longest_step(const BodyStates& now) {
    const ProfileScope scope("flip step");
    sort_particles();
    const auto& v = particles_.get<Vec3Column>("v");
    const Real fastest = std::max(std::sqrt(parallel_max(
                                      "fastest", particles_.size(), [&](Index i) { return v[i].squaredNorm(); }, 0.0f)),
                                  solids_.max_speed(now));
    const FlipParameters& p = setup_.parameters;
    // A step of gravity counts, too: v + g dt passes at most cfl cells.
    const double g = setup_.gravity.norm(), reach = p.cfl * cell_;
    double stable = 2.0 * reach / (fastest + std::sqrt(fastest * fastest + 4.0 * g * reach));
    if (p.viscosity == ViscosityStep::explicit_step && viscosity_rate() > 0.0)
        stable = std::min(stable, ViscosityBatty2008::kExplicitLimit / viscosity_rate());
    if (p.surface_tension > 0.0f) stable = std::min(stable, longest_capillary_step(density_, p.surface_tension, cell_));
    if (!(stable >= p.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    return setup_.forces.at_most(std::min(stable, p.max_step));
}

StepOutcome FlipSolver::try_step(const Step& step) {
    const ProfileScope scope("flip step");
    const double dt = step.dt;
    keep_even_and_whole(dt, step.before);
    ParticleTiles tiles(cells_, cell_);
    solids_.update(tiles.tiles, tiles.around, step.after);
    tiles.sides = find_particle_sides(tiles, solids_, particles_.positions());
    const PlacesBefore places(solids_, particles_, setup_.domain.periodic);
    to_grid(setup_.parameters.transfer, tiles, particles_, grid_);
    find_liquid_cells(tiles, particles_, solids_, grid_.fullness, liquid_);
    FaceField velocity = grid_.velocity;
    add_gravity(setup_.gravity, 0.5 * (last_step_ + dt), velocity);
    add_force_fields(setup_.forces, tiles.tiles, cell_, time_, 0.5 * (last_step_ + dt), velocity);
    const Real half_steps = static_cast<Real>(0.5 * (last_step_ + dt));
    rest_films(tiles.around, solids_, half_steps * setup_.gravity, velocity, grid_.known);
    hold_at_mouths(setup_.sources, setup_.domain.periodic, time_ + 0.5 * dt, {tiles.tiles, tiles.around, cell_},
                   liquid_, velocity, grid_.known);
    smooth_velocity(tiles, dt, velocity);
    add_surface_tension(tiles, 0.5 * (last_step_ + dt));
    project(tiles, dt, velocity, step.loads);
    extend_velocity(tiles, dt, velocity);
    move(tiles, velocity, dt);
    draw_in_strays(tiles, dt);
    report_.counts["wall_contacts"] += resolve_solid_contacts(tiles, solids_, kClosest * setup_.spacing, particles_);
    stop_at_thin_walls(tiles, solids_, step.before, places, kClosest * setup_.spacing, particles_);
    if (setup_.parameters.stuck_particles == StuckParticles::reposition)
        report_.counts["repositioned"] +=
            reposition_stuck_particles(tiles, solids_, setup_.gravity, setup_.spacing, time_, particles_);
    wrap_particles();
    inventory_.remove_outside(particles_, static_cast<Real>(cell_));
    time_ += dt;
    last_step_ = dt;
    report_.note_step(dt);
    return StepOutcome::done;
}

void FlipSolver::meet_bodies(const BodyStates& now) {
    report_.counts["wall_contacts"] += put_before_bodies(solids_, now, kClosest * setup_.spacing, particles_);
}

// mu / (rho cell^2)
double FlipSolver::viscosity_rate() const { return largest_viscosity(setup_.materials) / (density_ * cell_ * cell_); }

void FlipSolver::smooth_velocity(const ParticleTiles& tiles, double dt, FaceField& velocity) {
    const double strength = viscosity_rate() * dt;
    if (strength < kLeastViscosity) return;
    ViscousLiquid liquid{tiles.tiles, tiles.around, solids_, liquid_};
    if (!one_viscosity(setup_.materials)) {
        measure_cell_viscosity(setup_.materials, tiles, particles_, viscosity_shares_);
        liquid.shares = &viscosity_shares_;
    }
    if (setup_.parameters.viscosity == ViscosityStep::explicit_step)
        viscosity_.smooth_explicitly(liquid, strength, velocity);
    else
        report_.solves["viscosity"].note(viscosity_.smooth(liquid, strength, velocity));
}

void FlipSolver::add_surface_tension(const ParticleTiles& tiles, double dt) {
    const double tension = setup_.parameters.surface_tension;
    if (tension == 0.0) return;
    off_surface_ =
        find_surface_pressure(tiles, solids_, grid_.fullness, dt * tension / (density_ * cell_ * cell_), liquid_);
}

// Whether a cell is so small that its weight does not pull it off the surface: below two capillary lengths.
bool FlipSolver::tension_holds() const {
    const double weight = density_ * setup_.gravity.norm() * cell_ * cell_;
    return setup_.parameters.surface_tension > 0.25 * weight && setup_.parameters.surface_tension > 0.0f;
}

// What the liquid does to bodies is looked for only where there are some that the solve does not know, or somebody asks
// for the walls.
void FlipSolver::project(const ParticleTiles& tiles, double dt, FaceField& velocity, BodyLoads& loads) {
    const auto& [set, around] = std::tie(tiles.tiles, tiles.around);
    const bool pushes = solids_.answering_bodies().size() < solids_.bodies().size() || setup_.probed.wall_loads;
    if (pushes) loads += stopping_loads(set, around, solids_, liquid_, velocity, density_);
    const bool tense = setup_.parameters.surface_tension > 0.0f;
    const FaceField before = tense ? velocity : FaceField();
    RigidCouplingBatty2007 answering(density_, dt);
    report_.solves["pressure"].note(projection_.project(set, around, solids_, answering, liquid_, velocity));
    if (tense) {
        drops_.find(tiles, solids_, liquid_);
        drops_.keep_momentum(tiles, liquid_, grid_.fullness, before, velocity);
    }
    if (pushes) loads += pressure_loads(set, around, solids_, liquid_, projection_.pressure(), density_);
    loads += answering.push(solids_);
    if (setup_.probed.pressure)
        pressures_ = pressure_samples(set, liquid_, projection_.pressure(), cell_, density_ * cell_ / dt);
}

// Faces that no particle reaches, and closed ones; in thick or tense liquid also those beside its cells, which
// viscosity and pressure have not seen: there the outermost particles of a thread would fall past it, and leave a drop.
void FlipSolver::extend_velocity(const ParticleTiles& tiles, double dt, FaceField& velocity) {
    forget_closed_faces(solids_, grid_.known);
    if (viscosity_rate() * dt > kThick || tension_holds()) keep_faces_of_liquid(tiles.around, liquid_, grid_.known);
    extrapolate(tiles.tiles, tiles.around, kExtrapolatedLayers, velocity, grid_.known);
    slide_along_solids(tiles.tiles, tiles.around, solids_, liquid_, velocity);
}

// By the midpoint rule through the new velocity.
void FlipSolver::move(const ParticleTiles& tiles, const FaceField& velocity, double dt) {
    FaceField& change = grid_.velocity;
    for (std::size_t a = 0; a < 3; ++a)
        parallel_for(
            "change of velocity", tiles.tiles.count(),
            [&](Index t) {
                const auto before = change[a].tile(t);
                const auto after = velocity[a].tile(t);
                for (std::size_t c = 0; c < kTileCells; ++c) before[c] = after[c] - before[c];
            },
            kTileChunk);
    const Real step = static_cast<Real>(dt), cells_in_step = static_cast<Real>(dt / cell_);
    Vec3Column& x = particles_.positions();
    to_particles({setup_.parameters.transfer, tiles, velocity, change}, particles_,
                 [&](Index i, const Vec3& at, const VelocitySampler& u) {
                     const Vec3 middle = at + 0.5f * cells_in_step * u(at);
                     x.set(i, x[i] + step * u(middle));
                 });
}

void FlipSolver::draw_in_strays(const ParticleTiles& tiles, double dt) {
    if (!tension_holds()) return;
    const double speed = std::sqrt(setup_.parameters.surface_tension / (density_ * setup_.spacing));
    draw_in_stray_particles(tiles, off_surface_, static_cast<Real>(speed * dt), particles_);
}

// On periodic axes.
void FlipSolver::wrap_particles() {
    const PeriodicBox& periodic = setup_.domain.periodic;
    if (!periodic.any()) return;
    Vec3Column& x = particles_.positions();
    parallel_for("wrap", particles_.size(), [&](Index i) { x.set(i, periodic.wrapped(x[i])); });
}

std::vector<FramePart> FlipSolver::frame_parts() const { return liquid_parts(setup_, particles_, inventory_); }

std::map<std::string, Balance> FlipSolver::balances(const Vec3d& centre) const {
    return liquid_balances(setup_, particles_, inventory_, centre, &particles_.get<ScalarColumn>("filling"), 1.0f);
}

AnySolver FlipParameters::make_solver(LiquidSetup&& setup) const {
    return AnySolver::of<FlipSolver>(FlipSetup{std::move(setup), *this});
}

template AnySolver AnySolver::of<FlipSolver>(FlipSetup&&);

}  // namespace lamella
