// From the command line to the exit code.
#include <cli/exit_codes.hpp>
#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/utf8.hpp>
#include <lamella/pipeline/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <new>

namespace lamella::cli {

namespace {

void add_verbs(CommandLine& program) {
    add_run(program);
    add_simulate(program);
    add_surface(program);
    add_foam(program);
    add_render(program);
    add_compare(program);
    add_view(program);
    add_scenes(program);
    add_describe(program);
    add_info(program);
    add_convert(program);
    add_validate(program);
}

std::string version_text() {
    std::vector<std::string> libraries = library_versions();
    libraries.insert(libraries.begin(), CommandLine::library());
    return fmt::format("lamella {}\ngit {}\ninstruction level {}\n{}\n", program_version(), git_hash(), isa_level(),
                       fmt::join(libraries, "\n"));
}

// A verb that says where its results are can go on with them.
void print_stop(const Session& session, int signal) {
    fmt::print(stderr, "lamella: stopped by {}; everything is saved{}\n", signal_name(signal),
               session.results.empty() ? "" : "; go on with --resume");
}

// What ends the action early stands in the run's log, too.
int logged(Session& session, const Action& action) try { return action(session); } catch (const std::exception& error) {
    session.log.detail(error.what());
    throw;
}

int act(const CommandLine& program, const Action& action, const std::string& command_line) {
    Session session(program.global(), command_line);
    const int code = logged(session, action);
    if (program.global().profile) fmt::print(stderr, "{}", profile_report());
    if (code > 128) print_stop(session, code - 128);
    if (code == kDone && !session.results.empty())
        session.log.info(fmt::format("lamella: done, see {}", session.results));
    return code;
}

// Names go into scenes, run folders and indices, which are UTF-8: others are refused before anything is touched.
void refuse_other_bytes(int argc, char** argv) {
    for (int k = 1; k < argc; ++k)
        if (!is_utf8(argv[k]))
            throw InputError(fmt::format("argument {}, '{}', is not UTF-8; rename the file or folder so that it is", k,
                                         with_bytes_shown(argv[k])));
    std::error_code error;  // of a folder that is gone
    const std::string folder = std::filesystem::current_path(error).string();
    if (!error && !is_utf8(folder))
        throw InputError(fmt::format("the name of the working folder, '{}', is not UTF-8; rename it so that it is",
                                     with_bytes_shown(folder)));
}

int parse_and_act(int argc, char** argv) {
    refuse_other_bytes(argc, argv);
    CommandLine program;
    add_verbs(program);
    if (argc < 2) fmt::print(stderr, "{}\n", program.help());
    const Request request = program.parse(argc, argv, version_text);
    if (request.action) return act(program, request.action, shell_text(argc, argv));
    print(request.text);
    return kDone;
}

int fail(int code, const char* word, const char* sentence) {
    fmt::print(stderr, "lamella: {}: {}\n", word, sentence);
    return code;
}

}  // namespace

int run_program(int argc, char** argv) {
    return_freed_memory();
    try {
        return parse_and_act(argc, argv);
    } catch (const InputError& error) {
        return fail(kInputFault, "error", error.what());
    } catch (const std::bad_alloc&) {
        return fail(kFailed, "failed", "there is not enough memory");
    } catch (const std::exception& error) {
        return fail(kFailed, "failed", error.what());
    }
}

}  // namespace lamella::cli
