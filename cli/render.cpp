// lamella render: the last stage, from meshes or particles to pictures.
#include <cli/exit_codes.hpp>
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/compare_runs.hpp>
#include <lamella/pipeline/render_stage.hpp>

namespace lamella::cli {

namespace {

struct RenderArguments : LaterStageArguments {
    std::string sheet;
};

int render_folder(Session& session, const RenderArguments& arguments) {
    CompareRuns sheet;
    sheet.runs = {arguments.input};
    if (!arguments.sheet.empty()) sheet.grid = parse_grid(arguments.sheet);
    const int code = run_folder_stage(session, arguments, render_run);
    if (code == kDone && !arguments.sheet.empty() && !arguments.dry_run)
        write_sheet(sheet, RunFolder(arguments.input).sheet());
    return code;
}

int render(Session& session, const RenderArguments& arguments) {
    if (std::filesystem::is_directory(arguments.input)) return render_folder(session, arguments);
    if (!arguments.sheet.empty()) throw InputError("--sheet needs a run folder, whose frames have their times");
    RenderFiles files;
    files.settings = render_settings(arguments.overrides);
    return run_file_stage(session, arguments, files, render_files);
}

}  // namespace

void add_render(CommandLine& program) {
    auto arguments = std::make_shared<RenderArguments>();
    Verb verb =
        program.add_verb("render", "turn meshes or particles into pictures",
                         "lamella render 'mesh/water.%04d.ply' -o 'images/water.%04d.png' --set render.width=640",
                         [=](Session& session) { return render(session, *arguments); });
    add_stage_input(verb, *arguments);
    add_stage_options(verb, *arguments);
    verb.option("--sheet", "CxR", arguments->sheet,
                "also a sheet of so many columns and rows of pictures: images/sheet.png");
}

}  // namespace lamella::cli
