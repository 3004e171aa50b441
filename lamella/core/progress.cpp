#include <lamella/core/progress.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include <unistd.h>

namespace lamella {

using Clock = std::chrono::steady_clock;
constexpr double kSecondsBetweenLines = 5.0;
constexpr double kForever = 1e9;  // seconds

Progress::Progress(bool shown) : shown_(shown), terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::start(std::string_view stage, int total) {
    stage_ = stage;
    total_ = total;
    start_ = last_line_ = Clock::now();
}

void Progress::advance(int done, std::string_view detail) {
    if (!shown_) return;
    if (terminal_) return print_bar(done, detail);
    const auto now = Clock::now();
    if (done < total_ && std::chrono::duration<double>(now - last_line_).count() < kSecondsBetweenLines) return;
    last_line_ = now;
    fmt::print(stderr, "{} {}/{}, {}, {} left\n", stage_, done, total_, detail, duration_text(seconds_left(done)));
}

void Progress::finish() {
    if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

void Progress::print_bar(int done, std::string_view detail) const {
    constexpr int width = 24;
    const int filled = total_ > 0 ? width * done / total_ : width;
    fmt::print(stderr, "\r\033[K{} [{:#<{}}{:.<{}}] {}/{}  {}  {} left", stage_, "", filled, "", width - filled, done,
               total_, detail, duration_text(seconds_left(done)));
    std::fflush(stderr);
}

double Progress::seconds_left(int done) const {
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    return done > 0 ? elapsed * (total_ - done) / done : 0.0;
}

std::string duration_text(double seconds) {
    if (!(seconds < kForever)) return "forever";
    if (seconds < 10.0) return fmt::format("{:.1f} s", seconds);
    const long whole = std::lround(seconds);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02d} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02d} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace lamella
