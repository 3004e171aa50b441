// What the viewer's page can ask for: the page itself, and the files of what is shown: one run or two to compare, or
// files that belong to none.
//   index.html ...               the page; "/" is index.html
//   view.json                    the name and the address of each run, and whether they may still grow
//   schema.json                  the JSON Schema of scenes
//   runs/0/contents.json         the sequences of files with their frames, and of a run the ledgers and obstacles
//   runs/0/obstacles/NAME.ply    the mesh of an obstacle at rest
//   runs/0/borders/FILE.ply      the border of the tetrahedra in a file (border_ply.hpp)
//   runs/0/packed/ATTRIBUTE/...  a particle file as it is drawn (packed_particles.hpp)
//   runs/0/...                   every other file of a run folder; of files without a run those that contents.json
//   lists
#pragma once

#include <lamella/scene/embedded_files.hpp>
#include <lamella/view/viewed_files.hpp>
#include <lamella/view/viewed_run.hpp>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

enum class RunsMay { grow, rest };

class ViewSite {
public:
    // A folder is a run's; any other name is a file's, a pattern or a glob of files that have Y or Z up. What is
    // neither is an InputError, no page a RunError. The files of the page outlive this object.
    ViewSite(std::span<const EmbeddedFile> page, const std::vector<std::filesystem::path>& names, RunsMay runs_may,
             bool z_up = false);

    // The path begins with '/'. What is not there has the status 404.
    HttpReply get(std::string_view path) const;

    std::span<const EmbeddedFile> page() const { return page_; }
    // The paths of everything that the page can ask for, apart from the page itself.
    std::vector<std::string> data_paths() const;
    // What is left out of the files that were named, a sentence each.
    std::vector<std::string> remarks() const;

private:
    using Viewed = std::variant<ViewedRun, ViewedFiles>;

    static Viewed open(const std::filesystem::path& name, bool z_up);
    static std::string name_of(const Viewed& viewed, bool unique);
    std::string view_json() const;

    std::span<const EmbeddedFile> page_;
    std::vector<Viewed> shown_;
    RunsMay runs_may_;
    mutable KeptParticles kept_;
};

}  // namespace lamella
