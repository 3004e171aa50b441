// Small scenes that are simulated without files.
#pragma once

#include <lamella/pipeline/simulation.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace lamella {

// A closed box of 0.4 m with a list of what is in it: "bodies" or "solids".
inline LoadedScene scene_in_a_box(const char* key, const std::string& list, int frame_rate, const std::string& more) {
    return read_scene(
        fmt::format(R"({{"version": 1, "domain": {{"min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}}, "frames": 9,
                         "frame_rate": {}, "particle_spacing": 0.02, "{}": [{}]{}}})",
                    frame_rate, key, list, more),
        "scene.json");
}

// After so many frames; what is saved after a frame goes on in a simulation of its own.
inline std::unique_ptr<Simulation> simulated(const LoadedScene& loaded, int frames, int saved_after = 0) {
    auto simulation = std::make_unique<Simulation>(Run{}, *loaded.scene, *loaded.assets);
    for (int frame = 1; frame <= frames; ++frame) {
        EXPECT_TRUE(simulation->finish_next_frame({}));
        if (frame != saved_after) continue;
        Checkpoint checkpoint;
        simulation->save(checkpoint);
        simulation = std::make_unique<Simulation>(Run{}, *loaded.scene, *loaded.assets);
        simulation->load(checkpoint);
    }
    return simulation;
}

}  // namespace lamella
