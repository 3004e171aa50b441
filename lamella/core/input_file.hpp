// A file that a parameter names: a mesh, a picture, a numbered sequence, a run folder.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace lamella {

struct InputFile {
    InputFile() = default;
    InputFile(std::string name_) : name(std::move(name_)), path(name) {}  // NOLINT: a name is a file
    InputFile(const char* name_) : InputFile(std::string(name_)) {}       // NOLINT

    std::string name;            // as it is written, relative to the scene's folder
    std::filesystem::path path;  // where it lies: absolute, or relative to the working folder
};

}  // namespace lamella
