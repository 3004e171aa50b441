// Radiance pictures (.hdr, .pic): light without an upper end, three mantissas and one exponent a pixel (Ward 1991, Real
// Pixels), rows as they are or with runs. Read by hand: the decoder in stb_image never ends on a file that is cut off
// within a row.
#pragma once

#include <lamella/core/vec.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

// Linear red, green and blue, rows from the top. The header's EXPOSURE and PRIMARIES are not looked at.
struct HdrPicture {
    Index width = 0;
    Index height = 0;
    std::vector<Vec3> pixels;
};

inline constexpr std::uint64_t kMostHdrPixels = std::uint64_t{1} << 25;  // 8192 x 4096

// InputError for what is no such picture, ends early, is larger than that, or is turned or mirrored.
HdrPicture read_hdr(const std::filesystem::path& path);
HdrPicture decode_hdr(std::string_view bytes, const std::string& source);  // the bytes of such a file

}  // namespace lamella
