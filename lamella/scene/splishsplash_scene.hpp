// Scenes of SPlisHSPlasH, read by its documentation of the format (doc/file_format.md of its repository), as
// scenes of ours.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

struct ImportedScene {
    std::string text;                // a scene of ours; what was left out stands in comments at its top
    std::vector<std::string> notes;  // the same sentences, "file:line:column: ..." where they have a place
};

// `text` was read from `file`, and the result will lie in `folder`: names of files in it are relative to that.
// Every key is taken over or has a note. What cannot be read, or gives a scene that we do not allow, is an InputError.
ImportedScene import_splishsplash(std::string_view text, const std::filesystem::path& file,
                                  const std::filesystem::path& folder);

}  // namespace lamella
