#include <lamella/coupling/carried_sea.hpp>
#include <lamella/coupling/merged_level.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lamella {
namespace {

// A cell that is filled less has no particle: what shows it is the level set (merged_level.hpp).
constexpr double kShownFill = 0.3;

void add(ParticleSet& all, const Vec3& place, const WaterAmount& amount, double volume) {
    const Index row = all.size();
    all.resize(row + 1);
    all.positions().set(row, place);
    all.get<Vec3Column>("v").set(row, amount.velocity());
    all.get<IndexColumn>("id")[row] = row;
    all.get<ScalarColumn>("density")[row] = all.get<ScalarColumn>("density")[0];
    all.get<ScalarColumn>("pscale")[row] = static_cast<Real>(std::cbrt(0.75 / std::numbers::pi * volume));
}

}  // namespace

// Those of the sea, of wet cells and of drops; the radius of the last two is that of a ball.
const ParticleSet& CarriedSea::shown() const {
    if (shown_) return *shown_;
    shown_ = *sea_.liquid_view().particles;
    const WaterCells& cells = water().water();
    const FilmThickness film(water(), sunk_);
    for (const Index cell : cells.wet) {
        const WaterAmount& amount = cells.amounts[cell];
        if (static_cast<double>(amount.volume) < kShownFill * static_cast<double>(kFullCell)) continue;
        add(*shown_, film.place(cell), amount, water().cubic_metres(amount.volume));
    }
    for (const Drop& drop : water().drops().list)
        add(*shown_, drop.position, drop.amount, water().cubic_metres(drop.amount.volume));
    return *shown_;
}

LiquidView CarriedSea::liquid_view() const {
    LiquidView view = sea_.liquid_view();
    view.particles = &shown();
    return view;
}

std::vector<FramePart> CarriedSea::frame_parts() const {
    std::vector<FramePart> parts = sea_.frame_parts();
    for (FramePart& part : parts) {
        if (auto* level = std::get_if<LevelSetPart>(&part.data))
            level->distance = merged_level(sea_, WaterLevel(water(), sunk_));
        if (auto* rows = std::get_if<ParticleRows>(&part.data)) {
            rows->particles = &shown();
            rows->rows.resize(static_cast<std::size_t>(shown().size()));
            std::iota(rows->rows.begin(), rows->rows.end(), 0);
        }
    }
    if (std::optional<FramePart> fur = skin_.fur_part()) parts.push_back(std::move(*fur));
    return parts;
}

// The error of the level set stands as mass that was created or removed.
std::map<std::string, Balance> CarriedSea::balances(const Vec3d& centre) const {
    std::map<std::string, Balance> all = sea_.balances(centre);
    const auto on_skin = skin_.balances(centre);
    Balance& sea = all.begin()->second;
    const Balance& skin = on_skin.begin()->second;
    const double density = sea.volume > 0.0 ? sea.mass / sea.volume : skin.mass / skin.volume;
    sea.particles = shown().size();
    sea.volume += skin.volume + water().cubic_metres(exchange_.pending());
    sea.mass = density * sea.volume;
    sea.mass_in = skin.mass_in;
    sea.mass_out = skin.mass_out + density * water().cubic_metres(drained_);
    const double e = density * error();
    sea.mass_created = std::max(e, 0.0);
    sea.mass_removed = std::max(-e, 0.0);
    sea.momentum += skin.momentum;
    sea.angular_momentum += skin.angular_momentum;
    sea.kinetic_energy += skin.kinetic_energy;
    sea.potential_energy += skin.potential_energy;
    return all;
}

StepReport CarriedSea::take_report() {
    StepReport report = sea_.take_report();
    const StepReport skin = skin_.take_report();
    for (const auto& [word, totals] : skin.solves) report.solves["skin_" + word] = totals;
    report.counts.insert(skin.counts.begin(), skin.counts.end());
    report.counts["error_ppm"] = std::llround(1e6 * largest_ / std::max(water().cubic_metres(sea_units_), 1e-300));
    largest_ = 0.0;
    return report;
}

}  // namespace lamella
