// What a scene will cost, before the first step.
#pragma once

#include <lamella/cache/part_record.hpp>
#include <lamella/scene/assets.hpp>
#include <lamella/scene/scene_forward.hpp>

#include <array>
#include <filesystem>
#include <numeric>
#include <string>

namespace lamella {

struct Estimate {
    double particles = 0.0;       // at the end: those of the start, and what emitters add
    double mean_particles = 0.0;  // of all frames
    double memory_bytes = 0.0;
    std::array<double, std::size(kStages)> stage_disk_bytes{};  // by stage, for all frames
    std::array<double, std::size(kStages)> stage_seconds{};
    double seconds_if_broken = 0.0;  // of the simulation, besides, where all solids that may break do so all through
    Index frames = 0;                // that are computed

    double seconds() const { return std::accumulate(stage_seconds.begin(), stage_seconds.end(), 0.0); }
    double disk_bytes() const { return std::accumulate(stage_disk_bytes.begin(), stage_disk_bytes.end(), 0.0); }

    double& disk_bytes_of(Stage stage) { return stage_disk_bytes[static_cast<std::size_t>(stage)]; }
    double& seconds_of(Stage stage) { return stage_seconds[static_cast<std::size_t>(stage)]; }
    double disk_bytes_of(Stage stage) const { return stage_disk_bytes[static_cast<std::size_t>(stage)]; }
    double seconds_of(Stage stage) const { return stage_seconds[static_cast<std::size_t>(stage)]; }
};

Estimate estimate(const Scene& scene, Assets& assets, Index last_frame, int threads);

// One paragraph for people.
std::string estimate_text(const Estimate& estimate);

// A SceneFault with the numbers when the run cannot fit in the memory or on the disk of `folder`. Of a run that goes on
// frames that are there already need no more disk; one that begins anew has what it clears away.
enum class Begin { on, anew };
void refuse_if_too_large(const Estimate& estimate, const std::filesystem::path& folder, Begin begin = Begin::on);

}  // namespace lamella
