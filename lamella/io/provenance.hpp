// Where a file comes from: written into headers where the format has a place. Never time, host or path.
#pragma once

#include <string>

namespace lamella {

struct Provenance {
    std::string version;
    std::string git_hash;
    std::string scene_hash;

    // One line: "lamella 0.1.0 git 1a2b3c scene 4d5e6f"; what is unknown is left out.
    std::string line() const {
        std::string text = "lamella";
        if (!version.empty()) text += " " + version;
        if (!git_hash.empty()) text += " git " + git_hash;
        if (!scene_hash.empty()) text += " scene " + scene_hash;
        return text;
    }
};

}  // namespace lamella
