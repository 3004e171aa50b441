// lamella simulate: the first stage, from a scene to particle frames.
#include <cli/stage_arguments.hpp>
#include <cli/verbs.hpp>
#include <lamella/pipeline/simulate.hpp>

namespace lamella::cli {

namespace {

int simulate_scene(Session& session, const StageArguments& arguments) {
    const LoadedScene loaded = load_scene(arguments.input, arguments.overrides);
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run(session, loaded, options, arguments.output);
    session.log_in(arguments.output);
    return finish(session, simulate(session.run, loaded, arguments.output, options), arguments.output);
}

}  // namespace

void add_simulate(CommandLine& program) {
    auto arguments = std::make_shared<StageArguments>();
    Verb verb = program.add_verb("simulate", "move the liquid of a scene and write its particles, frame by frame",
                                 "lamella simulate drop -o drop-run --frames :10",
                                 [=](Session& session) { return simulate_scene(session, *arguments); });
    verb.argument("SCENE", arguments->input, "a scene file, or the name of a shipped scene")
        .required_option("-o,--output", "DIR", arguments->output, "the run folder; without --resume it must be empty");
    add_stage_options(verb, *arguments);
}

}  // namespace lamella::cli
