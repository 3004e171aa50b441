#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/render/film.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <vector>

namespace lamella {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kNotStarted = 127;

struct Outcome {
    bool started = false;
    bool succeeded = false;
    std::string message;
};

// What the child does between fork and exec: nothing but calls to the system.
[[noreturn]] void become(char* const* argv, const char* folder, int message_end, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int input = ::open("/dev/null", O_RDONLY), output = ::open("/dev/null", O_WRONLY);
    if (::getppid() == parent && ::chdir(folder) == 0 && ::dup2(input, STDIN_FILENO) >= 0 &&
        ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(message_end, STDERR_FILENO) >= 0)
        ::execvp(argv[0], argv);
    ::_exit(kNotStarted);
}

// What the process says until it closes its end; nothing more when the time is over or the run is to stop.
bool listen(int descriptor, const Run& run, Clock::time_point deadline, std::string& message) {
    std::array<char, 4096> buffer;
    while (Clock::now() < deadline && !run.should_stop()) {
        pollfd end{descriptor, POLLIN, 0};
        if (::poll(&end, 1, 100) <= 0) continue;
        const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
        if (n == 0 || (n < 0 && errno != EINTR)) return true;
        if (n > 0) message.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return false;
}

// Runs a program in a folder, without input; `message` is what it says on stderr.
Outcome run_program(std::vector<std::string> arguments, const std::filesystem::path& folder, const Run& run,
                    std::chrono::seconds limit) {
    std::array<int, 2> pipe_ends{};
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return {false, false, std::strerror(errno)};
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) become(argv.data(), folder.c_str(), pipe_ends[1], parent);
    ::close(pipe_ends[1]);
    Outcome outcome;
    if (process < 0) outcome.message = std::strerror(errno);
    const bool ended = process > 0 && listen(pipe_ends[0], run, Clock::now() + limit, outcome.message);
    ::close(pipe_ends[0]);
    if (process < 0) return outcome;
    if (!ended) {
        ::kill(process, SIGKILL);
        outcome.message = run.should_stop() ? "it was stopped" : fmt::format("it took more than {} s", limit.count());
    }
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    outcome.started = !WIFEXITED(status) || WEXITSTATUS(status) != kNotStarted;
    outcome.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return outcome;
}

// H.264 in 4:2:0 needs an even width and height, so an odd picture gets a row or column more. x264 divides the work
// among its threads in a way that its bits show; how many there are must not depend on the machine.
const std::vector<std::string> kMp4{"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                    "-c:v",      "libx264",
                                    "-preset",   "medium",
                                    "-crf",      "17",
                                    "-threads",  "4",
                                    "-pix_fmt",  "yuv420p",
                                    "-movflags", "+faststart",
                                    "-f",        "mp4"};
const std::vector<std::string> kWebp{"-c:v", "libwebp_anim", "-quality", "80", "-loop", "0", "-f", "webp"};

std::vector<std::string> ffmpeg_arguments(const PictureSequence& p, const std::filesystem::path& film,
                                          const std::filesystem::path& output) {
    std::vector<std::string> arguments{"ffmpeg",
                                       "-nostdin",
                                       "-hide_banner",
                                       "-loglevel",
                                       "error",
                                       "-y",
                                       "-framerate",
                                       fmt::format("{}", p.rate),
                                       "-start_number",
                                       std::to_string(p.first),
                                       "-i",
                                       p.pattern,
                                       "-frames:v",
                                       std::to_string(p.count)};
    const auto& coding = film.extension() == ".webp" ? kWebp : kMp4;
    arguments.insert(arguments.end(), coding.begin(), coding.end());
    arguments.push_back(output.string());
    return arguments;
}

}  // namespace

void write_film(const PictureSequence& pictures, const std::filesystem::path& path, const Run& run) try {
    AtomicFile film(std::filesystem::absolute(path));
    const std::chrono::seconds limit(60 + 2 * pictures.count);
    const Outcome outcome =
        run_program(ffmpeg_arguments(pictures, path, film.temporary_path()), pictures.folder, run, limit);
    if (!outcome.started) throw RunError("the program ffmpeg could not be started");
    if (!outcome.succeeded) throw RunError("ffmpeg failed: " + outcome.message);
    film.commit();
} catch (const RunError& error) {
    throw RunError(fmt::format("{}: no film was made, the pictures are complete in {}; {}", path.string(),
                               pictures.folder.string(), error.what()));
}

}  // namespace lamella
