// What the cases of solids share: a world of solids alone, made of the text of a scene's `solids`.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/matter/world.hpp>

#include <string>

namespace lamella {

struct SolidScene {
    std::string solids;  // JSON
    std::string domain;  // JSON
    std::string gravity = "[0, 0, 0]";
    std::string forces = "[]";
    double spacing = 0.1;
};

World world_of(const Run& run, const SolidScene& scene);
void advance(const Run& run, World& world, double time);

}  // namespace lamella
