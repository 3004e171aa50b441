#include <lamella/coupling/carried_sea.hpp>
#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/matter/any_solver.hpp>

#include <algorithm>

namespace lamella {

// What comes in comes as drops.
SolverLimits SeaParameters::limits() const {
    SolverLimits limits = LevelSetParameters::limits();
    limits.emitters = carried.has_value();
    return limits;
}

std::optional<ParameterFault> SeaParameters::fault() const {
    if (auto found = LevelSetParameters::fault()) return found;
    if (!carried) return std::nullopt;
    auto found = carried->fault();
    if (found) found->path = "carried." + found->path;
    return found;
}

RunCost SeaParameters::cost(const LiquidOutline& liquid) const {
    RunCost cost = LevelSetParameters::cost(liquid);
    if (!carried) return cost;
    const RunCost on_skin = carried->cost(liquid);
    cost.of_step.core_seconds += on_skin.of_step.core_seconds;
    cost.step = std::min(cost.step, on_skin.step);
    cost.bytes_per_area += on_skin.bytes_per_area;
    return cost;
}

LiquidNeeds SeaParameters::needs() const {
    LiquidNeeds needs = LevelSetParameters::needs();
    if (!carried) return needs;
    needs.distance_band = std::max(needs.distance_band, carried->needs().distance_band);
    needs.skins = true;
    return needs;
}

AnySolver SeaParameters::make_solver(LiquidSetup&& setup) const {
    if (!carried) return LevelSetParameters::make_solver(std::move(setup));
    return AnySolver::of<CarriedSea>(CarriedSeaSetup{std::move(setup), *this});
}

}  // namespace lamella
