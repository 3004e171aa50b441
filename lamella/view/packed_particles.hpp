// A particle file as the page draws it: what viewer/src/decode does with it, done here, because a browser takes nearly
// twice as long to unpack it, and as long again to be sent it.
//   4 bytes             how long the head is, little-endian
//   head                JSON {"count", "attributes", "values": {"low", "high"}, "largestRadius"}, and spaces up to a
//                       multiple of four bytes; or {"failure": sentence}, and nothing follows
//   count x 12 bytes    x, y, z, little-endian floats
//   count x 4 bytes     value of the attribute, and radius: 0 to 65535 stand for `values` and 0 to `largestRadius`
#pragma once

#include <string>
#include <string_view>

namespace lamella {

// `file` is BGEO, plain or gzip. The attribute is one of the file's, vectors by their length, or "speed" or "height";
// any other leaves the values zero.
std::string packed_particles(std::string_view file, std::string_view attribute, const std::string& source);

}  // namespace lamella
