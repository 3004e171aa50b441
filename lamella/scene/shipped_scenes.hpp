// The scenes of scenes/, inside the library since its build.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lamella {

struct ShippedScene {
    std::string name;  // "demo", "he2014/crown"
    std::string description;
    std::string_view text;
};

// In the order of their names.
std::vector<ShippedScene> shipped_scenes();

}  // namespace lamella
