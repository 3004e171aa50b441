// Progress of long work: a bar with frame, time left and particle count on a terminal, plain lines when
// piped.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace lamella {

class Progress {
public:
    explicit Progress(bool shown = true);

    void start(std::string_view stage, int total);
    void advance(int done, std::string_view detail);  // `detail` is a short text, e.g. "61,204 particles"
    void finish();

private:
    void print_bar(int done, std::string_view detail) const;
    double seconds_left(int done) const;

    bool shown_;
    bool terminal_;
    std::string stage_;
    int total_ = 0;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point last_line_;
};

// "2 min 05 s", "0.4 s".
std::string duration_text(double seconds);

}  // namespace lamella
