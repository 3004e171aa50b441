// Checkpoints: the complete state, versioned, packed and checksummed, in a file that appears whole or
// not at all.
#pragma once

#include <lamella/cache/state_archive.hpp>

#include <filesystem>
#include <limits>
#include <optional>

namespace lamella {

// `frame` is the last complete frame; a run that was stopped between frames has `left` seconds to go until
// the next.
struct Checkpoint {
    int frame = 0;
    double left = 0.0;
    std::string scene_hash;
    std::string version;
    std::string isa;
    StateArchive state;
};

// checkpoints/000040.lck
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, int frame);

// Writes the checkpoint, then removes all but this and the one before it: those of later frames, too, which a run that
// has gone back behind them leaves.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

// InputError where the file is damaged or no checkpoint.
Checkpoint read_checkpoint(const std::filesystem::path& path);

// The same for the bytes of a file that are in memory already.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& source);

struct FoundCheckpoint {
    std::optional<Checkpoint> checkpoint;
    std::vector<std::string> warnings;  // one for each damaged file that was passed over
};

// The latest frame of which a folder has a checkpoint, 0 where it has none.
int last_checkpoint_frame(const std::filesystem::path& folder);

// The last whole checkpoint of a folder that is of no later frame than `latest`.
FoundCheckpoint last_checkpoint(const std::filesystem::path& folder, int latest = std::numeric_limits<int>::max());

}  // namespace lamella
