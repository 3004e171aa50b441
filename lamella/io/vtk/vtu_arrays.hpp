// The pieces that our VTU files are made of: base64 inline, not compressed, as every reader takes it.
#pragma once

#include <lamella/io/provenance.hpp>
#include <lamella/io/records.hpp>

namespace lamella {

// Up to and with the tag of the one piece, and what closes it.
std::string vtu_head(Index points, Index cells, const Provenance& provenance);
std::string vtu_tail();

void append_vtu_array(std::string& out, std::string_view name, Index rows, const std::vector<Field>& fields);

// A section with every column but P.
void append_vtu_columns(std::string& out, std::string_view section, const ColumnTable& columns);

// Cells of one type (VTK's number) with as many corners each: their corners stand one after another.
void append_vtu_cells(std::string& out, std::span<const Index> corners, Index corners_each, int type);

}  // namespace lamella
