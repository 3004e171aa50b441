// Files of strands: BGEO with curves, or any particle format with the whole number `curve` for each point.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/io/particle_file.hpp>

namespace lamella {

Strands read_strands(const std::filesystem::path& path, ReadNotes* notes = nullptr);
Strands parse_strands(std::string_view bytes, const std::filesystem::path& name, ReadNotes* notes = nullptr);
void write_strands(const std::filesystem::path& path, const Strands& strands, const Provenance& provenance = {});

// The formats that keep which points are a curve.
bool has_strand_ending(const std::filesystem::path& path);
// Whether it is one of these and there are curves in it; other files of that ending hold particles.
bool holds_strands(std::string_view bytes, const std::filesystem::path& name);

inline constexpr const char* kCurveColumn = "curve";

// The points with the number of their strand in the column `curve`, and back: the points of a number are one strand, in
// their order, and the strands are in the order of their numbers.
ParticleSet points_of(const Strands& strands);
Strands strands_of(ParticleSet points);

}  // namespace lamella
