#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/matter/liquid_output.hpp>
#include <lamella/sph/contact/nozzle_grip.hpp>
#include <lamella/sph/contact/wall_contact_ihmsen2010.hpp>
#include <lamella/sph/sph_solver.hpp>
#include <lamella/sph/sph_time_step.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr int kMostHalvings = 3;  // of a step whose solves do not converge

SphKernel kernel_of(const SphSetup& setup) {
    const KernelChoice kernel = setup.parameters.kernel_choice();
    return {kernel.kind, kernel.support * setup.spacing};
}

}  // namespace

SphSolver::SphSolver(SphSetup setup)
    : setup_(std::move(setup)),
      liquid_(setup_, kernel_of(setup_), setup_.walls, setup_.bodies),
      inventory_(setup_.domain, setup_.sources, setup_.spacing, setup_.names.size(), setup_.particles),
      forces_(setup_.parameters, liquid_),
      pressure_(PressureSolvers::make(setup_.parameters.pressure, liquid_)) {
    for (const char* solve : {"pressure", "divergence", "viscosity"}) report_.solves[solve] = {};
    report_.counts["wall_contacts"] = 0;
    liquid_.particles = std::move(setup_.particles);
    ParticleSet& fluid = liquid_.particles;
    for (const char* column : {"P", "v", "acceleration"}) fluid.add<Vec3Column>(column);
    for (const char* column : {"density", "pressure"}) fluid.add<ScalarColumn>(column);
    fluid.add<IndexColumn>("phase");
    if (!std::holds_alternative<NoSheets>(setup_.parameters.sheets)) {
        sheets_.emplace(setup_.parameters.sheets, liquid_);
        sheets_->add_columns(fluid);
        sheets_->note(report_);
    }
    reach_frame(0.0, states_at(setup_.bodies, 0.0));
}

void SphSolver::reach_frame(double time, const BodyStates& now) {
    time_ = time;
    update_columns(now);
    if (CarriedSurface* surface = forces_.surface()) surface->follow(liquid_.particles);
    if (sheets_) sheets_->join(liquid_);
}

void SphSolver::update_columns(const BodyStates& now) {
    inventory_.add_emitted(liquid_.particles, time_);
    liquid_.find_neighbours(now);
    liquid_.compute_density();
    std::visit([&](auto& pressure) { pressure.update(liquid_); }, pressure_);
}

double SphSolver::longest_step(const BodyStates& now) {
    const ProfileScope scope("sph step");
    update_columns(now);
    liquid_.push.start(liquid_);
    liquid_.coupling.find(liquid_, liquid_.push.near(), now);
    const SolveReport divergence =
        std::visit([&](auto& pressure) { return pressure.make_divergence_free(liquid_, last_step_); }, pressure_);
    if (divergence.iterations > 0) liquid_.push.change_by_pressure(liquid_, last_step_);
    report_.solves["divergence"].note(divergence);
    forces_.accelerate(liquid_, setup_.gravity, setup_.forces, time_);
    std::visit([&](auto& pressure) { pressure.add_forces(liquid_); }, pressure_);
    const Real sound = std::visit([](const auto& pressure) { return pressure.speed_of_sound(); }, pressure_);
    if (sound > 0.0f) liquid_.push.accelerate_by_pressure(liquid_);
    liquid_.keep_velocities();
    liquid_.push.keep_changes();
    const double stable = step_share_ * stable_step(liquid_, {setup_.parameters.cfl, sound,
                                                              forces_.kinematic_viscosity(), forces_.longest_step()});
    if (!(stable >= setup_.parameters.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    return setup_.forces.at_most(std::min(stable, setup_.parameters.max_step));
}

StepOutcome SphSolver::try_step(const Step& step) {
    const ProfileScope scope("sph step");
    if (!solve_velocities(step.dt)) return StepOutcome::shorter;
    hold_at_nozzles(setup_.sources, time_, liquid_);
    if (sheets_) sheets_->carry(liquid_, setup_.gravity, step.dt);
    if (setup_.probed.pressure) keep_pressures();
    move(step.dt);
    report_.counts["wall_contacts"] += resolve_wall_contacts(liquid_);
    step.loads += liquid_.push.loads(liquid_, step.dt);
    inventory_.remove_outside(liquid_.particles, liquid_.support);
    if (sheets_) {
        sheets_->split_and_collapse(step.dt, liquid_, inventory_);
        sheets_->note(report_);
    }
    report_.note_step(step.dt);
    return StepOutcome::done;
}

// v* = v + dt a
void SphSolver::predict_velocities(double dt) {
    auto& v = liquid_.particles.get<Vec3Column>("v");
    const auto& a = liquid_.particles.get<Vec3Column>("acceleration");
    const Real step = static_cast<Real>(dt);
    parallel_for("predict velocities", liquid_.size(), [&](Index i) { v.set(i, v[i] + step * a[i]); });
}

// What bodies that answer will do by all that is known so far.
void SphSolver::expect_of_bodies(double dt) {
    if (!liquid_.coupling.none()) liquid_.coupling.expect(liquid_.push.loads(liquid_, dt), dt);
}

// Forces, viscosity and pressure over a step of length dt. False, with the velocities as they were, if a solve does not
// converge and the step may still be halved; the next steps are then shorter, too, and grow again by and by.
bool SphSolver::solve_velocities(double dt) {
    predict_velocities(dt);
    expect_of_bodies(dt);
    const SolveReport viscosity = forces_.smooth_velocities(liquid_, dt);
    if (viscosity.iterations > 0) expect_of_bodies(dt);
    const SolveReport pressure = std::visit([&](auto& solver) { return solver.solve(liquid_, dt); }, pressure_);
    if (pressure.iterations > 0) liquid_.push.change_by_pressure(liquid_, dt);
    report_.solves["viscosity"].note(viscosity);
    report_.solves["pressure"].note(pressure);
    const bool converged = viscosity.converged && pressure.converged;
    if (!converged) step_share_ = std::max(0.5 * step_share_, 1.0 / 64.0);
    if (!converged && refusals_ < kMostHalvings) {
        liquid_.restore_velocities();
        liquid_.push.restore_changes();
        ++refusals_;
        return false;
    }
    if (converged && refusals_ == 0) step_share_ = std::min(1.0, 1.02 * step_share_);
    refusals_ = 0;
    return true;
}

// Of both solves of DFSPH. Solids answer for their own part only (Akinci 2012), so that the first layer of particles on
// a wall carries twice the pressure of the liquid and the second one less.
void SphSolver::keep_pressures() {
    const auto& p = liquid_.particles.get<ScalarColumn>("pressure");
    const auto* again = liquid_.particles.find<ScalarColumn>("divergence_pressure");
    pressures_.resize(static_cast<std::size_t>(liquid_.size()));
    parallel_for("keep pressures", liquid_.size(), [&](Index i) {
        const bool at_wall = !liquid_.response.vec(i).isZero(0.0f);
        pressures_[static_cast<std::size_t>(i)] = {liquid_.places.vec(i), p[i] + (again ? (*again)[i] : 0.0f), at_wall};
    });
}

void SphSolver::move(double dt) {
    auto& x = liquid_.particles.positions();
    const auto& v = liquid_.particles.get<Vec3Column>("v");
    const Real step = static_cast<Real>(dt);
    parallel_for("move", liquid_.size(),
                 [&](Index i) { x.set(i, setup_.domain.periodic.wrapped(x[i] + step * v[i])); });
    time_ += dt;
    last_step_ = dt;
}

std::vector<FramePart> SphSolver::frame_parts() const {
    std::vector<FramePart> parts = liquid_parts(setup_, particles(), inventory_);
    if (const CarriedSurface* surface = forces_.surface())
        parts.push_back({setup_.names.size() == 1 ? setup_.names.front() : "surface", MeshPart{surface->mesh()}});
    return parts;
}

std::map<std::string, Balance> SphSolver::balances(const Vec3d& centre) const {
    const ParticleSet& all = particles();
    return liquid_balances(setup_, all, inventory_, centre, &all.get<ScalarColumn>("density"), liquid_.rest_density);
}

AnySolver SphParameters::make_solver(LiquidSetup&& setup) const {
    return AnySolver::of<SphSolver>(SphSetup{std::move(setup), *this});
}

template AnySolver AnySolver::of<SphSolver>(SphSetup&&);

}  // namespace lamella
