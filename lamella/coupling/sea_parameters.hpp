// What a scene says of a sea, and of the water that one obstacle carries out of it.
#pragma once

#include <lamella/level_set_liquid/level_set_parameters.hpp>
#include <lamella/skinned/skinned_parameters.hpp>

#include <optional>
#include <string_view>

namespace lamella {

// Of the layer around the obstacle; its steps are those of the sea.
struct CarriedParameters : SkinnedParameters {
    static constexpr const char* name = "carried";
    static constexpr const char* sentence = "water on the obstacle, in tetrahedra that bend with it";

    CarriedParameters() {
        cell = 1.0f;
        thickness = 8.0f;
    }

    static constexpr auto fields() {
        return [](auto& visit) {
            const auto but_steps = [&](const auto& field) {
                const std::string_view word = field.name;
                if (word != "max_step" && word != "min_step") visit(field);
            };
            SkinnedParameters::fields()(but_steps);
        };
    }
};

struct SeaParameters : LevelSetParameters {
    std::optional<CarriedParameters> carried;

    static constexpr auto fields() {
        return [](auto& visit) {
            LevelSetParameters::fields()(visit);
            visit(Field{"carried", &SeaParameters::carried, "", any_value(),
                        "water that the one obstacle carries on its skin; absent: it is an obstacle like others"});
        };
    }

    SolverLimits limits() const;
    std::optional<ParameterFault> fault() const;
    RunCost cost(const LiquidOutline& liquid) const;
    LiquidNeeds needs() const;
    AnySolver make_solver(LiquidSetup&& setup) const;
};

}  // namespace lamella
