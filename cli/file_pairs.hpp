// Files in and files out: one of each, or two sequences with the same frame numbers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lamella::cli {

struct FilePair {
    int frame = 1;
    std::filesystem::path input;
    std::filesystem::path output;
};

// Both are names or patterns (io/sequence.hpp). No file that matches is an InputError.
std::vector<FilePair> file_pairs(const std::string& input, const std::string& output);

}  // namespace lamella::cli
