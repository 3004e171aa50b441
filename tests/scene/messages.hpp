// The sentence of the InputError that a call ends with, "" when there is none.
#pragma once

#include <lamella/core/error.hpp>
#include <lamella/scene/reader.hpp>

#include <string>
#include <vector>

namespace lamella {

template <class F>
std::string message_of(F&& call) {
    try {
        call();
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

inline std::string scene_message(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return message_of([&] { read_scene(text, "s.json", overrides); });
}

// A small scene, one top-level key a line.
inline const std::string kScene = R"({
"version": 1,
"domain": {"min": [0, 0, 0], "max": [1, 1, 1]},
"frames": 10,
"particle_spacing": 0.1,
"fluids": [
  {"name": "milk", "viscosity": 2, "shapes": [{"type": "box", "min": [0, 0, 0], "max": [1, 0.5, 1]}]}
],
"solver": "sph"
})";

}  // namespace lamella
