// The pictures of one run or of several runs together: contact sheets, figures that compare, films side by side.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/pipeline/stage_options.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

struct SheetGrid {
    Index columns = 4;
    Index rows = 3;
};
SheetGrid parse_grid(std::string_view text);  // "4x3", else an InputError

struct CompareRuns {
    std::vector<std::filesystem::path> runs;  // folders whose pictures are there
    std::vector<std::string> captions;        // one a run, or none
    SheetGrid grid;                           // its rows are for one run; several runs have a row each
    Index width = 320;                        // of one picture of a sheet, in pixels
    FrameRange frames;
};

// The frames that all runs have, as many as fit, from the first to the last. One run fills a grid row by row with
// the time on each picture; of several runs each has a row, whose first picture bears the caption, if there is one,
// instead of its time.
void write_sheet(const CompareRuns& compared, const std::filesystem::path& png);

// All frames that all runs have, side by side, as .mp4 or .webp.
StageResult write_comparison(const Run& run, const CompareRuns& compared, const std::filesystem::path& film);

}  // namespace lamella
