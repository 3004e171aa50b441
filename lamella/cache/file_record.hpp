// What run.json says of a file that a stage has read.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace lamella {

struct FileRecord {
    std::string hash;
    std::uint64_t bytes = 0;

    bool operator==(const FileRecord&) const = default;
};

using FileRecords = std::map<std::string, FileRecord>;  // by their names in the scene

}  // namespace lamella
