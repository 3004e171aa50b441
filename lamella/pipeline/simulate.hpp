// The first stage: from a scene to particle frames, checkpoints and a ledger in a run folder.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/setup/make_world.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/reader.hpp>

#include <filesystem>
#include <functional>

namespace lamella {

// Writes the parts of the frames asked for. When run.stop is set it stops after the
// current step with everything saved; while it is being set up there is nothing to save. The frames have the same bits
// for any number of threads and however often the run was stopped or killed and resumed.
// `make` makes the world of the scene: of other solvers than ours for whoever has some.
using WorldMaker = std::function<World(const Run&, const Scene&, Assets&)>;
StageResult simulate(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                     const StageOptions& options, const WorldMaker& make = make_world);

}  // namespace lamella
