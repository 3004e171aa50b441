// The payload of a DataArray in VTK's XML files: raw or base64, plain or in zlib blocks.
#pragma once

#include <lamella/io/number.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace lamella {

struct VtuEncoding {
    std::endian order = std::endian::little;
    Number header_type = Number::uint32;
    bool zlib = false;
};

struct VtuData {
    std::string bytes;
    std::size_t read = 0;  // of the text
};

// The bytes of one array, which must be exactly `expected`; `text` starts at the array's header.
VtuData decode_vtu_data(std::string_view text, bool base64, const VtuEncoding& encoding, std::uint64_t expected,
                        const std::string& source);

}  // namespace lamella
