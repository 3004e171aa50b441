#include <lamella/core/error.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/skinned/lattice_rig.hpp>
#include <lamella/skinned/other_bodies.hpp>
#include <lamella/skinned/skin_paint.hpp>
#include <lamella/skinned/skinned_solver.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

TriangleMesh as_it_is(TriangleMesh mesh) { return mesh; }

// Of the first obstacle.
const BodySkin& carrying_skin(const SkinnedSetup& setup) {
    if (setup.bodies.empty() || setup.skins.empty())
        throw InputError("the solver skinned carries water on the first obstacle, and the scene has none");
    for (const Body& body : setup.bodies)
        if (std::holds_alternative<MovedBySolver>(body.motion))
            throw InputError(fmt::format(
                "the solver skinned knows obstacles alone, and '{}' is moved by what acts on it", body.name));
    if (setup.skins.front().bends_by_files)
        throw InputError(
            fmt::format("the solver skinned cannot follow '{}', which bends by a sequence of files: give "
                        "it a rig",
                        setup.bodies.front().name));
    if (setup.bodies.front().inverted)
        throw InputError(fmt::format("the solver skinned carries water around obstacles, and '{}' is inverted",
                                     setup.bodies.front().name));
    return setup.skins.front();
}

SkinnedTets tets_around(const SkinnedSetup& setup) {
    const BodySkin& skin = carrying_skin(setup);
    const SkinnedParameters& p = setup.parameters;
    const double d = setup.spacing;
    const SkinnedTetsOptions options{p.cell * d, static_cast<int>(p.refinements), p.thickness * d};
    const std::string& name = setup.bodies.front().name;
    if (skin.rig) return make_skinned_tets(MeshDistance(welded(skin.rig->mesh)), options, name);
    if (!skin.bounds.size().allFinite())
        throw InputError(
            fmt::format("the solver skinned carries water around what has an end, and '{}' has none", name));
    return make_skinned_tets(setup.bodies.front().rest_distance, skin.bounds, options, name);
}

// What drags by hairs is the liquid's viscosity.
std::shared_ptr<const FurCells> fur_in(const SkinnedSetup& setup, SkinnedTets& mesh) {
    const BodySkin& skin = setup.skins.front();
    if (!skin.fur) return nullptr;
    const std::string& name = setup.bodies.front().name;
    const PhaseMaterial& liquid = setup.materials.front();
    if (!(liquid.viscosity > 0.0f))
        throw InputError(fmt::format(
            "{}: a liquid without viscosity runs through fur as if it were not there; water has 0.001 Pa s", name));
    auto fur = std::make_shared<const FurCells>(mesh, *skin.fur, static_cast<double>(liquid.viscosity / liquid.density),
                                                setup.spacing, name);
    mesh.pores = fur->pores();
    return fur;
}

std::unique_ptr<const RigMotion> bending(const SkinnedSetup& setup, const SkinnedTets& mesh) {
    const BodySkin& skin = setup.skins.front();
    if (!skin.rig) return nullptr;
    return std::make_unique<const RigMotion>(std::make_shared<const Rig>(lattice_rig(*skin.rig, mesh)), skin.playback,
                                             as_it_is, skin.carried, setup.bodies.front().name);
}

CarriedWaterOptions options_of(const SkinnedSetup& setup, const SkinnedTets& mesh) {
    const SkinnedParameters& p = setup.parameters;
    CarriedWaterOptions options;
    options.condense = p.condense;
    options.pressure = p.pressure;
    options.forces.gravity = setup.gravity;
    const BodySkin& skin = setup.skins.front();
    const auto painted = [&](const SkinNumber& number, Real reach) {
        return painted_nodes(mesh, *skin.surface, number, reach + 2.0f * p.cell * setup.spacing);
    };
    if (p.adhesion > 0.0f) options.forces.adhesion.assign(mesh.node_distances.size(), p.adhesion);
    if (p.adhesion > 0.0f && skin.adhesion) {
        options.forces.adhesion = painted(skin.adhesion, p.adhesion_reach * setup.spacing);
        for (Real& alpha : options.forces.adhesion) alpha *= p.adhesion;
    }
    options.forces.adhesion_reach = p.adhesion_reach * setup.spacing;
    options.forces.drag = p.drag;
    options.forces.drag_reach = p.cell * setup.spacing;
    if (p.drag > 0.0f && skin.drag) options.forces.drag_paint = painted(skin.drag, options.forces.drag_reach);
    return options;
}

}  // namespace

SkinnedSolver::SkinnedSolver(SkinnedSetup setup)
    : setup_(std::move(setup)),
      density_(common_density(setup_.materials)),
      mesh_([this] {
          SkinnedTets tets = tets_around(setup_);
          fur_cells_ = fur_in(setup_, tets);
          return std::make_shared<const SkinnedTets>(std::move(tets));
      }()),
      bends_(bending(setup_, *mesh_)),
      inventory_(setup_.domain, setup_.sources, setup_.spacing, setup_.names.size(), setup_.particles) {
    for (const char* column : {"P", "v"}) arriving_.add<Vec3Column>(column);
    for (const char* column : {"id", "phase"}) arriving_.add<IndexColumn>(column);
    report_.solves["pressure"] = {};
    for (const char* count : {"active", "wet", "drops", "drops_born", "overfull", "held", "degenerate"})
        report_.counts[count] = 0;
    const BodyStates start = states_at(setup_.bodies, 0.0);
    CarriedWaterOptions options = options_of(setup_, *mesh_);
    options.fur = fur_cells_;
    const BodySkin& skin = setup_.skins.front();
    if (skin.fur) fur_ = std::make_unique<const FurStrands>(*mesh_, skin.fur, *skin.surface);
    water_.emplace(mesh_, std::move(options), lattice_at(start));
    take_in(setup_.particles);
    setup_.particles = {};
    reach_frame(0.0, start);
}

std::vector<Vec3> SkinnedSolver::lattice_at(const BodyStates& now) const {
    if (bends_) return bends_->at(now.time).positions;
    std::vector<Vec3> lattice = mesh_->lattice.positions;
    for (Vec3& p : lattice) p = now.of.front().pose.apply(p);
    return lattice;
}

// Each particle becomes a drop.
void SkinnedSolver::take_in(const ParticleSet& particles) {
    const double d = setup_.spacing;
    const auto volume = std::llround(d * d * d / mesh_->rest_volume() * static_cast<double>(kFullCell));
    for (Index i = 0; i < particles.size(); ++i)
        water_->add_drop(particles.positions()[i], particles.get<Vec3Column>("v")[i], volume);
    entered_ += volume * particles.size();
}

void SkinnedSolver::let_in() {
    inventory_.add_emitted(arriving_, time_);
    take_in(arriving_);
    arriving_.resize(0);
}

double SkinnedSolver::longest_step(const BodyStates&) {
    const SkinnedParameters& p = setup_.parameters;
    const double stable = p.cfl * mesh_->cell / water_->speed();
    if (!(stable >= p.min_step))
        throw RunError(
            fmt::format("the stable time step fell to {:.3g} s at t = {:.4f} s, below solver.min_step", stable, time_));
    return std::min(stable, p.max_step);
}

StepOutcome SkinnedSolver::try_step(const Step& step) {
    const ProfileScope scope("skinned step");
    const CarriedWaterStep taken = water_->step(lattice_at(step.after), step.dt);
    keep_before_bodies(step.after, {});
    end_step(taken, step.dt);
    return StepOutcome::done;
}

void SkinnedSolver::end_step(const CarriedWaterStep& taken, double dt) {
    time_ += dt;
    hold_in_domain();
    let_in();
    report_.solves["pressure"].note(
        {static_cast<int>(taken.pressure_iterations), taken.pressure_error, taken.pressure_converged});
    report_.counts["drops_born"] += taken.drops_born;
    report_.counts["overfull"] += taken.overfull;
    report_.counts["held"] += taken.held;
    report_.note_step(dt);
    shown_.reset();
}

void SkinnedSolver::keep_before_bodies(const BodyStates& now, std::span<const std::uint8_t> sunk) {
    keep_out_of(std::span(setup_.bodies).subspan(1), std::span(now.of).subspan(1), sunk, *water_);
}

void SkinnedSolver::hold_in_domain() {
    const LiquidDomain& domain = setup_.domain;
    std::erase_if(water_->drops().list, [&](Drop& drop) {
        bool leaves = std::ranges::any_of(domain.sinks, [&](const LiquidSink& s) { return s.holds(drop.position); });
        for (int a = 0; a < 3 && !leaves; ++a) {
            const Real inside = std::clamp(drop.position[a], domain.box.min[a], domain.box.max[a]);
            if (inside == drop.position[a]) continue;
            leaves = domain.open[static_cast<std::size_t>(2 * a + (drop.position[a] > inside ? 1 : 0))];
            drop.position[a] = inside;
            drop.amount.momentum = {};
        }
        if (leaves) left_ += drop.amount.volume;
        return leaves;
    });
}

void SkinnedSolver::reach_frame(double time, const BodyStates&) {
    time_ = time;
    let_in();
    report_.counts["active"] = water_->active_count();
    report_.counts["wet"] = static_cast<std::int64_t>(water_->water().wet.size());
    report_.counts["drops"] = static_cast<std::int64_t>(water_->drops().list.size());
    report_.counts["degenerate"] = degenerate_count(*mesh_, water_->positions());
    shown_.reset();
}

AnySolver SkinnedParameters::make_solver(LiquidSetup&& setup) const {
    return AnySolver::of<SkinnedSolver>(SkinnedSetup{std::move(setup), *this});
}

template AnySolver AnySolver::of<SkinnedSolver>(SkinnedSetup&&);

}  // namespace lamella
