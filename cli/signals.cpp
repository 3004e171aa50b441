#include <cli/signals.hpp>

#include <csignal>

#include <unistd.h>

namespace lamella::cli {

namespace {

// A handler can reach nothing but globals.
std::atomic<bool> stop_wanted{false};
std::atomic<int> signal_number{0};

extern "C" void on_signal(int number) {
    signal_number.store(number);
    if (stop_wanted.exchange(true)) _exit(128 + number);
}

}  // namespace

const std::atomic<bool>& watch_signals() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a failed write, with its sentence
    return stop_wanted;
}

int received_signal() { return signal_number.load(); }

}  // namespace lamella::cli
