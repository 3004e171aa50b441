// PLY: ASCII and binary of both byte orders in, binary little-endian out.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <span>

namespace lamella {

Geometry read_ply(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

// Colours (Cd) become bytes red, green, blue, as every reader expects them.
std::string write_ply(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance);

}  // namespace lamella
