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

// One file becomes another.
struct FilePair {
    int frame = 1;
    std::filesystem::path input;
    std::filesystem::path output;
};

// Both are names or patterns. In the output `*` stands for the name of each input without its ending; `%04d` and `{}`
// stand for its frame. No file that matches, an output that is no such pattern, and two files that would become the
// same one are InputErrors.
std::vector<FilePair> file_pairs(const std::string& input, const std::string& output);

// What files of one sequence have in common: the name with `#` for its last number. Files of other names have nothing
// to do with them, whatever pattern matches both.
std::string series_of(const std::filesystem::path& file);

// What people call such a sequence: the name before its last number, "their" of "their.0001.bgeo"; nothing of "12.ply".
std::string series_name(const std::filesystem::path& file);

// Index files with the time (frame - 1) / frame_rate of each file; names are relative to the index file.
void write_pvd(const std::filesystem::path& index, std::span<const FrameFile> files, double frame_rate);
void write_series(const std::filesystem::path& index, std::span<const FrameFile> files, double frame_rate);

}  // namespace lamella
