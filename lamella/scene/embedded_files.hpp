// Files of scenes/ as bytes; the definitions are generated at build time (cmake/EmbedFiles.cmake).
#pragma once

#include <span>
#include <string_view>

namespace lamella {

struct EmbeddedFile {
    std::string_view name;  // relative to scenes/: "demo.json", "lee2019/bear.glb"
    std::string_view text;
};

std::span<const EmbeddedFile> embedded_scenes();

}  // namespace lamella
