// What the cases of solids share: a world of solids alone, made of the text of a scene's `solids`.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/run.hpp>
#include <lamella/matter/world.hpp>
#include <lamella/solid/solid_solver.hpp>

#include <string>

namespace lamella {

// A domain without walls.
inline constexpr const char* kOpenDomain =
    R"({"min": [-4, -4, -4], "max": [16, 4, 4], "open": ["x-", "x+", "y-", "y+", "z-", "z+"]})";

struct SolidScene {
    std::string solids;  // JSON
    std::string domain;  // JSON
    std::string gravity = "[0, 0, 0]";
    std::string forces = "[]";
    double spacing = 0.1;
};

World world_of(const Run& run, const SolidScene& scene);
// The same with the solids changed before it begins.
World world_of(const Run& run, const SolidScene& scene, FunctionRef<void(SolidsSetup&)> change);
void advance(const Run& run, World& world, double time);

}  // namespace lamella
