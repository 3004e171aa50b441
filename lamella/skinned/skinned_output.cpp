#include <lamella/matter/liquid_outline.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/skinned_solver.hpp>
#include <lamella/skinned/water_level.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace lamella {
namespace {

// A cell that is filled less is not shown.
constexpr double kShownFill = 0.05;
// Measured: docs/performance.md, "What a run costs".
constexpr double kBytesACell = 120.0;
constexpr double kLevelWidth = 0.25;       // long edges, of the level set's cells
constexpr double kSecondsACell = 1.05e-6;  // of a cell in and around the water, in a step
constexpr double kInWater = 0.5;           // of the layer's cells
constexpr double kFastest = 2.3;           // water along a skin, over what falls through the domain

}  // namespace

// A particle in each wet cell (film_thickness.hpp says where), and the drops, as balls of their volume.
const ParticleSet& SkinnedSolver::shown() const {
    if (shown_) return *shown_;
    ParticleSet& all = shown_.emplace();
    const WaterCells& water = water_->water();
    std::vector<Index> cells;
    for (const Index cell : water.wet)
        if (static_cast<double>(water.amounts[cell].volume) > kShownFill * static_cast<double>(kFullCell))
            cells.push_back(cell);
    const std::vector<Drop>& drops = water_->drops().list;
    all.resize(static_cast<Index>(cells.size() + drops.size()));
    auto& x = all.add<Vec3Column>("P");
    auto& v = all.add<Vec3Column>("v");
    auto& id = all.add<IndexColumn>("id");
    all.add<IndexColumn>("phase");
    auto& density = all.add<ScalarColumn>("density");
    auto& radius = all.add<ScalarColumn>("pscale");
    Index row = 0;
    const auto add = [&](const Vec3& place, const WaterAmount& amount) {
        x.set(row, place);
        v.set(row, amount.velocity());
        density[row] = density_;
        radius[row] = static_cast<Real>(std::cbrt(0.75 / std::numbers::pi * water_->cubic_metres(amount.volume)));
        id[row] = row;
        ++row;
    };
    const FilmThickness film(*water_, {});
    for (const Index cell : cells) add(film.place(cell), water.amounts[cell]);
    for (const Drop& drop : drops) add(drop.position, drop.amount);
    return all;
}

std::vector<FramePart> SkinnedSolver::frame_parts() const {
    std::vector<std::string> columns{"P", "v", "density", "pscale"};
    columns.insert(columns.end(), setup_.attributes.begin(), setup_.attributes.end());
    std::vector<Index> rows(static_cast<std::size_t>(shown().size()));
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<FramePart> parts{
        {setup_.names.front(), ParticleRows{&shown(), std::move(rows), columns}},
        {setup_.names.front(), LevelSetPart{WaterLevel(*water_, {}).alone(kLevelWidth * mesh_->cell)}}};
    if (std::optional<FramePart> fur = fur_part()) parts.push_back(std::move(*fur));
    return parts;
}

std::optional<FramePart> SkinnedSolver::fur_part() const {
    if (!fur_) return std::nullopt;
    const Body& body = setup_.bodies.front();
    const auto* bending = std::get_if<BendingMesh>(&body.motion);
    std::vector<Vec3> skin;
    if (bending) skin = bending->animation->at(time_).positions;
    return FramePart{body.name, StrandPart{fur_->at(*mesh_, water_->positions(), skin)}};
}

std::map<std::string, Balance> SkinnedSolver::balances(const Vec3d& centre) const {
    Balance balance;
    const Vec3d gravity = setup_.gravity.cast<double>();
    const auto add = [&](const Vec3& place, const WaterAmount& amount) {
        const double mass = density_ * water_->cubic_metres(amount.volume);
        const Vec3d arm = place.cast<double>() - centre, p = mass * amount.velocity().cast<double>();
        balance.momentum += p;
        balance.angular_momentum += cross(arm, p);
        if (mass > 0.0) balance.kinetic_energy += 0.5 * p.squaredNorm() / mass;
        balance.potential_energy -= mass * gravity.dot(arm);
    };
    for (const Index cell : water_->water().wet)
        add(middle_of(mesh_->tets[cell], water_->positions()), water_->water().amounts[cell]);
    for (const Drop& drop : water_->drops().list) add(drop.position, drop.amount);
    const double unit = density_ * water_->cubic_metres(1);
    const double d = setup_.spacing;
    balance.particles = shown().size();
    balance.volume = water_->cubic_metres(water_->total().volume);
    balance.mass = density_ * balance.volume;
    balance.mass_in = density_ * d * d * d * static_cast<double>(inventory_.emitted());
    balance.mass_out = unit * static_cast<double>(left_);
    return {{setup_.names.front(), balance}};
}

std::optional<ParameterFault> SkinnedParameters::fault() const {
    if (thickness < 2.0f * cell)
        return ParameterFault{"thickness",
                              fmt::format("{} spacings are less than two cells of {} spacings", thickness, cell)};
    return fault_of_steps(min_step, max_step);
}

// The layer around solids and its mesh, and a wet cell a particle.
RunCost SkinnedParameters::cost(const LiquidOutline& liquid) const {
    const double per_room = 12.0 / (cell * cell * cell);
    const auto cells = [&](double reach) {
        return liquid.room_of_bodies ? per_room * liquid.room_of_bodies(reach) : 0.0;
    };
    const double all = cells(thickness), outside = all - cells(0.0);
    const double fall =
        std::sqrt(std::max(liquid.expected_speed * liquid.expected_speed - liquid.body_speed * liquid.body_speed, 0.0));
    const double fastest = std::max({kFastest * fall, liquid.body_speed, 1e-3});
    RunCost cost;
    cost.of_step = {400.0, kSecondsACell * kInWater * outside / liquid.particles};
    cost.step = std::min(max_step, static_cast<double>(cfl * cell) * liquid.spacing / fastest);
    cost.bytes_per_area = kBytesACell * all / liquid.solid_area;
    return cost;
}

// Distances are asked for as far as a cell of the lattice beyond the layer.
LiquidNeeds SkinnedParameters::needs() const {
    return {.distance_band = thickness + cell * std::exp2(static_cast<Real>(refinements)), .skins = true};
}

}  // namespace lamella
