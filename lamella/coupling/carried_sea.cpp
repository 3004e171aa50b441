#include <lamella/core/error.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/coupling/carried_sea.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr float kBack = -0.1f;       // cells: a drop that deep is sea
constexpr double kLeastDrop = 1e-3;  // of the volume for which a marker stands

LevelSetSetup sea_setup(const CarriedSeaSetup& setup) {
    if (setup.bodies.empty())
        throw InputError(
            "solver.carried is water that the first obstacle carries out of the sea, and the scene has none");
    if (setup.particles.size() == 0)
        throw InputError(
            "solver.carried is water that comes out of a sea, and there is none at the start: give the fluid a shape, "
            "or take the solver skinned, which needs no sea");
    LevelSetSetup sea{setup, setup.parameters};
    sea.sources.clear();
    return sea;
}

SkinnedSetup skin_setup(CarriedSeaSetup setup) {
    setup.particles.resize(0);
    const CarriedParameters& carried = *setup.parameters.carried;
    return {std::move(setup), carried};
}

}  // namespace

CarriedSea::CarriedSea(CarriedSeaSetup setup)
    : parameters_(setup.parameters),
      sea_(sea_setup(setup)),
      solids_(setup.domain, setup.bodies, sea_.cell()),
      skin_(skin_setup(std::move(setup))),
      exchange_(sea_.cell(), std::pow(sea_.cell(), 3.0) / water().cubic_metres(1)),
      sunk_(sunk_cells(skin_.mesh(), water().positions(), sea_, solids_, sea_.solids().states()).sunk),
      sea_units_(units(sea_.sea_volume())),
      start_(sea_units_) {}

std::int64_t CarriedSea::units(double volume) const { return std::llround(volume / water().cubic_metres(1)); }

double CarriedSea::carried() const { return water().cubic_metres(water().water().total().volume); }

double CarriedSea::error() const { return sea_.sea_volume() - water().cubic_metres(sea_units_ - exchange_.pending()); }

double CarriedSea::longest_step(const BodyStates& now) {
    return std::min(sea_.longest_step(now), skin_.longest_step(now));
}

StepOutcome CarriedSea::try_step(const Step& step) {
    const ProfileScope scope("carried sea step");
    CarriedWater& water = skin_.water();
    water.begin_step(skin_.lattice_at(step.after), step.dt);
    const std::vector<Index> lent = lend_water(water.mesh_step(sunk_), sea_, water.water());
    for (const Index cell : lent) sea_units_ -= water.water().amounts[cell].volume;
    water.transport_water(sunk_);
    const std::vector<LevelSetSolver::LostMarker> lost = sea_.move(step);
    const std::int64_t gone = units(sea_.drain());
    sea_units_ -= gone;
    drained_ += gone;
    move_waterline(lent);
    const CarriedWaterStep taken = water.end_step(sunk_);
    give_sunk_water(water.positions(), {});
    skin_.keep_before_bodies(step.after, sunk_);
    skin_.end_step(taken, step.dt);
    take_drops();
    if (parameters_.keep_volume) free(lost);
    const double e = error();
    if (std::abs(e) > std::abs(largest_)) largest_ = e;
    if (parameters_.keep_volume) sea_.add_volume(-e);
    exchange_.deliver(sea_, sea_.find_liquid_cells(), step.dt);
    sea_.push(step.dt, step.loads);
    shown_.reset();
    return StepOutcome::done;
}

// Where what a cell gives to the sea comes into it.
Vec3 CarriedSea::outlet(Index cell, std::span<const Vec3> x) const {
    const Vec3 middle = middle_of(skin_.mesh().tets[cell], x);
    return solids_.before(middle, sea_.solids().states()).value_or(middle);
}

// Which cells stand in the sea after it has moved, and what that changes hands.
void CarriedSea::move_waterline(std::span<const Index> lent) {
    CarriedWater& water = skin_.water();
    const SkinnedTets& mesh = skin_.mesh();
    const MeshStep step = water.mesh_step({});
    for (const WaterTransport::Crossing& crossing : water.crossings()) {
        const Vec3 at = outlet(crossing.cell, step.after);
        exchange_.take(at, crossing.out);
        exchange_.give(at, crossing.in);
    }
    auto [now, in_solid] = sunk_cells(mesh, step.after, sea_, solids_, sea_.solids().states());
    std::vector<Index> filled;
    for (Index cell = 0; cell < mesh.tet_count(); ++cell) {
        if (sunk_[cell] == 0 || now[cell] != 0) continue;
        WaterAmount& amount = water.water().amounts[cell];
        if (in_solid[cell] != 0) {  // where no water was
            sea_units_ += amount.volume;
            amount = {};
            continue;
        }
        if (!std::ranges::binary_search(lent, cell)) {  // the surface has leapt over it
            const std::int64_t missing =
                mesh.open_count(cell) * part_capacity(mesh, cell, TetFrame::of(mesh.tets[cell], step.after).volume) -
                amount.volume;
            amount += WaterAmount::of(missing, step.velocity(cell));
            sea_units_ -= missing;
            filled.push_back(cell);
        }
        exchange_.take(middle_of(mesh.tets[cell], step.after), amount.volume);
    }
    water.water().renew_wet(std::move(filled));
    sunk_.swap(now);
    give_sunk_water(step.after, now);
}

// What is in cells that stand in the sea is the sea's; in those that stood there `before` it was so all along.
void CarriedSea::give_sunk_water(std::span<const Vec3> x, std::span<const std::uint8_t> before) {
    WaterCells& water = skin_.water().water();
    for (const Index cell : water.wet) {
        if (sunk_[cell] == 0) continue;
        WaterAmount& amount = water.amounts[cell];
        if (before.empty() || before[cell] == 0) exchange_.give(outlet(cell, x), amount);
        sea_units_ += amount.volume;
        amount = {};
    }
    water.renew_wet({});
}

void CarriedSea::take_drops() {
    std::erase_if(skin_.water().drops().list, [&](const Drop& drop) {
        if (!(sea_.level(drop.position) < kBack)) return false;
        exchange_.give(drop.position, drop.amount);
        sea_units_ += drop.amount.volume;
        return true;
    });
}

// They share what is missing; where nothing is, they are nothing.
void CarriedSea::free(const std::vector<LevelSetSolver::LostMarker>& lost) {
    if (lost.empty()) return;
    const double whole = sea_.marker_volume();
    const double each = std::min(whole, -error() / static_cast<double>(lost.size()));
    if (each < kLeastDrop * whole) return;
    for (const LevelSetSolver::LostMarker& marker : lost)
        skin_.water().add_drop(marker.place, marker.velocity, units(each));
    sea_units_ -= units(each) * static_cast<std::int64_t>(lost.size());
}

void CarriedSea::reach_frame(double time, const BodyStates& now) {
    sea_.reach_frame(time, now);
    skin_.reach_frame(time, now);
    shown_.reset();
}

template AnySolver AnySolver::of<CarriedSea>(CarriedSeaSetup&&);

}  // namespace lamella
