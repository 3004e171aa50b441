// The scenes of scenes/, and the files that they name, inside the library since its build.
#pragma once

#include <lamella/core/input_file.hpp>

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

// Where the file of that name lies for a shipped scene: beside it inside the program, which a path like
// "shipped:lee2019/bear.glb" says, or where there is none of that name, in the working folder.
std::filesystem::path path_beside(const ShippedScene& scene, const std::string& name);
bool is_shipped(const InputFile& file);

// Of files inside the program and of others; InputError when there is none.
std::string read_input(const InputFile& file);
bool is_there(const InputFile& file);

}  // namespace lamella
