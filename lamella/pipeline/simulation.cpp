#include <lamella/core/memory.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/scene.hpp>

namespace lamella {
namespace {

std::array<double, 3> as_array(const Vec3d& a) { return {a.x(), a.y(), a.z()}; }

void note_steps(const StepReport& report, LedgerRow& row) {
    row.steps = report.steps;
    if (report.steps > 0) {
        row.dt_min_s = report.shortest_step;
        row.dt_max_s = report.longest_step;
    }
    for (const auto& [name, count] : report.counts) row.method[name] = static_cast<double>(count);
    for (const auto& [name, totals] : report.solves) {
        if (totals.iterations == 0) continue;
        row.iterations[name] = static_cast<double>(totals.iterations) / static_cast<double>(report.steps);
        row.method["unconverged_" + name] = static_cast<double>(totals.failures);
    }
}

// The world's row is the sum over its parts.
void note_matter(const std::map<std::string, Balance>& parts, LedgerRow& row) {
    const Balance all = sum_of(parts);
    row.particles = all.particles;
    row.mass_kg = all.mass;
    row.volume_m3 = all.volume;
    row.mass_in_kg = all.mass_in;
    row.mass_out_kg = all.mass_out;
    row.mass_created_kg = all.mass_created;
    row.mass_removed_kg = all.mass_removed;
    row.momentum_kgms = as_array(all.momentum);
    row.angular_momentum = as_array(all.angular_momentum);
    row.kinetic_J = all.kinetic_energy;
    row.potential_J = all.potential_energy;
    row.elastic_J = all.elastic_energy;
    row.dissipated_J = all.dissipated_energy;
    row.density_error_mean = all.density_error_mean;
    row.density_error_max = all.density_error_largest;
    row.parts = parts;
}

}  // namespace

Simulation::Simulation(const Run& run, const Scene& scene, Assets& assets)
    : Simulation(scene, make_world(run, scene, assets)) {}

Simulation::Simulation(const Scene& scene, World world)
    : world_(std::move(world)),
      probes_(scene.output.probes, simulation_origin(scene), scene.output.probe_interval),
      origin_(simulation_origin(scene)),
      centre_(domain_box(scene).centre().cast<double>()),
      frame_rate_(scene.frame_rate),
      first_frame_(first_frame(scene)),
      frame_(first_frame_ - 1) {}

bool Simulation::finish_next_frame(const Run& run) {
    const ProfileScope scope("simulate");
    if (frame_ >= first_frame_ && left_ == 0.0) left_ = 1.0 / frame_rate_;
    while (left_ > 0.0) {
        left_ -= world_.step(left_);
        if (left_ <= 0.0) break;
        probes_.sample(world_);
        if (run.should_stop()) return false;
    }
    const double time = frame_++ / frame_rate_;
    world_.reach_frame(time);
    probes_.sample(world_);
    poses_ = take_poses();
    contacts_ = named_contacts();
    return true;
}

// The world turns about its own origin: x + o = R (X + o) + (t + o - R o) where bodies go from X to x = R X + t.
BodyPoses Simulation::take_poses() {
    const auto [loads, seconds] = world_.take_loads();
    const double per_second = seconds > 0.0 ? 1.0 / seconds : 0.0;
    BodyPoses poses;
    for (std::size_t b = 0; b < world_.bodies().size(); ++b) {
        const BodyState& state = world_.body_states().of[b];
        const Mat3d rotation = state.pose.rotation.cast<double>();
        BodyPose pose;
        pose.name = world_.bodies()[b].name;
        pose.pose.rotation = state.pose.rotation;
        pose.pose.translation = (state.pose.translation.cast<double>() + origin_ - rotation * origin_).cast<Real>();
        pose.velocity = state.velocity_of((-origin_).cast<Real>());
        pose.spin = state.spin().cast<Real>();
        pose.force = per_second * loads.on[b].impulse;
        pose.torque = per_second * (loads.on[b].angular + cross(origin_, loads.on[b].impulse));
        poses.push_back(std::move(pose));
    }
    return poses;
}

ContactRecords Simulation::named_contacts() const {
    ContactRecords all;
    const auto name = [&](Index body) {
        return body == kDomainWalls ? std::string() : world_.bodies()[static_cast<std::size_t>(body)].name;
    };
    for (const AnySolver& solver : world_.solvers())
        for (const BodyContact& c : solver.body_contacts())
            all.push_back({name(c.a), name(c.b), (c.point + origin_).cast<Real>(), c.normal.cast<Real>(), c.force});
    return all;
}

std::vector<FramePart> Simulation::parts() const {
    std::vector<FramePart> all;
    for (const AnySolver& solver : world_.solvers())
        for (FramePart& part : solver.frame_parts()) all.push_back(std::move(part));
    for (std::size_t b = 0; b < world_.bodies().size(); ++b)
        if (const auto& bent = world_.body_states().of[b].bent)
            all.push_back({world_.bodies()[b].name, MeshPart{bent->moving_mesh()}});
    return all;
}

LedgerRow Simulation::take_row() {
    LedgerRow row;
    row.frame = frame_;
    row.time_s = world_.time();
    note_steps(world_.take_report(), row);
    note_matter(world_.balances(centre_), row);
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

void Simulation::save(Checkpoint& checkpoint) {
    checkpoint.frame = frame_;
    checkpoint.left = left_;
    StateSaver saver(checkpoint.state);
    world_.state(saver);
}

void Simulation::load(const Checkpoint& checkpoint) {
    StateLoader loader(checkpoint.state);
    world_.state(loader);
    frame_ = checkpoint.frame;
    left_ = checkpoint.left;
    probes_.go_on_from(world_.time());
}

}  // namespace lamella
