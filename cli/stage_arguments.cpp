#include <cli/exit_codes.hpp>
#include <cli/signals.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/text_table.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/scene_remarks.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

namespace lamella::cli {

void add_stage_input(Verb& verb, LaterStageArguments& arguments) {
    verb.argument("INPUT", arguments.input, "a run folder, a file, or a sequence in quotes (%04d, {} or *)")
        .option("-o,--output", "FILE", arguments.output, "a file or a sequence; for a run folder it is not needed")
        .word_option("--up", arguments.up, {"y", "z"}, "the axis that is up in the files (default: y)");
}

const std::string& required_output(const StageArguments& arguments) {
    if (arguments.output.empty())
        throw InputError(fmt::format("{} is no run folder: say with -o where the results go", arguments.input));
    return arguments.output;
}

void add_stage_options(Verb& verb, StageArguments& arguments) {
    verb.repeated_option("--set", "PATH=VALUE", arguments.overrides,
                         "change a parameter, like fluids[0].viscosity=2 (repeatable)")
        .option("--frames", "A:B", arguments.frames, "only these frames, inclusive; A:, :B and N work, too")
        .flag("--resume", arguments.resume, "go on where the run stopped")
        .flag("--overwrite", arguments.overwrite, "replace what an earlier run left")
        .flag("--dry-run", arguments.dry_run, "print sizes, memory, disk and frames; do nothing")
        .excluding_flags("--resume", "--overwrite");
}

StageOptions stage_options(const StageArguments& arguments, const Session& session) {
    StageOptions options;
    if (!arguments.frames.empty()) options.frames = parse_frame_range(arguments.frames);
    options.resume = arguments.resume;
    options.overwrite = arguments.overwrite;
    options.replay = arguments.replay;
    options.command_line = session.command_line;
    return options;
}

int dry_run(const Session& session, const LoadedScene& loaded, const StageOptions& options,
            const std::filesystem::path& folder) {
    return with_places(loaded, [&] {
        const Index frames = options.frames.last.value_or(loaded.scene->frames);
        read_meshes({}, *loaded.scene, *loaded.assets);
        check_pictures(*loaded.scene, *loaded.assets);
        for (const std::string& remark : scene_remarks(loaded)) session.log.warning(remark);
        const Estimate cost = estimate(*loaded.scene, *loaded.assets, frames, session.run.threads);
        print(estimate_text(cost) + "\n");
        refuse_if_too_large(cost, folder, options.overwrite ? Begin::anew : Begin::on);
        return kDone;
    });
}

int dry_run_of_files(const std::string& input, const std::string& output, const StageOptions& options) {
    TextTable table;
    int count = 0;
    for (const FilePair& pair : file_pairs(input, output)) {
        if (!options.frames.contains(pair.frame)) continue;
        table.row({pair.input.string(), "->", pair.output.string()});
        ++count;
    }
    print(fmt::format("{}{} frames\n", table.text(), count));
    return kDone;
}

int run_folder_stage(Session& session, const LaterStageArguments& arguments, FolderStage stage) {
    const LoadedScene loaded = scene_of_run(arguments.input, arguments.overrides);
    if (!arguments.output.empty())
        throw InputError(fmt::format("{} is a run folder and takes the results itself: leave out -o", arguments.input));
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run(session, loaded, options, arguments.input);
    session.log_in(arguments.input);
    return finish(session, stage(session.run, loaded, arguments.input, options), arguments.input);
}

int finish(Session& session, StageResult result, const std::string& place) {
    session.results = place;
    return result == StageResult::stopped ? 128 + received_signal() : kDone;
}

int finish(Session& session, const FilesResult& result) {
    if (result.failed > 0 && result.result == StageResult::done)
        throw InputError(result.failed == result.frames
                             ? fmt::format("all {} frames failed", result.frames)
                             : fmt::format("{} of {} frames failed; the others are done, see {}", result.failed,
                                           result.frames, result.place));
    return finish(session, result.result, result.place);
}

}  // namespace lamella::cli
