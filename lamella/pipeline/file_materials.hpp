// The settings of a picture of someone else's file: its material, found by the name of the file.
#pragma once

#include <lamella/matter/part_kind.hpp>
#include <lamella/render/render_settings.hpp>

#include <filesystem>
#include <string>

namespace lamella {

class FileMaterials {
public:
    // Materials are named by a file ("cup.obj"), by its name without ending ("cup") or by that without its number, too
    // ("water" for water.0001.ply); "*" is that of all others. A name that no file of the sequence `input` has is an
    // InputError.
    FileMaterials(const RenderSettings& settings, const std::string& input);

    // With the material of the file; a file of particles is shown as such.
    RenderSettings settings_of(const std::filesystem::path& file, PartKind kind) const;

private:
    const RenderSettings& settings_;
};

}  // namespace lamella
