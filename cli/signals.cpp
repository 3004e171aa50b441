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
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        sigaction(number, nullptr, &before);
        if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup
    }
    std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a failed write, with its sentence
    return stop_wanted;
}

void end_on_signals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        sigaction(number, nullptr, &now);
        if (now.sa_handler != SIG_IGN) std::signal(number, SIG_DFL);
    }
}

const char* signal_name(int number) { return number == SIGINT ? "SIGINT" : number == SIGHUP ? "SIGHUP" : "SIGTERM"; }

int received_signal() { return signal_number.load(); }

}  // namespace lamella::cli
