// Curves in classic BGEO files: polygon primitives that are not closed. Behind the points of a file (bgeo.hpp) stand
// the dictionaries of the attributes of corners and of primitives, then the primitives, in runs of one kind or alone.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

// A point that several curves share is there for each; closed polygons and points without a curve are left out, and
// `notes` says so, as it does of the attributes of corners and primitives. A file without curves gives none.
Strands read_strand_bgeo(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);
std::string write_strand_bgeo(const Strands& strands, const Provenance& provenance);

// Whether the first primitive is an open polygon. Of a file without primitives only the beginning is unpacked.
bool bgeo_has_strands(std::string_view bytes, const std::string& source);

}  // namespace lamella
