// lamella surface: the second stage, from particles to triangle meshes.
#include <cli/exit_codes.hpp>
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/run_stages.hpp>

namespace lamella::cli {

namespace {

struct SurfaceArguments : StageArguments {
    std::optional<double> spacing;
    std::string up = "y";
};

int surface_folder(Session& session, const SurfaceArguments& arguments) {
    refuse_output(arguments);
    const LoadedScene loaded = scene_of_run(arguments.input, arguments.overrides);
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run(session, loaded.scene, options, arguments.input);
    session.log_in(arguments.input);
    return finish(session, surface_run(session.run, loaded, arguments.input, options), arguments.input);
}

int surface_sequence(Session& session, const SurfaceArguments& arguments) {
    SurfaceFiles files;
    files.input = arguments.input;
    files.output = required_output(arguments);
    files.field = surface_settings(arguments.overrides);
    if (arguments.spacing) files.spacing = static_cast<Real>(*arguments.spacing);
    files.z_up = arguments.up == "z";
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run_of_files(files.input, files.output, options);
    return finish(session, surface_files(session.run, files, options), files.output);
}

}  // namespace

void add_surface(CommandLine& program) {
    auto arguments = std::make_shared<SurfaceArguments>();
    Verb verb = program.add_verb(
        "surface", "turn particles into triangle meshes",
        "lamella surface 'cache/water.%04d.bgeo' -o 'mesh/water.%04d.ply' --spacing 0.01", [=](Session& session) {
            return std::filesystem::is_directory(arguments->input) ? surface_folder(session, *arguments)
                                                                   : surface_sequence(session, *arguments);
        });
    add_stage_input(verb, *arguments);
    verb.positive_option("--spacing", "METRES", arguments->spacing,
                         "distance of the particles of files (default: from the particles)")
        .word_option("--up", arguments->up, {"y", "z"}, "the axis that is up in the files (default: y)");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
