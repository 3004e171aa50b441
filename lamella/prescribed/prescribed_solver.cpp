#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/matter/liquid_output.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>

#include <utility>

namespace lamella {

PrescribedSolver::PrescribedSolver(PrescribedSetup setup)
    : setup_(std::move(setup)),
      density_(common_density(setup_.materials)),
      inventory_(setup_.domain, setup_.sources, setup_.spacing, setup_.names.size(), setup_.particles),
      particles_(std::move(setup_.particles)),
      grid_(kSheetCell * setup_.spacing, setup_.domain.periodic),
      sheets_(setup_.parameters.springs, setup_.parameters.sheets, setup_.spacing) {
    for (const char* column : {"P", "v"}) particles_.add<Vec3Column>(column);
    particles_.add<IndexColumn>("phase");
    particles_.add<ScalarColumn>("density");
    sheets_.add_columns(particles_);
    sheets_.note(report_);
    reach_frame(0.0, {});
}

double PrescribedSolver::longest_step(const BodyStates&) {
    const auto& v = particles_.get<Vec3Column>("v");
    const Real fastest = parallel_max(
        "fastest", v.size(), [&](Index i) { return v[i].norm(); }, 0.0f);
    const double distance = static_cast<double>(setup_.parameters.cfl) * setup_.spacing;
    const double longest = setup_.parameters.max_step;
    return fastest * longest > distance ? distance / fastest : longest;
}

StepOutcome PrescribedSolver::try_step(const Step& step) {
    const ProfileScope scope("prescribed step");
    move(step.dt);
    inventory_.remove_outside(particles_, setup_.spacing);
    inventory_.add_emitted(particles_, time_);
    set_velocities();
    grid_.build(particles_);
    sheets_.apply(grid_, step.dt, {}, particles_, inventory_);
    sheets_.note(report_);
    set_velocities();
    report_.note_step(step.dt);
    return StepOutcome::done;
}

void PrescribedSolver::reach_frame(double time, const BodyStates&) {
    time_ = time;
    inventory_.add_emitted(particles_, time_);
    set_velocities();
    grid_.build(particles_);
    measure_density(grid_, setup_.spacing, density_, particles_);
}

std::vector<FramePart> PrescribedSolver::frame_parts() const { return liquid_parts(setup_, particles_, inventory_); }

// Nothing keeps the density.
std::map<std::string, Balance> PrescribedSolver::balances(const Vec3d& centre) const {
    return liquid_balances(setup_, particles_, inventory_, centre, nullptr, 1.0f);
}

void PrescribedSolver::move(double dt) {
    auto& x = particles_.positions();
    parallel_for("move", x.size(), [&](Index i) {
        const Vec3d to = carried(setup_.parameters.flow, x[i].cast<double>() + setup_.origin, time_, dt);
        x.set(i, setup_.domain.periodic.wrapped((to - setup_.origin).cast<Real>()));
    });
    time_ += dt;
}

void PrescribedSolver::set_velocities() {
    const auto& x = particles_.positions();
    auto& v = particles_.get<Vec3Column>("v");
    parallel_for("velocities", x.size(), [&](Index i) {
        v.set(i, velocity_at(setup_.parameters.flow, x[i].cast<double>() + setup_.origin, time_).cast<Real>());
    });
}

AnySolver PrescribedParameters::make_solver(LiquidSetup&& setup) const {
    return AnySolver::of<PrescribedSolver>(PrescribedSetup{std::move(setup), *this});
}

template AnySolver AnySolver::of<PrescribedSolver>(PrescribedSetup&&);

}  // namespace lamella
