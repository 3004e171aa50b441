// XYZ: positions only. In: raw little-endian float triples, or text with three or more numbers a line.
// Out: raw triples, as splashsurf reads and writes them.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

ParticleSet read_xyz(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);
std::string write_xyz(const ParticleSet& particles, const Provenance& provenance);

}  // namespace lamella
