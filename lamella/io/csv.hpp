// CSV: a header row, then one particle a line; separated by commas, semicolons or tabs.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

// Names like `x`, `vx`, `Pos.x [m]`, `Points:0` are understood. A column whose every value is a whole
// number is one of whole numbers. Empty lines and lines that start with # are skipped.
ParticleSet read_csv(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);
std::string write_csv(const ParticleSet& particles, const Provenance& provenance);

}  // namespace lamella
