#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/time_step.hpp>
#include <lamella/prescribed/prescribed_solver.hpp>

#include <utility>

namespace lamella {

PrescribedSolver::PrescribedSolver(PrescribedSetup setup)
    : setup_(std::move(setup)),
      particles_(std::move(setup_.particles)),
      grid_(kSheetCell * setup_.spacing, setup_.periodic),
      sheets_(setup_.parameters.springs, setup_.parameters.sheets, setup_.spacing) {
    for (const char* name : {"P", "v"}) particles_.add<Vec3Column>(name);
    particles_.add<IndexColumn>("phase");
    auto& id = particles_.add<IndexColumn>("id");
    for (Index i = 0; i < particles_.size(); ++i) id[i] = static_cast<Index>(next_id_++);
    auto& density = particles_.add<ScalarColumn>("density");
    std::ranges::fill(density.span(), setup_.density);
    sheets_.adopt(particles_);
    grid_.build(particles_);
    measure_sheets(grid_, setup_.spacing, {}, {}, particles_);
    set_velocities();
}

double PrescribedSolver::step(double left) {
    const ProfileScope scope("prescribed step");
    const double dt = choose_step(left);
    move(dt);
    set_velocities();
    grid_.build(particles_);
    sheets_.apply(grid_, dt, {}, particles_, next_id_);
    set_velocities();
    note_step(dt);
    return dt;
}

void PrescribedSolver::reach_frame(double time) {
    time_ = time;
    set_velocities();
}

double PrescribedSolver::choose_step(double left) const {
    const auto& v = particles_.get<Vec3Column>("v");
    const Real fastest = parallel_max(
        "fastest", v.size(), [&](Index i) { return v[i].norm(); }, 0.0f);
    const double distance = static_cast<double>(setup_.parameters.cfl) * setup_.spacing;
    const double longest = setup_.parameters.max_step;
    return fit_step(fastest * longest > distance ? distance / fastest : longest, left);
}

void PrescribedSolver::move(double dt) {
    auto& x = particles_.positions();
    parallel_for("move", x.size(), [&](Index i) {
        const Vec3d to = carried(setup_.parameters.flow, x[i].cast<double>() + setup_.origin, time_, dt);
        x.set(i, setup_.periodic.wrapped((to - setup_.origin).cast<Real>()));
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

void PrescribedSolver::note_step(double dt) {
    report_.shortest_step = report_.steps == 0 ? dt : std::min(report_.shortest_step, dt);
    report_.longest_step = std::max(report_.longest_step, dt);
    ++report_.steps;
}

PrescribedReport PrescribedSolver::take_report() {
    report_.sheets = sheets_.take_counts();
    return std::exchange(report_, {});
}

}  // namespace lamella
