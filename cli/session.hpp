// What every verb is given: the run's log, progress, threads and stop flag, and the command line's text.
#pragma once

#include <cli/command_line.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/run.hpp>

#include <filesystem>
#include <string>

namespace lamella::cli {

struct Session {
    Session(const GlobalOptions& global, std::string command_line);

    // Messages go to the folder's log.txt, too, once the run has taken the folder.
    void log_in(const std::filesystem::path& folder);

    Log log;
    Progress progress;
    ThreadLimit thread_limit;
    std::string command_line;
    Run run;
    std::string results;  // where they are, once a verb has some
};

// Text for standard output; what cannot be written (a full disk) is a RunError.
void print(std::string_view text);

}  // namespace lamella::cli
