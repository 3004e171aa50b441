// Base64 (RFC 4648) in memory.
#pragma once

#include <string>
#include <string_view>

namespace lamella {

void append_base64(std::string& out, std::string_view bytes);

// Decodes one padded run from the start of `text` that holds at least `bytes` bytes, or all of it if it is
// shorter; white space is skipped, another character ends it. `text` is left behind the run.
std::string take_base64(std::string_view& text, std::size_t bytes);

}  // namespace lamella
