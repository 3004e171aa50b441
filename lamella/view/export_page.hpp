// The viewer as a folder of files that a browser opens by double click. A page from a disk may load scripts but
// no other files, so each file of the runs is a script that hands over its bytes in base64.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/view/view_site.hpp>

namespace lamella {

// The folder must be absent or empty (InputError). False when the run was asked to stop.
bool export_page(const Run& run, const ViewSite& site, const std::filesystem::path& folder);

}  // namespace lamella
