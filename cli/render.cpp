// lamella render: the last stage, from meshes or particles to pictures.
#include <cli/exit_codes.hpp>
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/render_stage.hpp>
#include <lamella/pipeline/run_stages.hpp>

namespace lamella::cli {

namespace {

struct RenderArguments : StageArguments {
    std::string up = "y";
};

int render_folder(Session& session, const RenderArguments& arguments) {
    refuse_output(arguments);
    const LoadedScene loaded = scene_of_run(arguments.input, arguments.overrides);
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run(session, loaded.scene, options, arguments.input);
    session.log_in(arguments.input);
    return finish(session, render_run(session.run, loaded, arguments.input, options), arguments.input);
}

int render_sequence(Session& session, const RenderArguments& arguments) {
    RenderFiles files;
    files.input = arguments.input;
    files.output = required_output(arguments);
    files.settings = render_settings(arguments.overrides);
    files.z_up = arguments.up == "z";
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run_of_files(files.input, files.output, options);
    return finish(session, render_files(session.run, files, options), files.output);
}

}  // namespace

void add_render(CommandLine& program) {
    auto arguments = std::make_shared<RenderArguments>();
    Verb verb = program.add_verb(
        "render", "turn meshes or particles into pictures",
        "lamella render 'mesh/water.%04d.ply' -o 'images/water.%04d.png' --set render.width=640",
        [=](Session& session) {
            return std::filesystem::is_directory(arguments->input) ? render_folder(session, *arguments)
                                                                   : render_sequence(session, *arguments);
        });
    add_stage_input(verb, *arguments);
    verb.word_option("--up", arguments->up, {"y", "z"}, "the axis that is up in the files (default: y)");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
