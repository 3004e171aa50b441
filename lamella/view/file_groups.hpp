// Files that belong to no run, put into sequences: those whose names differ only in their last number are the frames of
// one.
#pragma once

#include <lamella/io/sequence.hpp>

#include <string>
#include <vector>

namespace lamella {

struct FileGroup {
    std::string name;              // what the names of its files have in common: "their" of their.0001.bgeo
    std::string address;           // the same, of letters that every address may have, and another one for each group
    std::vector<FrameFile> files;  // in the order of their frames

    bool is_still() const { return files.size() == 1; }  // one file, which is there in every frame
    const FrameFile* find(int frame) const;              // null where there is none
};

// What a file, a pattern or a glob stands for; no file that matches is an InputError. Two files of one name and frame
// (a.1.ply and a.01.ply) are, too.
std::vector<FileGroup> group_files(const std::string& pattern);

// The frames that there are: those of groups of several files, or else the number of the first file.
std::vector<int> frames_of(const std::vector<FileGroup>& groups);

}  // namespace lamella
