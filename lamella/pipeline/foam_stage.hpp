// The stage of spray, foam and bubbles: from particle frames, ours or anybody's, to small particles beside them.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/foam/foam_settings.hpp>
#include <lamella/pipeline/file_stage.hpp>
#include <lamella/scene/reader.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace lamella {

// Spray, foam and bubbles of the frames that the run folder holds. Frames follow one another: those before the ones
// that the options ask for are made as well.
StageResult foam_run(const Run& run, const LoadedScene& loaded, const std::filesystem::path& folder,
                     const StageOptions& options);

// Someone else's particle files, a sequence; the folder `output` gets spray, foam and bubbles, each a sequence of .bgeo
// in foam/, and the ledger. There are no walls: what falls below the liquid, or flies far from it, has left.
struct FoamFiles {
    std::string input;
    std::string output;
    FoamSettings settings;
    std::optional<Real> spacing;  // else from the particles
    double frame_rate = 24.0;
    bool z_up = false;
};
FilesResult foam_files(const Run& run, const FoamFiles& files, const StageOptions& options);

}  // namespace lamella
