// Where a simulation that was stopped or killed goes on.
#pragma once

#include <lamella/cache/checkpoint.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/pipeline/stage_options.hpp>

namespace lamella {

// The last whole checkpoint before which nothing is missing: every earlier frame from the run's first on has its row in
// the ledger, and the files of those that are asked for are as large as it says. Without one the run begins anew; the
// warnings say why.
FoundCheckpoint resume_point(const RunFolder& folder, Index first, const FrameRange& frames);

}  // namespace lamella
