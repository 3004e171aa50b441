// lamella render: the last stage, from meshes or particles to pictures.
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/render_stage.hpp>

namespace lamella::cli {

namespace {

int render(Session& session, const LaterStageArguments& arguments) {
    if (std::filesystem::is_directory(arguments.input)) return run_folder_stage(session, arguments, render_run);
    RenderFiles files;
    files.settings = render_settings(arguments.overrides);
    return run_file_stage(session, arguments, files, render_files);
}

}  // namespace

void add_render(CommandLine& program) {
    auto arguments = std::make_shared<LaterStageArguments>();
    Verb verb =
        program.add_verb("render", "turn meshes or particles into pictures",
                         "lamella render 'mesh/water.%04d.ply' -o 'images/water.%04d.png' --set render.width=640",
                         [=](Session& session) { return render(session, *arguments); });
    add_stage_input(verb, *arguments);
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
