// VTK's XML files: the points and point attributes of .vtu (and .vtp) files. In: ASCII, base64 and raw,
// inline or appended, plain or zlib. Out: base64 inline, not compressed, as every reader takes it.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

ParticleSet read_vtu(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);
std::string write_vtu(const ParticleSet& particles, const Provenance& provenance);

}  // namespace lamella
