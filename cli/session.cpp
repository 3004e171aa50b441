#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lamella::cli {

namespace {

LogLevel log_level(const GlobalOptions& global) {
    if (global.quiet) return LogLevel::quiet;
    return global.verbose ? LogLevel::verbose : LogLevel::normal;
}

}  // namespace

Session::Session(const GlobalOptions& global, std::string command_line_)
    : log(log_level(global)),
      progress(!global.quiet),
      thread_limit(global.threads),
      command_line(std::move(command_line_)),
      run{global.threads, &watch_signals(), &log, &progress} {}

void Session::log_in(const std::filesystem::path& path) {
    const RunFolder folder(path);
    if (folder.empty() || folder.exists()) log.also_to(folder.log().c_str());
}

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw RunError(std::string("standard output cannot be written (") + std::strerror(errno) + ")");
}

}  // namespace lamella::cli
