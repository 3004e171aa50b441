// Sequences of files: patterns in and out, and the index files that ParaView opens.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lamella {

struct FrameFile {
    int frame = 1;
    std::filesystem::path path;
};

// Does the file name hold `%d`, `%04d`, `{}`, `*` or `?`?
bool is_pattern(const std::string& text);

// The files that a pattern matches, by frame number and then by name. `%04d` stands for at least four
// digits, `{}` and `%d` for any; with `*` and `?` the frame is the last number in the name. A name
// without a pattern gives that file. No match is an InputError.
std::vector<FrameFile> expand_sequence(const std::string& pattern);

// The file of one frame, from a pattern with `%04d` or `{}` (which gives four digits); a name without a
// pattern gets the frame before its ending: a.ply -> a.0001.ply.
std::filesystem::path frame_path(const std::string& pattern, int frame);

// The pattern that frame_path() follows: a.ply -> a.%04d.ply.
std::string sequence_pattern(const std::string& name);

// Index files with the time (frame - 1) / frame_rate of each file; names are relative to the index file.
void write_pvd(const std::filesystem::path& index, std::span<const FrameFile> files, double frame_rate);
void write_series(const std::filesystem::path& index, std::span<const FrameFile> files, double frame_rate);

}  // namespace lamella
