// Files that belong to no run, as the viewer's page is given them: meshes, particles, tetrahedra or strands of every
// format that the program reads. The page knows them by names of ours, and what it asks for is looked up among these:
// no request becomes a path.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/matter/part_kind.hpp>
#include <lamella/server/http_message.hpp>
#include <lamella/view/file_groups.hpp>
#include <lamella/view/kept_particles.hpp>

#include <map>

namespace lamella {

class ViewedFiles {
public:
    // A file, a pattern or a glob (io/sequence.hpp). What a glob matches besides files of known formats is left out.
    // When there is nothing to be shown in the files, or none can be read, that is an InputError.
    ViewedFiles(std::string pattern, bool z_up);

    std::filesystem::path path() const { return pattern_; }
    // contents.json, or a file of it, also as packed/ATTRIBUTE/FILE. The files of a group may grow in number; groups
    // that come later are not seen.
    HttpReply get(std::string_view name, KeptParticles& kept) const;
    std::vector<std::string> files() const;

    // What was left out, a sentence each.
    const std::vector<std::string>& remarks() const { return remarks_; }

private:
    struct Found {
        FrameFile file;
        PartKind kind;
    };
    std::vector<FileGroup> groups() const;
    void look_into(const FileGroup& group);
    void measure(const std::filesystem::path& file);
    std::string contents() const;
    std::string pattern_of(const FileGroup& group) const;
    std::optional<Found> find(std::string_view name) const;
    HttpReply packed_file(const Found& found, std::string attribute, KeptParticles& kept) const;

    std::string pattern_;
    bool z_up_;
    std::map<std::string, PartKind> kinds_;  // of the groups, by address
    Box3 bounds_;                            // of the first and the last file of each group
    Real spacing_ = 0.0f;
    std::vector<std::string> remarks_;
};

}  // namespace lamella
