// UTF-8 (RFC 3629): what texts and the names of files are to be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lamella {

// The bytes of the UTF-8 character that starts `text`, 0 when it is not valid (overlong forms,
// surrogates and values above U+10FFFF are not).
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

// The text with \xE9 for every byte that belongs to no character.
std::string with_bytes_shown(std::string_view text);

}  // namespace lamella
