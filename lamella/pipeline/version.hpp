// What this build is: for --version, run.json, checkpoints and file headers.
#pragma once

#include <lamella/io/provenance.hpp>

#include <string>

namespace lamella {

std::string program_version();   // "0.1.0"
std::string git_hash();          // of the sources, "unknown" outside a checkout
std::string isa_level();         // "x86-64-v3"
std::string library_versions();  // of third-party libraries, in one line

Provenance provenance(const std::string& scene_hash);

}  // namespace lamella
