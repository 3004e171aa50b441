#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/render/film.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

extern char** environ;

namespace lamella {
namespace {

struct SpawnActions {
    posix_spawn_file_actions_t actions;

    SpawnActions() { posix_spawn_file_actions_init(&actions); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
};

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
        if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
        if (n == 0 || (n < 0 && errno != EINTR)) return text;
    }
}

struct Outcome {
    bool started = false;
    bool succeeded = false;
    std::string message;
};

Outcome wait_for(pid_t process, std::string message) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return {true, WIFEXITED(status) && WEXITSTATUS(status) == 0, std::move(message)};
}

// Runs a program in a folder, without input; `message` is what it says on stderr.
Outcome run_program(std::vector<std::string> arguments, const std::filesystem::path& folder) {
    std::array<int, 2> pipe_ends{};
    if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return {false, false, std::strerror(errno)};
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    SpawnActions spawn;
    posix_spawn_file_actions_addchdir_np(&spawn.actions, folder.c_str());
    posix_spawn_file_actions_addopen(&spawn.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&spawn.actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&spawn.actions, pipe_ends[1], STDERR_FILENO);
    pid_t process = 0;
    const int error = ::posix_spawnp(&process, argv[0], &spawn.actions, nullptr, argv.data(), environ);
    ::close(pipe_ends[1]);
    std::string message = error == 0 ? read_all(pipe_ends[0]) : std::strerror(error);
    ::close(pipe_ends[0]);
    return error == 0 ? wait_for(process, std::move(message)) : Outcome{false, false, std::move(message)};
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

void write_film(const PictureSequence& pictures, const std::filesystem::path& path) try {
    AtomicFile film(std::filesystem::absolute(path));
    const Outcome outcome = run_program(ffmpeg_arguments(pictures, path, film.temporary_path()), pictures.folder);
    if (!outcome.started) throw RunError("the program ffmpeg could not be started (" + outcome.message + ")");
    if (!outcome.succeeded) throw RunError("ffmpeg failed: " + outcome.message);
    film.commit();
} catch (const RunError& error) {
    throw RunError(fmt::format("{}: no film was made, the pictures are complete in {}; {}", path.string(),
                               pictures.folder.string(), error.what()));
}

}  // namespace lamella
