// A folder of a test's own, which goes with it, and files that scenes of several tests name.
#pragma once

#include <lamella/core/atomic_file.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

#include <unistd.h>

namespace lamella {

class TestFolder {
public:
    explicit TestFolder(const char* name)
        : path_(std::filesystem::temp_directory_path() / fmt::format("lamella_{}_{}", name, ::getpid())) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

inline constexpr const char* kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n";

// Boxes on the floor, piston.0001.obj to piston.0008.obj, whose top rises by 1 cm from file to file from 0.2 m on.
inline void write_piston(const std::filesystem::path& folder) {
    for (int frame = 1; frame <= 8; ++frame) {
        std::string text;
        for (const double y : {0.0, 0.2 + 0.01 * (frame - 1)})
            for (const auto& [x, z] : {std::pair{0.3, 0.3}, {0.7, 0.3}, {0.7, 0.7}, {0.3, 0.7}})
                text += fmt::format("v {} {} {}\n", x, y, z);
        text +=
            "f 1 2 3\nf 1 3 4\nf 5 8 7\nf 5 7 6\nf 1 5 6\nf 1 6 2\nf 2 6 7\nf 2 7 3\nf 3 7 8\nf 3 8 4\nf 4 8 5\nf 4 5 "
            "1\n";
        write_file(folder / fmt::format("piston.{:04d}.obj", frame), text);
    }
}

}  // namespace lamella
