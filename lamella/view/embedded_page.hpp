// The files of the viewer's page, built from viewer/ and embedded at build time (cmake/EmbedFiles.cmake).
#pragma once

#include <lamella/scene/embedded_files.hpp>

namespace lamella {

// Empty when the program was built without the page.
std::span<const EmbeddedFile> embedded_page();

}  // namespace lamella
