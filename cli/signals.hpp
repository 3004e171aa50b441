// SIGINT and SIGTERM ask the work to stop with everything saved; a second one ends the program at once.
#pragma once

#include <atomic>

namespace lamella::cli {

// From now on the two signals set the flag that is returned.
const std::atomic<bool>& watch_signals();

// The number of the signal that came, or 0.
int received_signal();

}  // namespace lamella::cli
