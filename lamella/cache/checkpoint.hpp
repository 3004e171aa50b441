// Checkpoints: the complete state, versioned, packed and checksummed, in a file that appears whole or
// not at all.
#pragma once

#include <lamella/cache/state_archive.hpp>

#include <filesystem>
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

// Writes the checkpoint, then removes all but the last two.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

// InputError where the file is damaged or no checkpoint.
Checkpoint read_checkpoint(const std::filesystem::path& path);

// The same for the bytes of a file that are in memory already.
Checkpoint parse_checkpoint(std::string_view bytes, const std::string& source);

struct FoundCheckpoint {
    std::optional<Checkpoint> checkpoint;
    std::vector<std::string> warnings;  // one for each damaged file that was passed over
};

// The last whole checkpoint of a folder.
FoundCheckpoint last_checkpoint(const std::filesystem::path& folder);

}  // namespace lamella
