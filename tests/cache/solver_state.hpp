// The state of a solver as its checkpoints hold it, for tests of bits and of going on.
#pragma once

#include <lamella/cache/state_archive.hpp>

namespace lamella {

template <class Solver>
StateArchive state_of(Solver& solver) {
    StateArchive archive;
    StateSaver saver(archive);
    solver.state(saver);
    return archive;
}

template <class Solver>
std::uint64_t state_hash(Solver& solver) {
    return state_of(solver).hash();
}

// Through bytes, as from a file.
template <class Solver>
void go_on_from(const StateArchive& archive, Solver& solver) {
    const StateArchive read = StateArchive::from_bytes(archive.to_bytes(), "memory");
    StateLoader loader(read);
    solver.state(loader);
}

}  // namespace lamella
