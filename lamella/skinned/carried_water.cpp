#include <lamella/core/parallel.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/jittered_parts.hpp>

namespace lamella {
namespace {

// Below this Courant number what comes into a cell in a step is less than what condensing takes out of it.
constexpr double kLeastCourant = 0.25;

}  // namespace

CarriedWater::CarriedWater(std::shared_ptr<const SkinnedTets> mesh, CarriedWaterOptions options,
                           std::vector<Vec3> lattice)
    : mesh_(std::move(mesh)),
      options_(std::move(options)),
      lattice_(std::move(lattice)),
      positions_(mesh_->positions(lattice_)),
      water_(mesh_->tet_count()),
      active_(*mesh_),
      pressure_(*mesh_) {}

void CarriedWater::fill(const std::function<bool(const Vec3& x)>& inside, const Flow& velocity) {
    std::vector<Index> added;
    for (Index cell = 0; cell < mesh_->tet_count(); ++cell) {
        const Vec4i& t = mesh_->tets[cell];
        const std::int64_t part = part_capacity(*mesh_, cell, TetFrame::of(t, positions_).volume);
        std::int64_t volume = 0;
        for (int k = 0; k < 8; ++k)
            if ((mesh_->open_parts[cell] >> k & 1) != 0 && inside(point_in(t, positions_, middle_of_part(k))))
                volume += part;
        if (volume == 0) continue;
        water_.amounts[cell] += WaterAmount::of(volume, velocity(middle_of(t, positions_)));
        added.push_back(cell);
    }
    water_.renew_wet(std::move(added));
}

CarriedWaterStep CarriedWater::step(std::vector<Vec3> lattice, double dt) {
    begin_step(std::move(lattice), dt);
    transport_water({});
    return end_step({});
}

void CarriedWater::begin_step(std::vector<Vec3> lattice, double dt) {
    next_ = moved(std::move(lattice));
    dt_ = dt;
    report_ = {};
}

void CarriedWater::transport_water(std::span<const std::uint8_t> sunk) {
    const MeshStep step = mesh_step(sunk);
    fastest_ = fastest(step);
    report_.courant = fastest_ * dt_ / mesh_->cell;
    transport(step, report_.courant, nullptr, report_);
}

CarriedWaterStep CarriedWater::end_step(std::span<const std::uint8_t> sunk) {
    const MeshStep step = mesh_step(sunk);
    settle(step);
    push(step, report_);
    clamp_at_skin(step, water_);
    finish();
    return report_;
}

// Drops, forces and pressure.
void CarriedWater::settle(const MeshStep& step) {
    if (!drops_.list.empty()) {
        locator_.place(*mesh_, next_.lattice, next_.positions);
        drops_.fly(step, locator_, options_.forces.gravity, water_);
    }
    apply_skin_forces(step, options_.forces, water_);
    if (options_.fur) options_.fur->drag(step, water_);
    if (!options_.pressure) return;
    const ConjugateGradientResult solved = pressure_.project(step, water_, options_.fur.get());
    report_.pressure_iterations = solved.iterations;
    report_.pressure_error = solved.residual;
    report_.pressure_converged = solved.converged;
}

CarriedWaterStep CarriedWater::step_in_flow(std::vector<Vec3> lattice, double dt, const Flow& flow) {
    next_ = moved(std::move(lattice));
    const MeshStep step{*mesh_, positions_, next_.positions, dt};
    CarriedWaterStep report;
    parallel_for("given flow", static_cast<Index>(water_.wet.size()), [&](Index k) {
        WaterAmount& amount = water_.amounts[water_.wet[k]];
        amount = WaterAmount::of(amount.volume, flow(middle_of(mesh_->tets[water_.wet[k]], positions_)));
    });
    fastest_ = fastest(step);
    report.courant = fastest_ * dt / mesh_->cell;
    transport(step, report.courant, &flow, report);
    push(step, report);
    finish();
    return report;
}

CarriedWater::Rows CarriedWater::rows_of(const WaterCells& water) {
    Rows rows;
    for (const Index cell : water.wet) rows.push_back(water.amounts[cell].row());
    return rows;
}

CarriedWater::Rows CarriedWater::rows_of(const Drops& drops) {
    Rows rows;
    for (const Drop& drop : drops.list) rows.push_back(drop.amount.row());
    return rows;
}

// What was wet before may be dry now, and the other way round.
void CarriedWater::restore(const Rows& wet, const Rows& flying, std::span<const Vec3> places) {
    std::fill(water_.amounts.begin(), water_.amounts.end(), WaterAmount{});
    for (std::size_t k = 0; k < wet.size(); ++k) water_.amounts[water_.wet[k]] = WaterAmount::of_row(wet[k]);
    drops_.list.clear();
    for (std::size_t k = 0; k < flying.size(); ++k) drops_.list.push_back({places[k], WaterAmount::of_row(flying[k])});
    positions_ = mesh_->positions(lattice_);
}

CarriedWater::Next CarriedWater::moved(std::vector<Vec3> lattice) const {
    Next next;
    next.positions = mesh_->positions(lattice);
    next.lattice = std::move(lattice);
    return next;
}

double CarriedWater::fastest(const MeshStep& step) const {
    return parallel_max(
        "fastest water", static_cast<Index>(water_.wet.size()),
        [&](Index k) {
            const Index cell = water_.wet[k];
            if (step.in_sea(cell)) return 0.0;
            return static_cast<double>((water_.amounts[cell].velocity() - step.velocity(cell)).norm());
        },
        0.0);
}

void CarriedWater::transport(const MeshStep& step, double courant, const Flow* flow, CarriedWaterStep& report) {
    active_.find(step, water_);
    active_.extrapolate(*mesh_, water_);
    if (flow)
        parallel_for("given flow", active_.count(), [&](Index slot) {
            active_.set_velocity(slot, (*flow)(middle_of(mesh_->tets[active_.cell(slot)], positions_)));
        });
    report.active = active_.count();
    const std::vector<LeavingWater> leaving = transport_.advance(step, active_, water_, steps_);
    drops_.list.insert(drops_.list.end(), leaving.begin(), leaving.end());
    report.drops_born += static_cast<Index>(leaving.size());
    if (options_.condense > 0.0 && courant >= kLeastCourant) condense(step, active_, water_, options_.condense);
}

void CarriedWater::push(const MeshStep& step, CarriedWaterStep& report) {
    const PushedWater pushed = push_out(step, water_);
    drops_.list.insert(drops_.list.end(), pushed.leaving.begin(), pushed.leaving.end());
    report.drops_born += static_cast<Index>(pushed.leaving.size());
    report.overfull = pushed.overfull;
    report.held = pushed.held;
}

void CarriedWater::finish() {
    lattice_ = std::move(next_.lattice);
    positions_ = std::move(next_.positions);
    ++steps_;
}

WaterAmount CarriedWater::total() const {
    WaterAmount sum = water_.total();
    return sum += drops_.total();
}

double CarriedWater::speed() const {
    const double fall = std::sqrt(static_cast<double>(options_.forces.gravity.norm()) * mesh_->cell);
    return fastest_ + fall;
}

std::size_t CarriedWater::memory_bytes() const {
    return mesh_->memory_bytes() + (lattice_.capacity() + positions_.capacity()) * 2 * sizeof(Vec3) +
           water_.amounts.capacity() * sizeof(WaterAmount) + water_.wet.capacity() * sizeof(Index) +
           active_.memory_bytes() + transport_.memory_bytes() + pressure_.memory_bytes() +
           (options_.fur ? options_.fur->memory_bytes() : 0);
}

}  // namespace lamella
