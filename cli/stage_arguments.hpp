// What run, simulate, surface and render have in common.
#pragma once

#include <cli/session.hpp>
#include <lamella/pipeline/stage_options.hpp>
#include <lamella/pipeline/surface_stage.hpp>

#include <string>
#include <vector>

namespace lamella::cli {

struct StageArguments {
    std::string input;   // a scene, a run folder, a file or a pattern
    std::string output;  // a run folder, a file or a pattern
    std::vector<std::string> overrides;
    std::string frames;
    bool resume = false;
    bool overwrite = false;
    bool dry_run = false;
    bool replay = false;  // of surface
};

// Of surface and render, which take a run folder, or files with -o.
struct LaterStageArguments : StageArguments {
    std::string up = "y";
};
void add_stage_input(Verb& verb, LaterStageArguments& arguments);

// What all four take.
void add_stage_options(Verb& verb, StageArguments& arguments);

StageOptions stage_options(const StageArguments& arguments, const Session& session);

// Prints what the frames of a scene cost; InputError when they do not fit.
int dry_run(const Session& session, const LoadedScene& loaded, const StageOptions& options,
            const std::filesystem::path& folder);

// Prints which files would become which.
int dry_run_of_files(const std::string& input, const std::string& output, const StageOptions& options);

// The exit code. `place` is where the results are.
int finish(Session& session, StageResult result, const std::string& place);
int finish(Session& session, const FilesResult& result);

const std::string& required_output(const StageArguments& arguments);  // files need it

// A later stage of a run folder.
using FolderStage = StageResult (*)(const Run&, const LoadedScene&, const std::filesystem::path&, const StageOptions&);
int run_folder_stage(Session& session, const LaterStageArguments& arguments, FolderStage stage);

// A later stage of files; `files` has the settings, what all stages take is filled in here.
template <class Files>
int run_file_stage(Session& session, const LaterStageArguments& arguments, Files files,
                   FilesResult (*stage)(const Run&, const Files&, const StageOptions&)) {
    files.input = arguments.input;
    files.output = required_output(arguments);
    files.z_up = arguments.up == "z";
    const StageOptions options = stage_options(arguments, session);
    if (arguments.dry_run) return dry_run_of_files(files.input, files.output, options);
    return finish(session, stage(session.run, files, options));
}

}  // namespace lamella::cli
