// What the stages after the simulation share: which frames of a run folder they treat, which of them are
// done already, their ledger and their record in run.json.
#pragma once

#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/run.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/scene/reader.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lamella {

class LaterStage {
public:
    struct FrameDone {
        LedgerRow row;
        std::string detail;  // for the progress bar
    };

    // What the stage writes for a frame that has these parts.
    using Outputs = std::function<std::vector<PartRecord>(const std::vector<PartRecord>& inputs)>;

    // A stage that was made with other settings or from other input is refused unless the options say overwrite, one
    // that was made with the same unless they say resume or overwrite; one that another process writes, always.
    LaterStage(const Run& run, const RunFolder& folder, Stage stage, const LoadedScene& loaded,
               const StageOptions& options, const Outputs& outputs);

    // Does the frames that the stage before has written, that the options ask for and that are still to do.
    StageResult go(const std::function<FrameDone(int)>& work) const;

    const std::vector<int>& input_frames() const { return input_frames_; }  // all that the stage before has written
    const std::vector<PartRecord>& inputs() const { return inputs_; }
    std::vector<int> frames_on_disk() const { return folder_.frames(parts_); }

private:
    void choose_frames(const StageRecord& input, const FrameRange& range);
    void refuse_another_scene(const LoadedScene& loaded) const;
    void refuse_what_is_there(const std::string& hash_before, const StageOptions& options) const;
    std::vector<int> whole_frames() const;
    void mark_mixture(const std::string& hash_before);
    void remove_outputs() const;
    void record(bool done) const;

    const Run& run_;
    const RunFolder& folder_;
    Stage stage_;
    StageClaim claim_;
    std::vector<PartRecord> inputs_;
    std::vector<PartRecord> parts_;
    FileRecords files_;  // that it reads besides frames
    std::string hash_;
    std::vector<int> there_;  // frames on disk at the start
    std::vector<int> input_frames_;
    std::vector<int> to_do_;
};

}  // namespace lamella
