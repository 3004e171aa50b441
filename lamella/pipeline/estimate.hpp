// What a scene will cost, before the first step.
#pragma once

#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene.hpp>

#include <array>
#include <filesystem>
#include <string>

namespace lamella {

struct Estimate {
    double particles = 0.0;       // at the end: those of the start, and what emitters add
    double mean_particles = 0.0;  // of all frames
    double memory_bytes = 0.0;
    std::array<double, 3> stage_disk_bytes{};  // of simulate, surface and render, for all frames
    std::array<double, 3> stage_seconds{};
    Index frames = 0;  // that are computed

    double seconds() const { return stage_seconds[0] + stage_seconds[1] + stage_seconds[2]; }

    double disk_bytes() const { return stage_disk_bytes[0] + stage_disk_bytes[1] + stage_disk_bytes[2]; }
};

Estimate estimate(const Scene& scene, Assets& assets, Index last_frame, int threads);

// One paragraph for people.
std::string estimate_text(const Estimate& estimate);

// A SceneFault with the numbers when the run cannot fit in the memory or on the disk of `folder`. Of a run that goes on
// frames that are there already need no more disk; one that begins anew has what it clears away.
enum class Begin { on, anew };
void refuse_if_too_large(const Estimate& estimate, const std::filesystem::path& folder, Begin begin = Begin::on);

}  // namespace lamella
