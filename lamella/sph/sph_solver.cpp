#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/time_step.hpp>
#include <lamella/sph/sph_solver.hpp>
#include <lamella/sph/wall_contact_ihmsen2010.hpp>

#include <fmt/format.h>

#include <limits>

namespace lamella {

SphSolver::SphSolver(SphSetup setup)
    : setup_(std::move(setup)),
      liquid_(setup_.spacing, setup_.parameters.support * setup_.spacing, setup_.density, setup_.domain.periodic,
              std::move(setup_.bodies)),
      wcsph_(std::get<WcsphParameters>(setup_.parameters.pressure),
             std::get<ArtificialViscosityParameters>(setup_.parameters.viscosity), setup_.viscosity, liquid_,
             setup_.expected_speed),
      emitted_layers_(setup_.emitters.size(), 0) {
    liquid_.particles = std::move(setup_.particles);
    ParticleSet& fluid = liquid_.particles;
    for (const char* name : {"P", "v", "acceleration"}) fluid.add<Vec3Column>(name);
    for (const char* name : {"density", "pressure", "pressure_over_density2"}) fluid.add<ScalarColumn>(name);
    fluid.add<IndexColumn>("phase");
    auto& id = fluid.add<IndexColumn>("id");
    for (Index i = 0; i < fluid.size(); ++i) id[i] = static_cast<Index>(next_id_++);
    update_columns();
}

void SphSolver::reach_frame(double time) {
    time_ = time;
    update_columns();
}

void SphSolver::update_columns() {
    add_emitted();
    liquid_.find_neighbours(time_);
    liquid_.compute_density();
    wcsph_.pressures(liquid_);
}

double SphSolver::step(double left) {
    const ProfileScope scope("sph step");
    update_columns();
    wcsph_.accelerations(liquid_, setup_.gravity);
    const double stable = wcsph_.stable_step(liquid_, setup_.parameters.cfl);
    const double dt = fit_step(std::min(stable, setup_.parameters.max_step), left);
    if (!(stable >= setup_.parameters.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    integrate(dt);
    report_.wall_contacts += resolve_wall_contacts(liquid_);
    remove_outside();
    note_step(dt);
    return dt;
}

void SphSolver::add_emitted() {
    for (std::size_t e = 0; e < setup_.emitters.size(); ++e) {
        const Emission emission = emit(setup_.emitters[e], setup_.spacing, time_, emitted_layers_[e]);
        append(emission.positions, emission.velocity, setup_.emitter_phases[e]);
    }
}

void SphSolver::append(const std::vector<Vec3>& positions, const Vec3& velocity, Index phase) {
    ParticleSet& fluid = liquid_.particles;
    const Index old_size = fluid.size();
    const auto added = static_cast<Index>(positions.size());
    if (next_id_ + added > std::numeric_limits<Index>::max()) throw RunError("more than 2^31 particles were emitted");
    fluid.resize(old_size + added);
    for (Index k = 0; k < added; ++k) {
        const Index i = old_size + k;
        fluid.positions().set(i, setup_.domain.periodic.wrapped(positions[k]));
        fluid.get<Vec3Column>("v").set(i, velocity);
        fluid.get<IndexColumn>("id")[i] = static_cast<Index>(next_id_++);
        fluid.get<IndexColumn>("phase")[i] = phase;
    }
    emitted_ += added;
}

void SphSolver::integrate(double dt) {
    auto& x = liquid_.particles.positions();
    auto& v = liquid_.particles.get<Vec3Column>("v");
    const auto& a = liquid_.particles.get<Vec3Column>("acceleration");
    const Real step = static_cast<Real>(dt);
    parallel_for("integrate", liquid_.size(), [&](Index i) {
        const Vec3 velocity = v[i] + step * a[i];
        v.set(i, velocity);
        x.set(i, setup_.domain.periodic.wrapped(x[i] + step * velocity));
    });
    time_ += dt;
}

// Outside is what is a support beyond the box. A position that is not a number is not outside: it stays, and
// the neighbour grid reports it.
SphSolver::Place SphSolver::place_of(const Vec3& p) const {
    const Box3 reach = setup_.domain.box.padded(liquid_.support);
    Place place = Place::inside;
    for (int a = 0; a < 3; ++a)
        for (int side : {0, 1}) {
            const bool beyond = side == 0 ? p[a] < reach.min[a] : p[a] > reach.max[a];
            if (beyond && setup_.domain.open[2 * a + side]) return Place::beyond_open_face;
            if (beyond) place = Place::beyond_wall;
        }
    return place;
}

void SphSolver::remove_outside() {
    const auto& x = liquid_.particles.positions();
    const auto outside = parallel_sum(
        "outside", liquid_.size(), [&](Index i) { return place_of(x[i]) != Place::inside; }, Index{0});
    if (outside == 0) return;
    std::vector<Index> kept;
    for (Index i = 0; i < liquid_.size(); ++i) {
        const Place place = place_of(x[i]);
        if (place == Place::inside) kept.push_back(i);
        left_ += place == Place::beyond_open_face ? 1 : 0;
        lost_ += place == Place::beyond_wall ? 1 : 0;
    }
    liquid_.particles.reorder(kept);
}

void SphSolver::note_step(double dt) {
    report_.shortest_step = report_.steps == 0 ? dt : std::min(report_.shortest_step, dt);
    report_.longest_step = std::max(report_.longest_step, dt);
    ++report_.steps;
}

std::pair<double, double> SphSolver::density_error() const {
    const auto& density = liquid_.particles.get<ScalarColumn>("density");
    const auto compression = [&](Index i) { return std::max(density[i] / liquid_.rest_density - 1.0f, 0.0f); };
    const double sum = parallel_sum("density error", liquid_.size(), compression);
    const double largest = parallel_max("density error", liquid_.size(), compression, 0.0f);
    return {liquid_.size() > 0 ? sum / liquid_.size() : 0.0, largest};
}

}  // namespace lamella
