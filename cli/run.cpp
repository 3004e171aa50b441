// lamella run: the stages of a scene, one after another.
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/run_stages.hpp>

namespace lamella::cli {

namespace {

struct RunArguments : StageArguments {
    std::string until = stage_name(Stage::render);
};

Stage stage_of(const std::string& word) {
    for (const Stage stage : kStages)
        if (word == stage_name(stage)) return stage;
    return Stage::render;
}

int run(Session& session, const RunArguments& arguments) {
    const LoadedScene loaded = load_scene(arguments.input, arguments.overrides);
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run(session, loaded, options, arguments.output);
    session.log_in(arguments.output);
    const StageResult result = run_stages(session.run, loaded, arguments.output, options, stage_of(arguments.until));
    return finish(session, result, arguments.output);
}

}  // namespace

void add_run(CommandLine& program) {
    auto arguments = std::make_shared<RunArguments>();
    Verb verb = program.add_verb("run", "run the stages of a scene: simulate, surface, foam, render",
                                 "lamella run demo -o demo-run --set particle_spacing=0.02 --threads 2",
                                 [=](Session& session) { return run(session, *arguments); });
    verb.argument("SCENE", arguments->input, "a scene file, or the name of a shipped scene")
        .required_option("-o,--output", "DIR", arguments->output, "the run folder; without --resume it must be empty")
        .word_option("--until", arguments->until, {"simulate", "surface", "foam", "render"}, "the last stage to run");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
