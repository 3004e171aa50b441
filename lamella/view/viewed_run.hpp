// A run folder, as the viewer's page is given it.
#pragma once

#include <lamella/server/http_message.hpp>
#include <lamella/view/kept_particles.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

class ViewedRun {
public:
    // A folder that holds no run is an InputError.
    explicit ViewedRun(std::filesystem::path folder);

    std::filesystem::path path() const { return folder_; }
    // contents.json, obstacles/NAME.ply, borders/FILE.ply, packed/ATTRIBUTE/FILE, or a file of the folder.
    HttpReply get(std::string_view name, KeptParticles& kept) const;
    // Everything that the page can ask for, but for packed files.
    std::vector<std::string> files() const;

private:
    HttpReply border(std::string_view name) const;
    HttpReply packed_file(std::string_view attribute, const std::string& name, KeptParticles& kept) const;

    std::filesystem::path folder_;
};

}  // namespace lamella
