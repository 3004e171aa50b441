#include <lamella/cache/ledger.hpp>
#include <lamella/pipeline/resume_point.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

struct Whole {
    int until = 0;    // the last frame before which nothing is missing
    std::string why;  // it ends there
};

Whole whole_frames(const RunFolder& folder, Index first, const FrameRange& frames) {
    Whole whole{first - 1, ""};
    const std::filesystem::path ledger = folder.ledger(stage_name(Stage::simulate));
    for (const auto& [frame, files] : ledger_files(ledger)) {
        if (frame != whole.until + 1) break;
        const std::string damaged = frames.contains(frame) ? folder.damaged_file(files) : "";
        if (!damaged.empty()) {
            whole.why = fmt::format("{} is not there or not whole", (folder.root() / damaged).string());
            return whole;
        }
        whole.until = frame;
    }
    whole.why = fmt::format("{} has no row of frame {}", ledger.string(), whole.until + 1);
    return whole;
}

}  // namespace

FoundCheckpoint resume_point(const RunFolder& folder, Index first, const FrameRange& frames) {
    const Whole whole = whole_frames(folder, first, frames);
    FoundCheckpoint found = last_checkpoint(folder.checkpoints(), whole.until);
    const int last = last_checkpoint_frame(folder.checkpoints());
    if (last > whole.until)
        found.warnings.push_back(found.checkpoint
                                     ? fmt::format("{}; going back to frame {}", whole.why, found.checkpoint->frame)
                                     : whole.why + "; the run begins anew");
    return found;
}

}  // namespace lamella
