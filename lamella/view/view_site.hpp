// What the viewer's page can ask for: the page itself, and the files of one run or of two to compare.
//   index.html ...               the page; "/" is index.html
//   view.json                    the name and the address of each run, and whether they may still grow
//   schema.json                  the JSON Schema of scenes
//   runs/0/contents.json         the sequences of files in the run folder with their frames, and the obstacles
//   runs/0/obstacles/NAME.ply    the mesh of an obstacle at rest
//   runs/0/borders/FILE.ply      the border of the tetrahedra in a file (border_ply.hpp)
//   runs/0/packed/ATTRIBUTE/...  a particle file as it is drawn (packed_particles.hpp)
//   runs/0/...                   every other file of the run folder
#pragma once

#include <lamella/scene/embedded_files.hpp>
#include <lamella/server/http_message.hpp>
#include <lamella/view/kept_particles.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

enum class RunsMay { grow, rest };

class ViewSite {
public:
    // The files of the page outlive this object. A folder that holds no run is an InputError, no page a RunError.
    ViewSite(std::span<const EmbeddedFile> page, std::vector<std::filesystem::path> runs, RunsMay runs_may);

    // The path begins with '/'. What is not there has the status 404.
    HttpReply get(std::string_view path) const;

    std::span<const EmbeddedFile> page() const { return page_; }
    // The paths of everything that the page can ask for, apart from the page itself.
    std::vector<std::string> data_paths() const;

private:
    std::string view_json() const;
    HttpReply run_file(std::size_t run, std::string_view name) const;
    HttpReply border(std::size_t run, std::string_view name) const;
    HttpReply packed_file(std::size_t run, std::string_view attribute_and_name) const;

    std::span<const EmbeddedFile> page_;
    std::vector<std::filesystem::path> runs_;
    RunsMay runs_may_;
    mutable KeptParticles kept_;
};

}  // namespace lamella
