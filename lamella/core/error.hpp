// Two kinds of failure, told apart by the exit code of the program.
#pragma once

#include <stdexcept>

namespace lamella {

// The user's command line or input file is at fault (exit code 2). The sentence names the file, the
// place, what was found and what is allowed.
class InputError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Something outside the input failed: a full disk, an unwritable folder, a solver that diverged, a
// defect of ours (exit code 1).
class RunError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace lamella
