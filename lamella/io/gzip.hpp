// gzip and zlib streams in memory.
#pragma once

#include <string>
#include <string_view>

namespace lamella {

bool is_gzip(std::string_view bytes);

// Without a time stamp, so that equal bytes give equal files; `comment` goes into the gzip header.
std::string gzip(std::string_view bytes, const std::string& comment = {});

// Accepts gzip and zlib streams. A damaged stream, or one that grows above `limit` bytes, is an InputError.
std::string inflate(std::string_view bytes, std::size_t limit, const std::string& source);

// The largest size that the reader accepts for what a compressed file holds.
std::size_t inflated_limit(std::size_t compressed_size);

}  // namespace lamella
