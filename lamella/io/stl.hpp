// STL, ASCII and binary, read only. Corners with the same bits become one vertex.
#pragma once

#include <lamella/io/point_builder.hpp>

namespace lamella {

Geometry read_stl(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

}  // namespace lamella
