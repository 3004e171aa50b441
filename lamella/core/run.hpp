// What every stage is given besides its settings.
#pragma once

#include <lamella/core/log.hpp>
#include <lamella/core/progress.hpp>

#include <atomic>
#include <exception>

namespace lamella {

// Ends work of which nothing can be saved half-way, such as setting up; the stage catches it.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped"; }
};

// `stop` is set from outside (a signal, a caller); a stage looks at it between steps, saves and returns.
struct Run {
    int threads = 0;  // 0: every core
    const std::atomic<bool>* stop = nullptr;
    const Log* log = nullptr;
    Progress* progress = nullptr;

    bool should_stop() const { return stop && stop->load(std::memory_order_relaxed); }
    void throw_if_stopped() const {
        if (should_stop()) throw Stopped();
    }
    void warn(std::string_view message) const {
        if (log) log->warning(message);
    }
};

}  // namespace lamella
