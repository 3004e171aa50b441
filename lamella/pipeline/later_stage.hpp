// What the stages after the simulation share: which frames of a run folder they treat, which of them are
// done already, and their record in run.json.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/reader.hpp>

#include <functional>
#include <vector>

namespace lamella {

class LaterStage {
public:
    // `is_done(frame)`: the stage's files of that frame are there. A stage that was made with other
    // settings is refused unless the options say overwrite, one that was made with the same settings unless
    // they say resume or overwrite.
    LaterStage(const RunFolder& folder, Stage stage, const LoadedScene& loaded, const StageOptions& options,
               const std::function<bool(int)>& is_done);

    // Frames that the simulation has written, that the options ask for and that are still to do.
    const std::vector<int>& frames_to_do() const { return to_do_; }
    const std::vector<int>& all_frames() const { return all_; }

    void record(bool done, std::vector<std::string> patterns) const;

private:
    const RunFolder& folder_;
    Stage stage_;
    std::string hash_;
    std::vector<int> all_;
    std::vector<int> to_do_;
};

}  // namespace lamella
