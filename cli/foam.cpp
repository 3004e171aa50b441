// lamella foam: the stage of spray, foam and bubbles.
#include <cli/exit_codes.hpp>
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/foam_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

namespace lamella::cli {

namespace {

struct FoamArguments : LaterStageArguments {
    std::optional<double> spacing;
    std::optional<double> frame_rate;
};

int foam_of_files(Session& session, const FoamArguments& arguments) {
    FoamFiles files;
    files.input = arguments.input;
    files.output = required_output(arguments);
    files.settings = foam_settings(arguments.overrides);
    if (arguments.spacing) files.spacing = static_cast<Real>(*arguments.spacing);
    files.frame_rate = arguments.frame_rate.value_or(files.frame_rate);
    files.z_up = arguments.up == "z";
    if (arguments.dry_run) {
        print(fmt::format("{} frames -> {}\n", expand_sequence(files.input).size(), files.output));
        return kDone;
    }
    return finish(session, foam_files(session.run, files, stage_options(arguments, session)));
}

// A run whose scene says nothing of foam gets it with all defaults.
int foam(Session& session, FoamArguments arguments) {
    if (!std::filesystem::is_directory(arguments.input)) return foam_of_files(session, arguments);
    if (!scene_of_run(arguments.input, arguments.overrides).scene->foam) arguments.overrides.emplace_back("foam={}");
    return run_folder_stage(session, arguments, foam_run);
}

}  // namespace

void add_foam(CommandLine& program) {
    auto arguments = std::make_shared<FoamArguments>();
    Verb verb = program.add_verb("foam", "make spray, foam and bubbles from particles",
                                 "lamella foam 'cache/water.%04d.bgeo' -o whitewater --frame-rate 24",
                                 [=](Session& session) { return foam(session, *arguments); });
    verb.argument("INPUT", arguments->input, "a run folder, or a sequence of files in quotes (%04d, {} or *)")
        .option("-o,--output", "DIR", arguments->output, "the folder of what comes of files; a run folder needs none")
        .word_option("--up", arguments->up, {"y", "z"}, "the axis that is up in the files (default: y)")
        .positive_option("--spacing", "METRES", arguments->spacing,
                         "distance of the particles of files (default: from the particles)")
        .positive_option("--frame-rate", "RATE", arguments->frame_rate, "frames a second of files (default: 24)");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
