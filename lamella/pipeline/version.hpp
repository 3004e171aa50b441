// What this build is: for --version, run.json, checkpoints and file headers.
#pragma once

#include <lamella/io/provenance.hpp>

#include <string>
#include <vector>

namespace lamella {

std::string program_version();  // "0.1.0"
std::string git_hash();         // of the sources, "unknown" outside a checkout
std::string isa_level();        // "x86-64-v3"

// "Eigen 3.4.0" and so on: every third-party library in this library.
std::vector<std::string> library_versions();

Provenance provenance(const std::string& scene_hash);

}  // namespace lamella
