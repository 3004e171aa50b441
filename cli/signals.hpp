// SIGINT, SIGTERM and SIGHUP ask the work to stop with everything saved; a second one ends the program at once.
#pragma once

#include <atomic>

namespace lamella::cli {

// From now on the signals set the flag that is returned. One that is ignored (nohup) stays so.
const std::atomic<bool>& watch_signals();

// From now on the first of them ends the program: for work that has nothing to save.
void end_on_signals();

const char* signal_name(int number);

// The number of the signal that came, or 0.
int received_signal();

}  // namespace lamella::cli
