// lamella surface: the second stage, from particles to triangle meshes.
#include <cli/file_settings.hpp>
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/surface_stage.hpp>

namespace lamella::cli {

namespace {

struct SurfaceArguments : LaterStageArguments {
    std::optional<double> spacing;
    bool level_set = false;
};

int surface(Session& session, const SurfaceArguments& arguments) {
    if (std::filesystem::is_directory(arguments.input)) return run_folder_stage(session, arguments, surface_run);
    SurfaceFiles files;
    files.field = surface_settings(arguments.overrides);
    if (arguments.spacing) files.spacing = static_cast<Real>(*arguments.spacing);
    if (arguments.level_set) std::visit([](auto& parameters) { parameters.mesh.level_set = true; }, files.field);
    return run_file_stage(session, arguments, files, surface_files);
}

}  // namespace

void add_surface(CommandLine& program) {
    auto arguments = std::make_shared<SurfaceArguments>();
    Verb verb = program.add_verb("surface", "turn particles into triangle meshes",
                                 "lamella surface 'cache/water.%04d.bgeo' -o 'mesh/water.%04d.ply' --spacing 0.01",
                                 [=](Session& session) { return surface(session, *arguments); });
    add_stage_input(verb, *arguments);
    verb.positive_option("--spacing", "METRES", arguments->spacing,
                         "distance of the particles of files (default: from the particles)")
        .flag("--level-set", arguments->level_set, "write the level set of files beside each mesh (.vdb)")
        .flag("--replay", arguments->replay,
              "put other colours and columns through the finished motion of a tracked surface");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
