// What is in a run folder, for the viewer's page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

// {"version", "git_hash", "finished", "sequences": [{"stage", "kind", "name", "pattern", "frames"}],
// "ledgers": [files], "obstacles": [names], "probes": [{"name", "file"}], "textures": [{"name", "file"}]}; the last two
// only where there are any
std::string contents_json(const std::filesystem::path& run);

// Where the page asks for the border of the tetrahedra in a file.
inline constexpr std::string_view kBorders = "borders/";
std::string border_address(const std::string& file);

// Every file that contents_json() and the page know of, relative to the run folder.
std::vector<std::string> viewed_files(const std::filesystem::path& run);

// A PLY file of the obstacle of that name at rest; empty when there is none to be drawn.
std::string obstacle_ply(const std::filesystem::path& run, std::string_view name);

}  // namespace lamella
