// Refuses what tinyobjloader would pass over in silence or read as zero.
#pragma once

#include <string>
#include <string_view>

namespace lamella {

// The text with continued lines joined. InputError with the line where a statement is not one of Wavefront's,
// a coordinate is not a number, or the corner of a face is not an index.
std::string checked_obj(std::string_view text, const std::string& source);

}  // namespace lamella
