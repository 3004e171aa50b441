#include <lamella/core/error.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/body_forces.hpp>
#include <lamella/eulerian/grid_forces.hpp>
#include <lamella/eulerian/liquid_cells.hpp>
#include <lamella/eulerian/solid_mirror.hpp>
#include <lamella/eulerian/solid_slide.hpp>
#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/level_set_liquid/level_set_start.hpp>
#include <lamella/level_set_liquid/shown_liquid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kCellWidth = 2.0;  // spacings
constexpr Real kClosest = 0.05f;    // cells between a marker or a drop and a solid
constexpr Index kExtrapolatedLayers = 7;
constexpr Real kMirrorDepth = 3.5f;  // cells into solids
constexpr double kViscosityTolerance = 1e-4;
constexpr Index kViscosityIterations = 500;
constexpr double kLeastViscosity = 1e-4;  // mu dt / (rho cell^2)
constexpr float kLost = 0.5f;             // cells outside: a marker that far is a drop
constexpr float kBack = -0.1f;            // cells: a drop that deep is sea again
constexpr double kLeastDrop = 1e-3;       // of the volume for which a marker stands
constexpr double kLargestShift = 0.02;    // cells

Vec3 in_cells_of(const Vec3& x, double cell) { return (x.cast<double>() / cell).cast<Real>(); }

// phi at any place, in cells.
float level_at(const LevelSet& level_set, const Vec3& at) {
    const Vec3 place = at - Vec3::Constant(0.5f);
    const Vec3i base = place.array().floor().matrix().cast<Index>();
    float sum = 0.0f;
    for_each_corner({base, place - base.cast<Real>()}, [&](const Vec3i& cell, const Vec3& o) {
        const Vec3 weight = Vec3::Ones() - o.cwiseAbs();
        sum += weight.prod() * level_set.phi().at(level_set.tiles().tiles, cell, LevelSet::kBand);
    });
    return sum;
}

LevelSetOptions options_of(const LevelSetParameters& p) { return {p.markers, p.reseed_every, false}; }

}  // namespace

LevelSetSolver::LevelSetSolver(LevelSetSetup setup)
    : setup_(std::move(setup)),
      density_(common_density(setup_.materials)),
      cell_(kCellWidth * setup_.spacing),
      solids_({setup_.domain.box, setup_.domain.open}, std::move(setup_.bodies), cell_),
      projection_(setup_.parameters.tolerance, setup_.parameters.max_iterations),
      viscosity_(kViscosityTolerance, kViscosityIterations),
      level_set_(options_of(setup_.parameters)) {
    if (setup_.names.size() > 1)
        throw InputError(
            fmt::format("the solver level_set moves one fluid, and the scene has {}", setup_.names.size()));
    if (!setup_.sources.empty())
        throw InputError("the solver level_set lets no liquid in: take out the emitters, or take the solver flip");
    for (const char* solve : {"pressure", "viscosity"}) report_.solves[solve] = {};
    for (const char* count : {"escaped", "spray_born", "spray_back"}) report_.counts[count] = 0;
    const bool has_liquid = setup_.particles.size() > 0;
    LevelSetStart start = level_set_start(setup_.particles, cell_, solids_);
    setup_.particles = {};
    velocity_ = std::move(start.velocity);
    level_set_.start(std::move(start.tiles), std::move(start.phi), room());
    start_ = expected_ = sea_volume();
    if (has_liquid && start_ == 0.0)
        throw InputError(
            fmt::format("all of the liquid is thinner than the cells of the solver level_set, {:.3g} m (two spacings): "
                        "take a smaller particle_spacing",
                        cell_));
    find_liquid_cells();
    extend_velocity();
    reach_frame(0.0, states_at(solids_.bodies(), 0.0));
}

void LevelSetSolver::reach_frame(double time, const BodyStates& now) {
    time_ = time;
    shown_.reset();
    place_solids(now);
    report_.counts["markers"] = level_set_.markers().count();
    report_.counts["spray"] = spray_.count();
}

void LevelSetSolver::place_solids(const BodyStates& now) {
    solids_.update(level_set_.tiles().tiles, level_set_.tiles().around, now);
}

double LevelSetSolver::longest_step(const BodyStates& now) {
    const ProfileScope scope("level set step");
    const TileSet before = level_set_.tiles().tiles;
    level_set_.grow();
    const TileSet& tiles = level_set_.tiles().tiles;
    for (auto& component : velocity_) component = on_tiles(component, before, tiles, 0.0f);
    const Real squared = parallel_max(
        "fastest", static_cast<Index>(velocity_[0].values().size()),
        [&](Index c) {
            const auto at = static_cast<std::size_t>(c);
            return Vec3(velocity_[0].values()[at], velocity_[1].values()[at], velocity_[2].values()[at]).squaredNorm();
        },
        0.0f);
    const Real fastest = std::max(std::sqrt(squared), solids_.max_speed(now));
    const LevelSetParameters& p = setup_.parameters;
    // A step of gravity counts, too: v + g dt passes at most cfl cells.
    const double g = setup_.gravity.norm(), reach = p.cfl * cell_;
    const double stable = 2.0 * reach / (fastest + std::sqrt(fastest * fastest + 4.0 * g * reach));
    if (!(stable >= p.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    return setup_.forces.at_most(std::min(stable, p.max_step));
}

StepOutcome LevelSetSolver::try_step(const Step& step) {
    const ProfileScope scope("level set step");
    free(move(step));
    const double gone = drain();
    left_ += gone;
    expected_ -= gone;
    if (setup_.parameters.keep_volume) add_volume(expected_ - sea_volume() - spray_.volume());
    find_liquid_cells();
    push(step.dt, step.loads);
    return StepOutcome::done;
}

void LevelSetSolver::push(double dt, BodyLoads& loads) {
    add_gravity(setup_.gravity, dt, velocity_);
    add_force_fields(setup_.forces, level_set_.tiles().tiles, cell_, time_, dt, velocity_);
    project(dt, loads);
    extend_velocity();
    time_ += dt;
    report_.counts["escaped"] += level_set_.escaped();
    report_.note_step(dt);
    shown_.reset();
}

std::vector<LevelSetSolver::LostMarker> LevelSetSolver::move(const Step& step) {
    place_solids(step.after);
    const auto steps = static_cast<Real>(step.dt / cell_);
    const FaceField carried =
        advected_velocity(level_set_.tiles(), level_set_.phi(), LevelSet::kBand, velocity_, steps);
    level_set_.advance(velocity_, steps, room());
    move_spray(step.dt);
    std::vector<LostMarker> lost;
    const LevelTiles& tiles = level_set_.tiles();
    for (const Vec3& at : level_set_.markers().take_lost(tiles, level_set_.phi(), kLost))
        lost.push_back(
            {(cell_ * at.cast<double>()).cast<Real>(), interpolate_faces(tiles.tiles, Vec3i::Zero(), velocity_, at)});
    velocity_ = carried;
    return lost;
}

LevelSetRoom LevelSetSolver::room() {
    LevelSetRoom room;
    room.room = solids_.corner_distance().values();
    room.mend = [this](TileField<float>& phi) { mend(phi); };
    room.hold_back = [this](Index t, std::vector<Marker>& markers) { hold_back(t, markers); };
    return room;
}

// In solids the level set is that of the mirror image: surfaces meet walls and bodies at right angles.
void LevelSetSolver::mend(TileField<float>& phi) const {
    const ProfileScope scope("mirror level");
    const TileSet& tiles = level_set_.tiles().tiles;
    if (phi.values().size() != solids_.open_volume().values().size() || tiles.count() == 0) return;
    SolidMirror(tiles, level_set_.tiles().around, solids_, kMirrorDepth).reflect(LevelSet::kBand, phi);
}

void LevelSetSolver::hold_back(Index t, std::vector<Marker>& markers) const {
    const auto cell = static_cast<Real>(cell_);
    if (std::ranges::none_of(solids_.corner_distance().tile(t), [&](float d) { return d < 3.0f * cell; })) return;
    RimmedTile<float, 3> distance;
    distance.gather(solids_.corner_distance(), level_set_.tiles().near(t), 0.0f);
    for (Marker& marker : markers) {
        const NodePlace place = node_place<3>(marker.at);
        const Real d = interpolate(distance, place) / cell;
        if (d < kClosest) marker.at += (kClosest - d) * unit_or_zero(interpolated_gradient(distance, place));
    }
}

// What is in sinks and beyond open faces leaves.
double LevelSetSolver::drain() {
    const LiquidDomain& domain = setup_.domain;
    if (domain.sinks.empty() && std::ranges::none_of(domain.open, [](bool open) { return open; })) return 0.0;
    const double before = sea_volume();
    const TileSet& tiles = level_set_.tiles().tiles;
    parallel_for(
        "drain", tiles.count(),
        [&](Index t) {
            const auto phi = level_set_.phi().tile(t);
            for (Index c = 0; c < kTileCells; ++c) {
                float& d = phi[static_cast<std::size_t>(c)];
                if (d >= LevelSet::kBand) continue;
                const Vec3d at = (tiles.first_cell(t) + coordinates_in_tile(c)).cast<double>() + Vec3d::Constant(0.5);
                const Vec3 x = (cell_ * at).cast<Real>();
                Real beyond = -LevelSet::kBand * static_cast<Real>(cell_);
                for (int a = 0; a < 3; ++a) {
                    if (domain.open[static_cast<std::size_t>(2 * a)])
                        beyond = std::max(beyond, domain.box.min[a] - x[a]);
                    if (domain.open[static_cast<std::size_t>(2 * a + 1)])
                        beyond = std::max(beyond, x[a] - domain.box.max[a]);
                }
                for (const LiquidSink& sink : domain.sinks)
                    if (sink.bounds.contains(x)) beyond = std::max(beyond, -sink.signed_distance(x));
                d = std::clamp(std::max(d, beyond / static_cast<Real>(cell_)), -LevelSet::kBand, LevelSet::kBand);
            }
        },
        kTileChunk);
    return before - sea_volume() + spray_.remove_if([&](const Vec3& x) {
        return !domain.box.contains(x) || std::ranges::any_of(domain.sinks, [&](const auto& s) { return s.holds(x); });
    });
}

void LevelSetSolver::move_spray(double dt) {
    if (spray_.count() == 0) return;
    spray_.fly({setup_.gravity, setup_.forces, solids_, time_, dt, kClosest * static_cast<Real>(cell_)});
    const Index before = spray_.count();
    spray_.remove_if([&](const Vec3& x) { return level_at(level_set_, in_cells_of(x, cell_)) < kBack; });
    report_.counts["spray_back"] += before - spray_.count();
}

// They share what is missing; where nothing is, they are nothing.
void LevelSetSolver::free(const std::vector<LostMarker>& lost) {
    if (lost.empty()) return;
    const double missing = expected_ - sea_volume() - spray_.volume();
    const double each = std::min(marker_volume(), missing / static_cast<double>(lost.size()));
    if (each < kLeastDrop * marker_volume()) return;
    for (const LostMarker& marker : lost) spray_.add(marker.place, marker.velocity, static_cast<Real>(each));
    report_.counts["spray_born"] += static_cast<std::int64_t>(lost.size());
}

double LevelSetSolver::marker_volume() const { return cell_ * cell_ * cell_ / level_set_.markers().each_cell(); }

float LevelSetSolver::level(const Vec3& x) const { return level_at(level_set_, in_cells_of(x, cell_)); }

double LevelSetSolver::sea_volume() const {
    return cell_ * cell_ * cell_ * inside_volume(level_set_.tiles(), level_set_.phi(), solids_.open_volume().values());
}

void LevelSetSolver::add_volume(double missing) {
    const auto phi = level_set_.phi().values();
    const auto open = solids_.open_volume().values();
    const double area = parallel_sum("area", static_cast<Index>(phi.size()), [&](Index c) {
        const auto at = static_cast<std::size_t>(c);
        return std::abs(phi[at]) < 0.5f ? double{open[at]} : 0.0;
    });
    if (area > 0.0)
        level_set_.shift(static_cast<float>(std::clamp(in_cells(missing) / area, -kLargestShift, kLargestShift)));
}

LiquidCells& LevelSetSolver::find_liquid_cells() {
    const LevelTiles& tiles = level_set_.tiles();
    cells_.liquid.assign(tiles.tiles, 0);
    cells_.level = level_set_.phi();
    cells_.source = {};
    const auto open = solids_.open_volume().values();
    for (std::size_t c = 0; c < open.size(); ++c)
        cells_.liquid.values()[c] = cells_.level.values()[c] < 0.0f && open[c] >= 0.5f ? 1 : 0;
    join_cells_in_solids(tiles.around, solids_, cells_);
    return cells_;
}

void LevelSetSolver::project(double dt, BodyLoads& loads) {
    const auto& [tiles, around, slab] = level_set_.tiles();
    const double strength = largest_viscosity(setup_.materials) * dt / (density_ * cell_ * cell_);
    if (strength >= kLeastViscosity)
        report_.solves["viscosity"].note(viscosity_.smooth({tiles, around, solids_, cells_}, strength, velocity_));
    const bool pushes = !solids_.bodies().empty() || setup_.probed.wall_loads;
    if (pushes) loads += stopping_loads(tiles, around, solids_, cells_, velocity_, density_);
    RigidCouplingBatty2007 answering(density_, dt);
    report_.solves["pressure"].note(projection_.project(tiles, around, solids_, answering, cells_, velocity_));
    if (pushes) loads += pressure_loads(tiles, around, solids_, cells_, projection_.pressure(), density_);
    loads += answering.push(solids_);
    if (setup_.probed.pressure)
        pressures_ = pressure_samples(tiles, cells_, projection_.pressure(), cell_, density_ * cell_ / dt);
}

// Beyond the liquid, as far as the surface and the markers around it need it; farther away it is zero.
void LevelSetSolver::extend_velocity() {
    const auto& [tiles, around, slab] = level_set_.tiles();
    for (auto& known : known_) known.assign(tiles, 1);
    keep_faces_of_liquid(around, cells_, known_);
    forget_closed_faces(solids_, known_);
    extrapolate(tiles, around, kExtrapolatedLayers, velocity_, known_);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t c = 0; c < known_[a].values().size(); ++c)
            if (!known_[a].values()[c]) velocity_[a].values()[c] = 0.0f;
    slide_along_solids(tiles, around, solids_, cells_, velocity_);
}

AnySolver LevelSetParameters::make_solver(LiquidSetup&& setup) const {
    return AnySolver::of<LevelSetSolver>(LevelSetSetup{std::move(setup), *this});
}

template AnySolver AnySolver::of<LevelSetSolver>(LevelSetSetup&&);

}  // namespace lamella
