// lamella compare: the pictures of one or several runs in one picture or film.
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/compare_runs.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lamella::cli {

namespace {

struct CompareArguments {
    std::vector<std::string> runs;
    std::string output;
    std::vector<std::string> captions;
    std::string grid = "4x3";
    std::string frames;
    std::optional<double> width;
};

// Whole pixels, from the smallest to the largest that a picture may have.
Index picture_width(double pixels) {
    constexpr Index kLeast = 16, kMost = 8192;
    if (pixels != std::floor(pixels) || pixels < kLeast || pixels > kMost)
        throw InputError(
            fmt::format("--width {}: a picture of a sheet is {} to {} whole pixels wide", pixels, kLeast, kMost));
    return static_cast<Index>(pixels);
}

int compare(Session& session, const CompareArguments& arguments) {
    if (arguments.runs.empty()) throw InputError("name at least one run folder");
    CompareRuns compared;
    compared.runs.assign(arguments.runs.begin(), arguments.runs.end());
    compared.captions = arguments.captions;
    if (!compared.captions.empty() && compared.captions.size() != compared.runs.size())
        throw InputError(fmt::format("{} captions for {} runs: give one a run, or none", compared.captions.size(),
                                     compared.runs.size()));
    compared.grid = parse_grid(arguments.grid);
    compared.width = picture_width(arguments.width.value_or(320.0));
    if (!arguments.frames.empty()) compared.frames = parse_frame_range(arguments.frames);
    const std::filesystem::path output = arguments.output;
    if (output.extension() == ".png") {
        write_sheet(compared, output);
        return finish(session, StageResult::done, arguments.output);
    }
    if (output.extension() != ".mp4" && output.extension() != ".webp")
        throw InputError(arguments.output + ": a sheet is a .png, a film is a .mp4 or .webp");
    return finish(session, write_comparison(session.run, compared, output), arguments.output);
}

}  // namespace

void add_compare(CommandLine& program) {
    auto arguments = std::make_shared<CompareArguments>();
    program
        .add_verb("compare", "put the pictures of one or several runs into one picture or film",
                  "lamella compare with without -o figure.png --caption 'with air' --caption 'without'",
                  [=](Session& session) { return compare(session, *arguments); })
        .arguments("RUN", arguments->runs, "run folders whose pictures are there")
        .required_option("-o,--output", "FILE", arguments->output,
                         "a .png: a sheet of frames, one row a run; a .mp4 or .webp: all frames side by side")
        .repeated_option("--caption", "TEXT", arguments->captions, "the caption of a run, in their order (repeatable)")
        .option("--grid", "CxR", arguments->grid, "columns of a sheet, and rows if there is one run (default: 4x3)")
        .option("--frames", "A:B", arguments->frames, "only these frames, inclusive; A:, :B and N work, too")
        .positive_option("--width", "PIXELS", arguments->width, "width of one picture of a sheet (default: 320)");
}

}  // namespace lamella::cli
