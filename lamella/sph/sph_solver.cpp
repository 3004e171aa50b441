#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/time_step.hpp>
#include <lamella/particles/compression.hpp>
#include <lamella/sph/nozzle_grip.hpp>
#include <lamella/sph/sph_solver.hpp>
#include <lamella/sph/sph_time_step.hpp>
#include <lamella/sph/wall_contact_ihmsen2010.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr int kMostHalvings = 3;  // of a step whose solves do not converge

}  // namespace

SphSolver::SphSolver(SphSetup setup)
    : setup_(std::move(setup)),
      liquid_(setup_.spacing, SphKernel(setup_.parameters.kernel, setup_.parameters.support * setup_.spacing),
              setup_.density, setup_.domain.periodic, std::move(setup_.bodies)),
      inventory_(setup_.domain, setup_.sources, setup_.spacing, setup_.particles),
      forces_(setup_.parameters, setup_.viscosity, setup_.expected_speed, liquid_),
      pressure_(pressure_solver(setup_, liquid_)) {
    for (const char* solve : {"pressure", "divergence", "viscosity"}) report_.solves[solve] = {};
    report_.counts["wall_contacts"] = 0;
    liquid_.particles = std::move(setup_.particles);
    ParticleSet& fluid = liquid_.particles;
    for (const char* name : {"P", "v", "acceleration"}) fluid.add<Vec3Column>(name);
    for (const char* name : {"density", "pressure"}) fluid.add<ScalarColumn>(name);
    fluid.add<IndexColumn>("phase");
    if (!std::holds_alternative<NoSheets>(setup_.parameters.sheets)) {
        sheets_.emplace(setup_.parameters.sheets, liquid_);
        sheets_->add_columns(fluid);
        sheets_->note(report_);
    }
    reach_frame(0.0);
}

SphSolver::PressureSolver SphSolver::pressure_solver(const SphSetup& setup, const SphLiquid& liquid) {
    return std::visit(
        Overloaded{[&](const DfsphParameters& p) -> PressureSolver {
                       return DfsphBender2015(p, liquid, setup.expected_speed);
                   },
                   [&](const WcsphParameters& p) -> PressureSolver {
                       return WcsphBecker2007(p, liquid, setup.expected_speed);
                   },
                   [&](const PcisphParameters& p) -> PressureSolver { return PcisphSolenthaler2009(p, liquid); },
                   [&](const LocalPoissonParameters& p) -> PressureSolver { return LocalPoissonHe2012(p, liquid); }},
        setup.parameters.pressure);
}

void SphSolver::reach_frame(double time) {
    time_ = time;
    update_columns();
    if (sheets_) sheets_->join(liquid_);
}

void SphSolver::update_columns() {
    inventory_.add_emitted(liquid_.particles, time_);
    liquid_.find_neighbours(time_);
    liquid_.compute_density();
    std::visit([&](auto& pressure) { pressure.update(liquid_); }, pressure_);
}

double SphSolver::step(double left) {
    const ProfileScope scope("sph step");
    update_columns();
    report_.solves["divergence"].note(
        std::visit([&](auto& pressure) { return pressure.make_divergence_free(liquid_, last_step_); }, pressure_));
    forces_.accelerate(liquid_, setup_.gravity);
    std::visit([&](auto& pressure) { pressure.add_forces(liquid_); }, pressure_);
    const double dt = solve_velocities(choose_step(left));
    hold_at_nozzles(setup_.sources, time_, liquid_);
    if (sheets_) sheets_->carry(liquid_, setup_.gravity, dt);
    move(dt);
    report_.counts["wall_contacts"] += resolve_wall_contacts(liquid_);
    inventory_.remove_outside(liquid_.particles, liquid_.support);
    if (sheets_) {
        sheets_->split_and_collapse(dt, liquid_, inventory_);
        sheets_->note(report_);
    }
    report_.note_step(dt);
    return dt;
}

double SphSolver::choose_step(double left) const {
    const Real sound = std::visit([](const auto& pressure) { return pressure.speed_of_sound(); }, pressure_);
    const double stable = step_share_ * stable_step(liquid_, {setup_.parameters.cfl, sound,
                                                              forces_.kinematic_viscosity(), forces_.longest_step()});
    if (!(stable >= setup_.parameters.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    return fit_step(std::min(stable, setup_.parameters.max_step), left);
}

// v* = v + dt a
void SphSolver::predict_velocities(double dt) {
    auto& v = liquid_.particles.get<Vec3Column>("v");
    const auto& a = liquid_.particles.get<Vec3Column>("acceleration");
    const Real step = static_cast<Real>(dt);
    parallel_for("predict velocities", liquid_.size(), [&](Index i) { v.set(i, v[i] + step * a[i]); });
}

// Forces, viscosity and pressure over a step of length dt, or of a half, a quarter ... of it if the pressure does
// not converge; the next steps are then shorter, too, and grow again by and by. Returns the length taken.
double SphSolver::solve_velocities(double dt) {
    liquid_.keep_velocities();
    for (int halvings = 0;; ++halvings) {
        predict_velocities(dt);
        const SolveReport viscosity = forces_.smooth_velocities(liquid_, dt);
        const SolveReport pressure = std::visit([&](auto& solver) { return solver.solve(liquid_, dt); }, pressure_);
        report_.solves["viscosity"].note(viscosity);
        report_.solves["pressure"].note(pressure);
        if (viscosity.converged && pressure.converged) {
            if (halvings == 0) step_share_ = std::min(1.0, 1.02 * step_share_);
            return dt;
        }
        step_share_ = std::max(0.5 * step_share_, 1.0 / 64.0);
        if (halvings == kMostHalvings) return dt;
        liquid_.restore_velocities();
        dt *= 0.5;
    }
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

std::pair<double, double> SphSolver::density_error() const {
    return mean_and_largest_compression(liquid_.particles.get<ScalarColumn>("density"), liquid_.rest_density);
}

}  // namespace lamella
