#include <lamella/flip/flip_parameters.hpp>
#include <lamella/flip/surface_curvature.hpp>
#include <lamella/grid/tile_set.hpp>
#include <lamella/matter/liquid_outline.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr StepCost kOwnCost{140.0, 1.0e-6};
constexpr StepCost kTensionCost{40.0, 0.25e-6};
constexpr double kSecondsPerSheetParticle = 1.5e-6;
constexpr StepCost kViscosityCost{40.0, 1.5e-6};
constexpr double kViscous = 1e-3;  // mu dt / (rho cell^2)
constexpr double kBytesPerAffineVelocity = 70.0;

}  // namespace

// Tiles of the grid wrap around as a whole.
SolverLimits FlipParameters::limits() {
    constexpr double kTile = 2.0 * kTileWidth;
    return {.least_period = kTile, .whole_periods = kTile};
}

std::vector<std::string> FlipParameters::attributes() const {
    std::vector<std::string> names = sheet_attributes(springs, sheets);
    names.insert(names.begin(), {"filling", "phase"});
    return names;
}

RunCost FlipParameters::cost(const LiquidOutline& liquid) const {
    RunCost cost;
    cost.of_step = kOwnCost;
    if (is_affine(transfer)) cost.of_step.bytes += kBytesPerAffineVelocity;
    if (!sheet_attributes(springs, sheets).empty())
        cost.of_step = cost.of_step + StepCost{kBytesPerSheetParticle, kSecondsPerSheetParticle};
    const double cell = 2.0 * liquid.spacing;
    cost.step = std::min(max_step, liquid.step_on_grid(cfl, cell));
    if (largest_viscosity(liquid.materials) * cost.step > kViscous * common_density(liquid.materials) * cell * cell)
        cost.of_step = cost.of_step + kViscosityCost;
    if (surface_tension > 0.0f) {
        cost.of_step = cost.of_step + kTensionCost;
        cost.step =
            std::min(cost.step, longest_capillary_step(common_density(liquid.materials), surface_tension, cell));
    }
    return cost;
}

}  // namespace lamella
