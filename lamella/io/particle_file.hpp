// Particle files of every format; the ending of the name decides which.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lamella {

// `notes` is given what was left out. Positions of double-precision files far from zero come relative to
// the set's origin; others are absolute.
ParticleSet read_particles(const std::filesystem::path& path, ReadNotes* notes = nullptr);

// The same for the bytes of a file that are in memory already.
ParticleSet parse_particles(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes = nullptr);

// Positions are written absolute (P plus the origin).
void write_particles(const std::filesystem::path& path, const ParticleSet& particles,
                     const Provenance& provenance = {});

std::vector<std::string> particle_endings();
bool has_particle_ending(const std::filesystem::path& path);

}  // namespace lamella
