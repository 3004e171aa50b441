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
};

// The input of surface and render: a run folder, or files with -o.
void add_stage_input(Verb& verb, StageArguments& arguments);
void refuse_output(const StageArguments& arguments);                  // a run folder takes no -o
const std::string& required_output(const StageArguments& arguments);  // files need it

// What all four take.
void add_stage_options(Verb& verb, StageArguments& arguments);

StageOptions stage_options(const StageArguments& arguments, const Session& session);

// Prints what the frames of a scene cost; InputError when they do not fit.
int dry_run(const Session& session, const Scene& scene, const StageOptions& options,
            const std::filesystem::path& folder);

// Prints which files would become which.
int dry_run_of_files(const std::string& input, const std::string& output, const StageOptions& options);

// The exit code. `place` is where the results are.
int finish(Session& session, StageResult result, const std::string& place);
int finish(Session& session, const FilesResult& result, const std::string& place);

}  // namespace lamella::cli
