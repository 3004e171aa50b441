// What the stages share: which frames, what to do with an existing folder, how a stage ends.
#pragma once

#include <lamella/cache/part_record.hpp>
#include <lamella/core/real.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace lamella {

// Inclusive; without `last` it goes to the end of the scene or sequence.
struct FrameRange {
    Index first = 1;
    std::optional<Index> last;

    bool contains(Index frame) const { return frame >= first && (!last || frame <= *last); }
};

// "a:b", "a:", ":b" or "n".
FrameRange parse_frame_range(std::string_view text);

struct StageOptions {
    FrameRange frames;
    bool resume = false;
    bool overwrite = false;
    bool replay = false;       // of a tracked surface: other colours through the finished motion
    std::string command_line;  // for run.json
};

enum class StageResult { done, stopped };

}  // namespace lamella
